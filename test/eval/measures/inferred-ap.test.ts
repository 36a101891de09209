import { describe, expect, it } from 'vitest';
import { averagePrecision } from '../../../src/eval/measures/average-precision.ts';
import { inferredAp } from '../../../src/eval/measures/inferred-ap.ts';
import { judgedOf } from '../judged-of.ts';

const infAp = (byRank: readonly (number | undefined)[], missing: readonly number[] = []): number =>
  inferredAp.evaluate(judgedOf(byRank, missing), { rel: 1 });

describe('infAP', () => {
  it('is AP, but for its smoothing, where everything is judged', () => {
    const judged = judgedOf([1, 0, 2, 0, 0, 1], [1]);
    const ap = averagePrecision.evaluate(judged, { rel: 1 });
    expect(Math.abs(inferredAp.evaluate(judged, { rel: 1 }) - ap)).toBeLessThan(1e-4);
  });

  it('takes pooled but unjudged documents for as relevant as the judged ones, others for not relevant', () => {
    // Above rank 4 stand a relevant, a non-relevant and a third one: pooled, it counts as half relevant.
    expect(infAp([1, 0, -1, 1])).toBeCloseTo((1 + 1 / 4 + (3 / 4) * (3 / 3) * (1 / 2)) / 2, 5);
    expect(infAp([1, 0, undefined, 1])).toBeCloseTo((1 + 1 / 4 + (3 / 4) * (2 / 3) * (1 / 2)) / 2, 5);
  });

  it('is 0 where nothing is relevant', () => {
    expect(infAp([0, -1])).toBe(0);
  });
});
