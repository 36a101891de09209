import { describe, expect, it } from 'vitest';
import { pairedDifferences } from '../../src/stats/paired-differences.ts';
import { pairedT } from '../../src/stats/student-t.ts';
import { error, golden, scipy } from './recorded.ts';

describe('the paired t test', () => {
  it('agrees with the golden example to its digits', () => {
    const { A, B, t, t_p_two_sided, t_df, t_ci95 } = golden.paired_example;
    const found = pairedT(pairedDifferences(A, B))!;
    expect(found.df).toBe(t_df);
    expect(error(found.t, t)).toBeLessThan(1e-13);
    expect(error(found.p, t_p_two_sided)).toBeLessThan(1e-13);
    expect(error(found.interval.low, t_ci95[0])).toBeLessThan(1e-12);
    expect(error(found.interval.high, t_ci95[1])).toBeLessThan(1e-12);
  });

  it('agrees with scipy from 2 to 300 topics', () => {
    for (const { differences, t, tP, tLow, tHigh } of scipy.paired) {
      const found = pairedT(differences)!;
      const where = `n = ${differences.length}`;
      expect(Math.abs(found.t - t), where).toBeLessThan(1e-11);
      expect(error(found.p, tP), where).toBeLessThan(1e-11);
      expect(Math.abs(found.interval.low - tLow), where).toBeLessThan(1e-10);
      expect(Math.abs(found.interval.high - tHigh), where).toBeLessThan(1e-10);
    }
  });

  it('is 1 for identical runs, and never 0', () => {
    expect(pairedT([0, 0, 0])).toMatchObject({ t: 0, p: 1, interval: { low: 0, high: 0 } });
    expect(pairedT(Array.from({ length: 2000 }, (_, i) => 1 + (i % 2) * 1e-6))!.p).toBeGreaterThan(0);
  });

  it('says nothing where there is no spread to judge by', () => {
    expect(pairedT([0.3])).toBeUndefined();
    expect(pairedT([0.1, 0.1, 0.3 - 0.2])).toBeUndefined();
  });
});
