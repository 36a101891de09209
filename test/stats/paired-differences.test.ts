import { describe, expect, it } from 'vitest';
import { momentsOf, pairedDifferences } from '../../src/stats/paired-differences.ts';
import { golden } from './recorded.ts';

describe('paired differences', () => {
  it('are second less first, and exactly 0 where only rounding differs', () => {
    expect([...pairedDifferences([0.1 + 0.2, 1, 0.5], [0.3, 0.5, 1])]).toEqual([0, -0.5, 0.5]);
  });

  it('do not come from the nine digits of a stored report', () => {
    expect(pairedDifferences([1 / 3], [0.333333333])[0]).toBe(0);
  });

  it('keep small real differences', () => {
    expect(pairedDifferences([0.5], [0.5 + 1e-6])[0]).toBeCloseTo(1e-6, 15);
  });

  it('refuse topics without a partner', () => {
    expect(() => pairedDifferences([1], [1, 2])).toThrow(RangeError);
  });
});

describe('moments', () => {
  it('of the golden example give its mean difference', () => {
    const { A, B, mean_delta } = golden.paired_example;
    expect(Math.abs(momentsOf(pairedDifferences(A, B)).mean - mean_delta)).toBeLessThan(1e-15);
  });

  it('have no spread where all values are equal but for rounding', () => {
    expect(momentsOf([0.1, 0.9 - 0.8, 0.3 - 0.2]).sd).toBe(0);
    expect(momentsOf([5])).toEqual({ mean: 5, sd: 0 });
    expect(() => momentsOf([])).toThrow(RangeError);
  });
});
