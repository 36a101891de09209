import { describe, expect, it } from 'vitest';
import { pairedDifferences } from '../../src/stats/paired-differences.ts';
import { wilcoxonSignedRank } from '../../src/stats/wilcoxon.ts';
import { error, golden, scipy } from './recorded.ts';

describe('the Wilcoxon signed-rank test', () => {
  it('agrees with the golden example', () => {
    const { A, B, wilcoxon_exact } = golden.paired_example;
    const found = wilcoxonSignedRank(pairedDifferences(A, B));
    expect(found.w).toBe(wilcoxon_exact.W);
    expect(error(found.p, wilcoxon_exact.p)).toBeLessThan(1e-14);
    expect(found.exact).toBe(true);
  });

  it('agrees with scipy’s default, with ties and zeros, exact and normal', () => {
    const modes = new Set<boolean>();
    for (const { differences, w, wilcoxonP } of scipy.paired) {
      const found = wilcoxonSignedRank(differences);
      modes.add(found.exact);
      expect(found.w, `n = ${differences.length}`).toBe(w);
      expect(error(found.p, wilcoxonP), `n = ${differences.length}`).toBeLessThan(1e-11);
    }
    expect(modes.size).toBe(2);
  });

  it('is 1 for identical runs, the same in both directions, and never 0', () => {
    expect(wilcoxonSignedRank([0, 0, 0])).toEqual({ w: 0, p: 1, exact: true });
    expect(wilcoxonSignedRank([1, -2, 3]).p).toBe(wilcoxonSignedRank([-1, 2, -3]).p);
    expect(wilcoxonSignedRank(Array.from({ length: 20_000 }, (_, i) => i + 1)).p).toBe(Number.MIN_VALUE);
  });

  it('ranks by size, not by the rounding of sizes', () => {
    expect(wilcoxonSignedRank([0.3, 0.1 + 0.2, -0.3])).toEqual(wilcoxonSignedRank([3, 3, -3]));
  });
});
