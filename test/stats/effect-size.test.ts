import { describe, expect, it } from 'vitest';
import { cohenDz } from '../../src/stats/effect-size.ts';
import { pairedDifferences } from '../../src/stats/paired-differences.ts';
import { error, golden } from './recorded.ts';

describe('Cohen’s d for paired differences', () => {
  it('agrees with the golden example', () => {
    const { A, B, cohen_dz } = golden.paired_example;
    expect(error(cohenDz(pairedDifferences(A, B))!, cohen_dz)).toBeLessThan(1e-14);
  });

  it('is 0 for identical runs and undefined where nothing spreads', () => {
    expect(cohenDz([0, 0])).toBe(0);
    expect(cohenDz([0.5, 0.5])).toBeUndefined();
    expect(cohenDz([0.5])).toBeUndefined();
  });
});
