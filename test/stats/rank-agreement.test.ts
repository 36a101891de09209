import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kendallTau, overlapAt, rankBiasedOverlap } from '../../src/stats/rank-agreement.ts';
import { error, golden, scipy } from './recorded.ts';

const { a, b, kendall_tau, 'overlap@3': overlap3, 'rbo_ext_p0.9': rbo } = golden.rank_agreement;

describe('agreement of two rankings', () => {
  it('agrees with the golden example', () => {
    expect(overlapAt(a, b, 3)).toBe(overlap3);
    expect(error(rankBiasedOverlap(a, b, 0.9), rbo)).toBeLessThan(1e-14);
    const places = a.map((_, i) => i);
    expect(
      kendallTau(
        places,
        a.map((item) => b.indexOf(item)),
      ),
    ).toBeCloseTo(kendall_tau, 15);
  });

  it('of a ranking with itself is 1, of strangers 0', () => {
    expect(rankBiasedOverlap(a, a, 0.9)).toBeCloseTo(1, 14);
    expect(rankBiasedOverlap(a, ['x', 'y'], 0.9)).toBe(0);
    expect(overlapAt(a, ['x', 'y'], 2)).toBe(0);
    expect([rankBiasedOverlap([], []), rankBiasedOverlap(a, [])]).toEqual([1, 0]);
  });

  it('lies between 0 and 1 for rankings of any lengths, and is symmetric', () => {
    const ranking = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { minLength: 1 });
    fc.assert(
      fc.property(ranking, ranking, (first, second) => {
        const found = rankBiasedOverlap(first, second, 0.8);
        expect(found).toBeGreaterThan(-1e-12);
        expect(found).toBeLessThan(1 + 1e-12);
        expect(rankBiasedOverlap(second, first, 0.8)).toBeCloseTo(found, 12);
      }),
    );
  });

  it('Kendall’s tau agrees with scipy, ties included', () => {
    for (const { x, y, tau } of scipy.kendall) {
      const found = kendallTau(x, y);
      if (tau === null) expect(found).toBeUndefined();
      else expect(found).toBeCloseTo(tau, 13);
    }
  });

  it('refuses what cannot be compared', () => {
    expect(() => overlapAt(a, b, 0)).toThrow(RangeError);
    expect(() => rankBiasedOverlap(a, b, 1)).toThrow(RangeError);
    expect(() => kendallTau([1], [1, 2])).toThrow(RangeError);
  });
});
