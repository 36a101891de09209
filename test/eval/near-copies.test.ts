import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNearCopies, findCopies, rankAmongDistinct } from '../../src/eval/near-copies.ts';

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

describe('copies of earlier chunks', () => {
  const kept = (texts: readonly string[], near: boolean, groups?: Uint8Array) => {
    const { keptBy, ...counts } = findCopies(texts, near, groups);
    return { keptBy: [...keptBy], ...counts };
  };
  const page = words(100).join(' ');
  const changed = page.replace('w50', 'other');

  it('are those of the same text, and, where asked for, of nearly the same', () => {
    const texts = [page, 'else', changed, page, changed, `${page}!`, 'else'];
    expect(kept(texts, false)).toEqual({ keptBy: [0, 1, 2, 0, 2, 5, 1], exact: 3, near: null });
    expect(kept(texts, true)).toEqual({ keptBy: [0, 1, 0, 0, 0, 0, 1], exact: 3, near: 2 });
    expect(kept([], true)).toEqual({ keptBy: [], exact: 0, near: 0 });
    expect(kept(['', ' ', '--'], true)).toEqual({ keptBy: [0, 0, 0], exact: 0, near: 2 });
  });

  it('belong to one group', () => {
    expect(kept([page, page, changed, page], true, Uint8Array.of(0, 1, 1, 0))).toEqual({
      keptBy: [0, 1, 1, 0],
      exact: 1,
      near: 1,
    });
  });

  it('are compared with what is kept, not with other copies', () => {
    // A further word each: the last is a copy of the two before it, which are copies themselves, and none of the first.
    const spots = ['w20', 'w50', 'w80'];
    const drift = [0, 1, 2, 3].map((n) => spots.slice(0, n).reduce((text, spot) => text.replace(spot, 'other'), page));
    expect(alike(drift[1]!, drift[3]!)).toBe(true);
    expect(kept(drift, true).keptBy).toEqual([0, 0, 0, 3]);
  });

  it('are the ones that comparing every pair finds', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 14 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
        const isCopy = createNearCopies(texts);
        const firsts: number[] = [];
        const expected = texts.map((_, ord) => {
          const first = firsts.find((other) => isCopy(other, ord));
          if (first === undefined) firsts.push(ord);
          return first ?? ord;
        });
        const { keptBy, exact, near } = kept(texts, true);
        expect(keptBy).toEqual(expected);
        expect(exact).toBe(texts.length - new Set(texts).size);
        expect(exact + near!).toBe(texts.length - firsts.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are found among long texts that share most of their shingles with all', () => {
    const base = words(60);
    const texts = Array.from({ length: 150 }, (_, n) =>
      base.map((word, at) => ((n * 7 + at * 3) % 40 < n % 5 ? `${word}x${n % 11}` : word)).join(' '),
    );
    const isCopy = createNearCopies(texts);
    const firsts: number[] = [];
    const expected = texts.map((_, ord) => {
      const first = firsts.find((other) => isCopy(other, ord));
      if (first === undefined) firsts.push(ord);
      return first ?? ord;
    });
    expect(kept(texts, true).keptBy).toEqual(expected);
    expect(firsts.length).toBeGreaterThan(1);
    expect(firsts.length).toBeLessThan(texts.length);
  });

  it('are found in many chunks without comparing all with all', () => {
    // 20,000 chunks are 200 million pairs.
    const texts = Array.from({ length: 20_000 }, (_, n) =>
      words(12, (n % 19_000) * 12)
        .join(' ')
        .concat(' all rights reserved by the company'),
    );
    expect(kept(texts, true)).toMatchObject({ exact: 1000, near: 0 });
  }, 10_000);
});
