// What a new baseline would change: every score that moves, the questions that flip, and what else is not as it was.
import type { BaselineDifference, ScoreChange } from '../core/gate.ts';
import type { Report } from '../core/results.ts';
import { type Baseline, findChanges, findIncomparable } from './comparability.ts';
import { findFlips } from './gate.ts';

export function differenceOf(old: Baseline, report: Report): BaselineDifference {
  const problems = findIncomparable(old, report);
  return {
    problems,
    changes: findChanges(old, report),
    scores: scoreChanges(old.report, report),
    flips: problems.length === 0 ? findFlips(old.report, report) : [],
    cutoff: report.cutoff,
  };
}

type Cell = Omit<ScoreChange, 'old' | 'new'> & { readonly value: number };

function scoreChanges(old: Report, report: Report): ScoreChange[] {
  const before = cellsOf(old);
  const now = cellsOf(report);
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), now.get(key)];
    if (was?.value === is?.value) return [];
    const { value: _, ...place } = (is ?? was)!;
    return [{ ...place, old: was?.value ?? null, new: is?.value ?? null }];
  });
}

function cellsOf({ scores }: Report): ReadonlyMap<string, Cell> {
  const cells = scores.flatMap(({ system, wording, split, n, measures }) =>
    Object.entries(measures).map(([measure, { value }]): [string, Cell] => [
      JSON.stringify([system, wording, split, measure]),
      { system, wording, split, measure, n, value },
    ]),
  );
  return new Map(cells);
}
