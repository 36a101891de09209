// One topic fused by a method as written, for tests.
import { type LabError, LabErrors } from '../../../src/core/errors.ts';
import { fusePool, poolOf } from '../../../src/eval/fusion/fuse.ts';
import { fusions } from '../../../src/eval/fusion/registry.ts';
import { type ResolvedFusion, resolveFusion } from '../../../src/eval/fusion/resolve-fusion.ts';
import { rankAsTrecEval, type TrecRanking } from '../../../src/eval/trec.ts';

export type Scores = Readonly<Record<string, number>>;

export function fusionOf(method: string, runs: number): ResolvedFusion {
  const faults: LabError[] = [];
  const fusion = resolveFusion(method, fusions, runs, {}, faults);
  if (!fusion) throw new LabErrors(faults);
  return fusion;
}

export const rankingOf = (scores: Scores): TrecRanking => rankAsTrecEval(Object.keys(scores), Object.values(scores));

export function fuseLists(method: string, lists: readonly Scores[], depth?: number): TrecRanking {
  const runs = lists.map((scores) => new Map([['t', rankingOf(scores)]]));
  return fusePool(poolOf('t', runs), fusionOf(method, lists.length), depth);
}

/** Ids and scores to six decimals, best first. */
export function fused(method: string, ...lists: readonly Scores[]): string[] {
  const { ids, scores } = fuseLists(method, lists);
  return ids.map((id, i) => `${id} ${+scores[i]!.toFixed(6)}`);
}

/** Case C31. */
export const A: Scores = { kiwi: 0.9, lime: 0.8, mango: 0.7 };
export const B: Scores = { plum: 14, mango: 11, pear: 10 };
