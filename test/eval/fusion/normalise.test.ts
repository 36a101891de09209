import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../../../src/eval/fusion/normalise.ts';
import { NORMS } from '../../../src/eval/fusion/params.ts';

const of = (norm: string, ...scores: number[]): number[] => [...normalise(norm, Float64Array.from(scores))];

describe('normalise', () => {
  it('scales by range, spread, rank or sum, or not at all', () => {
    expect(of('minmax', 14, 11, 10)).toEqual([1, 0.25, 0]);
    expect(of('zscore', 3, 1)).toEqual([1, -1]);
    expect(of('rank', 9, 8, 7, 1)).toEqual([1, 0.75, 0.5, 0.25]);
    expect(of('sum', 14, 12, 10)).toEqual([2 / 3, 1 / 3, 0]);
    expect(of('none', 5, -2)).toEqual([5, -2]);
  });

  it('has a constant where all scores are equal: 1, 0, by rank, 1 / n', () => {
    expect(of('minmax', 0.42, 0.42)).toEqual([1, 1]);
    expect(of('zscore', 0.42, 0.42)).toEqual([0, 0]);
    expect(of('rank', 0.42, 0.42)).toEqual([1, 0.5]);
    expect(of('sum', 0.42, 0.42)).toEqual([0.5, 0.5]);
    for (const norm of NORMS) {
      expect(of(norm, 0.77)).toEqual([{ minmax: 1, zscore: 0, rank: 1, sum: 1, none: 0.77 }[norm]]);
      expect(of(norm)).toEqual([]);
    }
  });

  it('is finite and never turns an order around, whatever the scores', () => {
    const scores = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 });
    fc.assert(
      fc.property(fc.constantFrom(...NORMS), scores, (norm, given) => {
        const scaled = normalise(norm, Float64Array.from(given).sort().reverse());
        scaled.forEach((value, i) => {
          expect(Number.isFinite(value) && value <= (scaled[i - 1] ?? Infinity)).toBe(true);
        });
      }),
    );
  });

  it('does not depend on the scale, even at the ends of the doubles', () => {
    for (const norm of ['minmax', 'zscore', 'sum']) {
      const plain = of(norm, 4, 3, 1);
      for (const scale of [2 ** 1020, 2 ** -1070]) expect(of(norm, 4 * scale, 3 * scale, scale), norm).toEqual(plain);
    }
  });
});
