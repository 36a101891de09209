import { describe, expect, it } from 'vitest';
import { pairedDifferences } from '../../src/stats/paired-differences.ts';
import { winTieLoss } from '../../src/stats/win-tie-loss.ts';

describe('win, tie and loss', () => {
  it('count the second system’s topics, and rounding is a tie', () => {
    const differences = pairedDifferences([0, 1, 0.5, 0.3], [1, 0.5, 0, 0.1 + 0.2]);
    expect(winTieLoss(differences)).toEqual({ wins: 1, ties: 1, losses: 2 });
  });

  it('turn around where less is better', () => {
    expect(winTieLoss([1, 1, -1, 0], true)).toEqual({ wins: 1, ties: 1, losses: 2 });
    expect(winTieLoss([])).toEqual({ wins: 0, ties: 0, losses: 0 });
  });
});
