// Pieces are read whole, lose nothing and are balanced; reach is exactly what the model reads.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateModel, verifyModel } from '../../../src/encoders/use-lite/model-files.ts';
import { createTokenizer, parseVocabulary } from '../../../src/encoders/use-lite/tokenizer.ts';
import { MAX_TOKENS } from '../../../src/encoders/use-lite/weights.ts';
import { createWindows } from '../../../src/encoders/use-lite/windows.ts';

const tokenizer = createTokenizer(parseVocabulary(verifyModel(locateModel()).vocabulary));
const { pieces, reach } = createWindows(() => tokenizer);
const count = (text: string): number => tokenizer.tokenize(text).ids.length;
/** No half of a surrogate pair stands alone. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
const ink = (text: string): string => text.replace(/\s+/g, '');

const word = fc.constantFrom(
  'leave',
  'the',
  'handbook',
  'xqzvkj',
  '11:30',
  '—',
  'ﷺ',
  '👋',
  'é',
  'e\u0301',
  '日本語',
  'ok.',
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\n', '', '  ')), { maxLength: 400 })
  .map((parts) => parts.flat().join(''));

describe('pieces', () => {
  it('are the text itself where it is read whole, and none for a blank text', () => {
    expect(pieces('Annual leave is 25 days.')).toEqual(['Annual leave is 25 days.']);
    expect(pieces('')).toEqual([]);
    expect(pieces(' \n\t ')).toEqual([]);
  });

  it('hold every character that is not blank, in order, and are each read whole', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const parts = pieces(whole);
        expect(parts.map(ink).join('')).toBe(ink(whole));
        for (const part of parts) {
          expect(count(part)).toBeLessThanOrEqual(MAX_TOKENS);
          expect(ink(part)).not.toBe('');
          expect(isWellFormed(part)).toBe(true);
        }
      }),
    );
  });

  it('are balanced and cut between words', () => {
    const words = Array.from({ length: 300 }, (_, i) => `word${i % 7}`);
    const parts = pieces(words.join(' '));
    expect(parts.flatMap((part) => part.split(' '))).toEqual(words);
    const sizes = parts.map(count);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(12);
    expect(parts.length).toBeLessThanOrEqual(Math.ceil(count(words.join(' ')) / MAX_TOKENS) + 1);
  });

  it('cut a word that is too long by itself', () => {
    const parts = pieces(`x ${'qz'.repeat(2000)} y`);
    expect(ink(parts.join(''))).toBe(`x${'qz'.repeat(2000)}y`);
    expect(Math.max(...parts.map(count))).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it('need no tokenizer for a text that is short anyway', () => {
    const lazy = createWindows(() => {
      throw new Error('was asked for');
    });
    const short = 'a'.repeat(127);
    expect(lazy.pieces(short)).toEqual([short]);
    expect(lazy.reach(short)).toBe(127);
    // 18 characters after normalisation: the length as written says little.
    expect(() => lazy.pieces('ﷺ'.repeat(20))).toThrow('was asked for');
  });
});

describe('reach', () => {
  it('is the whole length of a text within the limit', () => {
    expect(reach('')).toBe(0);
    expect(reach('Annual leave is 25 days.')).toBe(24);
  });

  it('ends where the last token read ends', () => {
    const long = 'The handbook applies to all staff. '.repeat(60);
    const end = reach(long);
    const { ids } = tokenizer.tokenize(long);
    expect([...tokenizer.tokenize(long.slice(0, end)).ids]).toEqual([...ids.subarray(0, MAX_TOKENS)]);
    expect(count(long.slice(0, end + 12))).toBeGreaterThan(MAX_TOKENS);
  });

  it('lies within the text and on a character, whatever the normalisation does', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const end = reach(whole);
        expect(end).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(whole.length);
        if (count(whole) <= MAX_TOKENS) expect(end).toBe(whole.length);
        expect(isWellFormed(whole.slice(0, end))).toBe(true);
      }),
    );
  });
});
