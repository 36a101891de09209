import { describe, expect, it } from 'vitest';
import { binaryGain, normalizedGain } from '../../../src/eval/measures/gain-measures.ts';
import { judgedOf } from '../judged-of.ts';

describe('G', () => {
  it('discounts a grade by what the ideal order would have gained more by then', () => {
    // Ideal 3, 1: cost 3, 4, 5. Found 1 at rank 1 (gained 1, behind by 2) and 3 at rank 3 (gained 4, behind by 1).
    const expected = (1 / Math.log2(2 + 3 - 1) + 3 / Math.log2(2 + 5 - 4)) / 4;
    expect(normalizedGain.evaluate(judgedOf([1, 0, 3]), { rel: 1 })).toBeCloseTo(expected, 15);
  });

  it('is 1 for the ideal order and 0 where nothing is relevant', () => {
    expect(normalizedGain.evaluate(judgedOf([3, 2, 1, 0]), { rel: 1 })).toBe(1);
    expect(normalizedGain.evaluate(judgedOf([0]), { rel: 1 })).toBe(0);
  });
});

describe('binG', () => {
  it('discounts by the number of entries above that are not relevant', () => {
    const expected = (1 + 1 / Math.log2(3)) / 3;
    expect(binaryGain.evaluate(judgedOf([1, undefined, 2], [1]), { rel: 1 })).toBeCloseTo(expected, 15);
    expect(binaryGain.evaluate(judgedOf([1, 1, 0]), { rel: 1 })).toBe(1);
  });
});
