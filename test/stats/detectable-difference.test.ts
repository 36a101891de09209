import { describe, expect, it } from 'vitest';
import { detectableDifference } from '../../src/stats/detectable-difference.ts';
import { error, golden } from './recorded.ts';

describe('the smallest detectable difference at 80 % power', () => {
  it.each(Object.entries(golden.paired_mde_power80))('%s agrees with the reference', (written, expected) => {
    const [, n, sd] = /^n=(\d+),sd=(.+)$/.exec(written)!;
    expect(error(detectableDifference(Number(sd), Number(n)), expected)).toBeLessThan(1e-14);
  });

  it('halves with four times the topics', () => {
    expect(detectableDifference(0.4, 400)).toBeCloseTo(detectableDifference(0.4, 100) / 2, 15);
    expect(() => detectableDifference(0.4, 0)).toThrow(RangeError);
  });
});
