// Where two systems are the same but for chance, a test at 5 % raises an alarm in at most 5 % of the trials.
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../src/core/rng.ts';
import { mcnemarExact } from '../../src/stats/mcnemar.ts';
import { pairedDifferences } from '../../src/stats/paired-differences.ts';
import { pairedT } from '../../src/stats/student-t.ts';
import { wilcoxonSignedRank } from '../../src/stats/wilcoxon.ts';
import { winTieLoss } from '../../src/stats/win-tie-loss.ts';

const TRIALS = 4000;
/** Three standard errors above 5 %. */
const MOST = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / TRIALS);

/** Reciprocal ranks, many of them 0: skewed, with ties. */
const reciprocalRank = (draw: Rng): number => (draw.float() < 0.6 ? 1 / (1 + draw.int(10)) : 0);
const hit = (draw: Rng): number => (draw.float() < 0.4 ? 1 : 0);

function alarms(
  n: number,
  value: (draw: Rng) => number,
  test: (differences: Float64Array) => number | undefined,
): number {
  const draw = createRng(404).stream(`null ${n}`);
  let count = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const side = (): number[] => Array.from({ length: n }, () => value(draw));
    const p = test(pairedDifferences(side(), side()));
    if (p !== undefined && p <= 0.05) count++;
  }
  return count / TRIALS;
}

describe.each([10, 30, 60])('over %i topics of equal systems', (n) => {
  it('Student’s t stays below 5 %', () => {
    expect(alarms(n, reciprocalRank, (differences) => pairedT(differences)?.p)).toBeLessThan(MOST);
  });

  it('Wilcoxon’s test stays below 5 %', () => {
    expect(alarms(n, reciprocalRank, (differences) => wilcoxonSignedRank(differences).p)).toBeLessThan(MOST);
  });

  it('McNemar’s test stays below 5 %', () => {
    const share = alarms(n, hit, (differences) => {
      const { wins, losses } = winTieLoss(differences);
      return mcnemarExact(wins, losses);
    });
    expect(share).toBeLessThan(MOST);
  });
});
