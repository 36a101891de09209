import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPieces } from '../../src/encoders/pieces.ts';

const upTo = (limit: number) => createPieces((text) => text.length <= limit);

describe('pieces', () => {
  it('leaves a text that fits as it is, and makes nothing of blanks', () => {
    expect(upTo(20).pieces(' fits well ')).toEqual([' fits well ']);
    expect(upTo(20).pieces(' \n')).toEqual([]);
  });

  it('cuts between words, about in the middle', () => {
    expect(upTo(12).pieces('one two three four')).toEqual(
      ['one two', 'three four'].map((part) => expect.stringContaining(part)),
    );
  });

  it('loses no character, and gives only what fits, halves of characters apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 2, max: 20 }), (text, limit) => {
        const parts = upTo(limit).pieces(text);
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const part of parts) expect(part.trim().length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('ends even where not a character fits', () => {
    expect(upTo(0).pieces('a\u{1f600}b').join('')).toBe('a\u{1f600}b');
  });
});

describe('reach', () => {
  it('is the longest beginning that fits, and cuts no character in two', () => {
    expect(upTo(5).reach('abc')).toBe(3);
    expect(upTo(5).reach('abcdefgh')).toBe(5);
    expect(upTo(2).reach('a\u{1f600}b')).toBe(1);
    expect(upTo(3).reach('a\u{1f600}b')).toBe(3);
    expect(upTo(0).reach('abc')).toBe(0);
  });
});
