import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg, holm } from '../../src/stats/corrections.ts';

const worked = [0.01, 0.04, 0.03, 0.005, 0.2];
const close = (got: readonly number[], want: readonly number[]): void => {
  expect(got).toHaveLength(want.length);
  got.forEach((p, i) => {
    expect(p).toBeCloseTo(want[i]!, 12);
  });
};

describe('corrections for several tests', () => {
  it('give the worked values', () => {
    close(holm(worked), [0.04, 0.09, 0.09, 0.025, 0.2]);
    close(benjaminiHochberg(worked), [0.025, 0.05, 0.05, 0.025, 0.2]);
  });

  it('take an empty list and refuse what is no p value', () => {
    expect(holm([])).toEqual([]);
    expect(() => holm([0.5, Number.NaN])).toThrow(RangeError);
    expect(() => benjaminiHochberg([1.5])).toThrow(RangeError);
  });

  it('never lower a p, never exceed 1, keep the order of the ps, and Holm is the stricter', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (ps) => {
        const strict = holm(ps);
        const loose = benjaminiHochberg(ps);
        ps.forEach((p, i) => {
          expect(loose[i]!).toBeGreaterThanOrEqual(p * (1 - 1e-12));
          expect(strict[i]!).toBeGreaterThanOrEqual(loose[i]! * (1 - 1e-12));
          expect(strict[i]!).toBeLessThanOrEqual(1);
          ps.forEach((other, j) => {
            if (p < other) expect(strict[i]!).toBeLessThanOrEqual(strict[j]!);
          });
        });
      }),
    );
  });
});
