import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../src/experiment/baseline-difference.ts';
import { oneSystem, reportOf } from './gate-reports.ts';

describe('differenceOf', () => {
  const old = { report: reportOf(oneSystem(4, 2)), command: null };

  it('is empty for one report twice', () => {
    expect(differenceOf(old, old.report)).toEqual({ problems: [], changes: [], scores: [], flips: [], cutoff: 3 });
  });

  it('holds every score that moves, comes or goes, and the questions that flip', () => {
    const now = reportOf(oneSystem(4, 3), { measures: ['R@1', 'R@3', 'R@5'] });
    const { scores, flips, problems } = differenceOf(old, now);
    expect(scores.map(({ measure, old: was, new: is }) => [measure, was, is])).toEqual([
      ['R@1', 0.5, 0.75],
      ['R@3', 0.5, 0.75],
      ['RR', 0.555555556, null],
      ['R@5', null, 0.75],
    ]);
    // A measure is gone, so the two cannot be compared question by question.
    expect([problems.length, flips]).toEqual([1, []]);
    expect(differenceOf(old, reportOf(oneSystem(4, 3))).flips.map(({ question }) => question)).toEqual(['q3']);
  });
});
