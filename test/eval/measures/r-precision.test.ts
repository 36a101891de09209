import { describe, expect, it } from 'vitest';
import { rPrecision, rPrecisionMultiple } from '../../../src/eval/measures/r-precision.ts';
import { judgedOf } from '../judged-of.ts';

const judged = judgedOf([1, 0, 1, 0, 1], [1]);

describe('Rprec', () => {
  it('is precision at rank R', () => {
    expect(rPrecision.evaluate(judged, { rel: 1 })).toBe(0.5);
    expect(rPrecision.evaluate(judgedOf([1], [1, 1]), { rel: 1 })).toBeCloseTo(1 / 3, 15);
    expect(rPrecision.evaluate(judgedOf([0]), { rel: 1 })).toBe(0);
  });
});

describe('Rprec_mult', () => {
  it('is precision at a multiple of R, 0.9 added before the fraction is cut off', () => {
    // R = 4: 0.2 is rank 1, 0.6 is rank 3, 2 is rank 8.
    const at = (cutoff: number): number => rPrecisionMultiple.evaluate(judged, { rel: 1, cutoff });
    expect([0.2, 0.6, 1, 2].map(at)).toEqual([1, 2 / 3, 0.5, 3 / 8]);
    expect(rPrecisionMultiple.evaluate(judgedOf([0]), { rel: 1, cutoff: 1 })).toBe(0);
  });
});
