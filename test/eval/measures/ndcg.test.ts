import { describe, expect, it } from 'vitest';
import { ndcg } from '../../../src/eval/measures/ndcg.ts';
import { creditsOf, judgedOf } from '../judged-of.ts';

const linear = { rel: 1, gain: 'linear' };
const exp = { rel: 1, gain: 'exp' };

describe('nDCG', () => {
  it('relevant at ranks 1 and 3, two relevant: 1.5 / 1.631 = 0.92', () => {
    const value = ndcg.evaluate(judgedOf([1, 0, 1]), linear);
    expect(value).toBeCloseTo(1.5 / (1 + 1 / Math.log2(3)), 15);
    expect(value.toFixed(2)).toBe('0.92');
  });

  it('gains 3 2 3 0 1 2: DCG 6.861127 linear, 13.848264 exponential, nDCG 0.948811 exponential', () => {
    const judged = judgedOf([3, 2, 3, 0, 1, 2]);
    const idealLinear = 3 + 3 / Math.log2(3) + 2 / 2 + 2 / Math.log2(5) + 1 / Math.log2(6);
    const idealExp = 7 + 7 / Math.log2(3) + 3 / 2 + 3 / Math.log2(5) + 1 / Math.log2(6);
    expect(ndcg.evaluate(judged, linear) * idealLinear).toBeCloseTo(6.861127, 6);
    expect(ndcg.evaluate(judged, exp) * idealExp).toBeCloseTo(13.848264, 6);
    expect(ndcg.evaluate(judged, exp)).toBeCloseTo(0.948811, 6);
  });

  it('takes the ideal from everything judged, then cuts it', () => {
    expect(ndcg.evaluate(judgedOf([1], [3]), { ...linear, cutoff: 1 })).toBeCloseTo(1 / 3, 15);
  });

  it('filters by minimum grade in the ranking and in the ideal', () => {
    expect(ndcg.evaluate(judgedOf([1, 2]), { ...linear, rel: 2 })).toBeCloseTo(1 / Math.log2(3), 15);
    expect(ndcg.evaluate(judgedOf([1]), { ...linear, rel: 2 })).toBe(0);
  });

  it('gives the second need of one chunk the second place, and nothing beyond the cutoff', () => {
    const twice = creditsOf([
      [1, 1],
      [1, 1],
    ]);
    expect(ndcg.evaluate(twice, linear)).toBe(1);
    expect(ndcg.evaluate(twice, { ...linear, cutoff: 1 })).toBe(1);
    expect(
      ndcg.evaluate(
        creditsOf([
          [2, 1],
          [2, 1],
        ]),
        { ...linear, cutoff: 2 },
      ),
    ).toBeCloseTo(2 / Math.log2(3) / (1 + 1 / Math.log2(3)), 15);
  });

  it('stays finite for grades whose exponential gain does not fit a double', () => {
    expect(ndcg.evaluate(judgedOf([0, 2000], [1999]), exp)).toBeCloseTo(
      1 / Math.log2(3) / (1 + 0.5 / Math.log2(3)),
      12,
    );
  });
});
