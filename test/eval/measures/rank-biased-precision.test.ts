import { describe, expect, it } from 'vitest';
import {
  rankBiasedPrecision as rbp,
  rankBiasedResidual as residual,
} from '../../../src/eval/measures/rank-biased-precision.ts';
import { creditsOf, judgedOf } from '../judged-of.ts';

describe('RBP', () => {
  it('weighs rank i by (1 - p) p^(i-1), grades by the highest of the topic', () => {
    const judged = judgedOf([undefined, 2, 0, 1], [4]);
    expect(rbp.evaluate(judged, { p: 0.5, rel: 0 })).toBeCloseTo(0.5 * (0.5 * 0.5 + 0.25 * 0.125), 15);
    expect(rbp.evaluate(judged, { p: 0.5, rel: 1 })).toBeCloseTo(0.5 * (0.5 + 0.125), 15);
    expect(rbp.evaluate(judged, { p: 0.5, rel: 2 })).toBeCloseTo(0.25, 15);
    expect(rbp.evaluate(judged, { p: 0.5, rel: 1, cutoff: 3 })).toBeCloseTo(0.25, 15);
  });

  it('at its ends reads the first entry only, or never gains', () => {
    expect(rbp.evaluate(judgedOf([1, 1]), { p: 0, rel: 1 })).toBe(1);
    expect(rbp.evaluate(judgedOf([1, 1]), { p: 1, rel: 1 })).toBe(0);
  });

  it('reads a second need of one chunk no earlier than a second chunk', () => {
    expect(
      rbp.evaluate(
        creditsOf([
          [1, 1],
          [1, 1],
        ]),
        { p: 0.5, rel: 1 },
      ),
    ).toBe(0.75);
  });
});

describe('RBPResid', () => {
  it('is what unjudged entries could add, retrieved or not; 0 where all retrieved are judged', () => {
    expect(residual.evaluate(judgedOf([1, undefined, -1]), { rel: 1, p: 0.5 })).toBe(0.5 * (0.5 + 0.25) + 0.125);
    expect(residual.evaluate(judgedOf([1, 0]), { rel: 1, p: 0.5 })).toBe(0);
    expect(residual.evaluate(judgedOf([undefined]), { rel: 1, p: 0.9 })).toBeCloseTo(1, 15);
  });
});
