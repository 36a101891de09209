import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNearCopies, rankAmongDistinct } from '../../src/eval/near-copies.ts';

const words = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => `w${from + i}`);
const alike = (a: string, b: string): boolean => createNearCopies([a, b])(0, 1);

describe('near-copies', () => {
  it('differ in case, spacing and punctuation only, or in few words of many', () => {
    const text = words(100).join(' ');
    expect(alike(text, `${words(100).join(',\n ').toUpperCase()}!`)).toBe(true);
    // One word of 100 touches 5 of 96 shingles: 91 / 101.
    expect(alike(text, text.replace('w50', 'other'))).toBe(true);
    expect(alike(text, text.replace('w20', 'other').replace('w50', 'other').replace('w80', 'other'))).toBe(false);
  });

  it('are not texts on one subject, nor the same words in another order', () => {
    expect(alike(words(50).join(' '), words(50).reverse().join(' '))).toBe(false);
    expect(alike(words(50).join(' '), words(50, 25).join(' '))).toBe(false);
  });

  it('compare texts shorter than a shingle whole', () => {
    expect(alike('Annual leave', 'annual  leave.')).toBe(true);
    expect(alike('annual leave', 'annual stipend')).toBe(false);
    expect(alike('', 'annual')).toBe(false);
  });

  it('agree with Jaccard over sets of strings', () => {
    const text = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 25 });
    const shingles = (list: readonly string[]): Set<string> =>
      new Set(Array.from({ length: Math.max(1, list.length - 4) }, (_, i) => list.slice(i, i + 5).join(' ')));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [shingles(a), shingles(b)];
        const common = [...x].filter((shingle) => y.has(shingle)).length;
        expect(alike(a.join(' '), b.join(' '))).toBe(common / (x.size + y.size - common) >= 0.8);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the rank among distinct chunks', () => {
  const sameParity = (a: number, b: number): boolean => a % 2 === b % 2;

  it('collapses near-copies above the answer into the first of them', () => {
    expect(rankAmongDistinct([0, 2, 4, 6, 9], 5, 3, sameParity)).toBe(2);
    expect(rankAmongDistinct([0, 1, 2, 3, 9], 5, 3, sameParity)).toBe(3);
    expect(rankAmongDistinct([9], 1, 3, sameParity)).toBe(1);
  });

  it('is undefined beyond the cutoff, and stops comparing there', () => {
    let compared = 0;
    const never = (): boolean => {
      compared++;
      return false;
    };
    expect(rankAmongDistinct([...Array(1000).keys()], 1000, 3, never)).toBeUndefined();
    expect(compared).toBe(3);
  });
});
