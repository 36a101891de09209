import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../../src/stats/normal.ts';
import { error, scipy } from './recorded.ts';

describe('the normal distribution', () => {
  it.each(scipy.normalCdf)('P(Z <= %s) agrees with scipy', (x, p) => {
    expect(error(normalCdf(x), p)).toBeLessThan(1e-12);
  });

  it.each(scipy.normalQuantile)('the quantile at %s agrees with scipy', (p, z) => {
    expect(error(normalQuantile(p), z)).toBeLessThan(1e-12);
  });

  it('has its usual points', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 15);
    expect(normalCdf(-50)).toBeLessThan(1e-300);
    expect(normalCdf(50)).toBe(1);
  });

  it('refuses what is no probability', () => {
    for (const p of [0, 1, -0.1, Number.NaN]) expect(() => normalQuantile(p)).toThrow(RangeError);
  });
});
