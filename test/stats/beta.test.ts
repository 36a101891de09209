import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile } from '../../src/stats/beta.ts';
import { error, scipy } from './recorded.ts';

describe('the beta distribution', () => {
  it.each(scipy.betaCdf)('P(Beta <= %s) with a = %s, b = %s agrees with scipy', (x, a, b, p) => {
    expect(Math.abs(betaCdf(x, a, b) - p)).toBeLessThan(1e-11 * Math.max(p, 1e-3));
  });

  it.each(scipy.betaQuantile)('the quantile at %s with a = %s, b = %s agrees with scipy', (p, a, b, x) => {
    expect(error(betaQuantile(p, a, b), x)).toBeLessThan(1e-10);
  });

  it('has its ends, and is uniform for a = b = 1', () => {
    expect([betaCdf(0, 2, 3), betaCdf(1, 2, 3), betaCdf(-1, 2, 3)]).toEqual([0, 1, 0]);
    expect(betaCdf(0.3, 1, 1)).toBeCloseTo(0.3, 14);
    expect(betaQuantile(0.7, 1, 1)).toBeCloseTo(0.7, 14);
  });

  it('refuses what is no shape and no probability', () => {
    expect(() => betaCdf(0.5, 0, 1)).toThrow(RangeError);
    expect(() => betaQuantile(1.1, 1, 1)).toThrow(RangeError);
  });
});
