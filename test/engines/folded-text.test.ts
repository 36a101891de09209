import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFolded, foldSpace, foldText } from '../../src/engines/folded-text.ts';

const units = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', '\t', '\u00a0', '\u2003', '\ufeff', '😀', '\ud800'),
});

describe('foldText', () => {
  it('folds as foldSpace does, and remembers where each unit stood', () => {
    fc.assert(
      fc.property(units, (text) => {
        const folded = foldText(text);
        expect(folded.text).toBe(foldSpace(text));
        expect(folded.places.length).toBe(folded.text.length);
        for (let i = 0; i < folded.text.length; i++) {
          const original = text[folded.places[i]!]!;
          if (folded.text[i] === ' ') expect(original).toMatch(/\s/);
          else expect(original).toBe(folded.text[i]);
        }
      }),
    );
  });
});

describe('findFolded', () => {
  it('finds every slice of a text where it was cut, whatever its white space', () => {
    fc.assert(
      fc.property(units, fc.nat(30), fc.nat(30), (text, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const quote = foldSpace(text.slice(start, end));
        const spans = findFolded(foldText(text), quote, 1000);
        for (const span of spans) expect(foldSpace(text.slice(span.start, span.end))).toBe(quote);
        if (quote !== '') expect(spans.some((span) => span.start >= start && span.end <= end)).toBe(true);
      }),
    );
  });

  it('finds overlapping places, no more than asked for, and nothing for nothing', () => {
    expect(findFolded(foldText('aaa'), 'aa', 9)).toEqual([
      { start: 0, end: 2 },
      { start: 1, end: 3 },
    ]);
    expect(findFolded(foldText('aaa'), 'a', 2)).toHaveLength(2);
    expect(findFolded(foldText('aaa'), '', 9)).toEqual([]);
  });
});
