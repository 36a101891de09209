import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTexts } from '../../../src/datasets/questions/find-texts.ts';

function naive(text: string, pattern: string): number[] {
  return [...text].flatMap((_, at) => (text.startsWith(pattern, at) ? [at] : []));
}

describe('finding many texts at once', () => {
  it('finds what a plain search finds, overlaps included', () => {
    const small = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(small, fc.uniqueArray(pattern, { maxLength: 5 }), (text, patterns) => {
        const found = findTexts(text, patterns);
        for (const one of patterns) expect(found.get(one) ?? []).toEqual(naive(text, one));
      }),
    );
  });

  it('agrees with itself where so many are wanted that all are looked for in one pass', () => {
    const words = Array.from({ length: 40_000 }, (_, n) => `w${(n * 7919) % 5003}`);
    const text = words.join(' ');
    const patterns = [...new Set(Array.from({ length: 40 }, (_, n) => words.slice(n * 9, n * 9 + 6).join(' ')))];
    expect(patterns.length).toBeGreaterThan(32);
    const found = findTexts(text, patterns);
    for (const one of patterns) expect(found.get(one)).toEqual(findTexts(text, [one]).get(one));
    expect(findTexts(text, [...patterns, 'nowhere in the text at all']).size).toBe(patterns.length);
  });

  it('stops at as many as are wanted', () => {
    expect(findTexts('aaaa', ['a'], 2).get('a')).toEqual([0, 1]);
  });
});
