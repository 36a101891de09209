// Judged@k and unj@k: how much of the top k anybody has looked at.
import type { JudgedRanking, MeasureDef } from '../../core/contracts.ts';
import { expectedLinear } from './tie-kernels.ts';

export const judgedRate: MeasureDef<{ of: string }> = {
  name: 'Judged',
  summary: 'share of the top k that is judged; a low value makes every other measure a guess',
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    'judged entries in the top k / entries there (of=returned) or / k (of=cutoff); a negative grade is no judgment',
  source: 'ir_measures: Judged (which takes a negative grade for a judgment)',
  params: { of: { default: 'returned', doc: 'what it is a share of', choices: ['returned', 'cutoff'] } },
  ties: 'judged',
  evaluate(judged, { of, cutoff }) {
    const places = placesOf(judged, of, cutoff);
    return places === 0 ? 0 : countJudged(judged, cutoff ?? Infinity) / places;
  },
  expected(tied, { of, cutoff }) {
    const places = placesOf(tied.judged, of, cutoff);
    if (places === 0) return 0;
    const seen = cutoff ?? Infinity;
    return (
      expectedLinear(
        tied,
        (_, isJudged) => isJudged,
        (rank) => Number(rank <= seen),
      ) / places
    );
  },
};

function placesOf({ judged }: JudgedRanking, of: string, cutoff: number | undefined): number {
  if (cutoff === undefined) return judged.length;
  return of === 'cutoff' ? cutoff : Math.min(cutoff, judged.length);
}

function countJudged({ judged }: JudgedRanking, cutoff: number): number {
  let count = 0;
  for (let i = 0; i < judged.length && i < cutoff; i++) count += judged[i]!;
  return count;
}

export const unjudgedRate: MeasureDef<Record<never, never>> = {
  name: 'unj',
  summary: 'share of the top k places that hold an unjudged document',
  cutoff: 'required',
  better: 'lower',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: 'unjudged entries in the top k / k, however few were returned; a negative grade is no judgment',
  source: 'trec_eval 10: unj',
  params: {},
  trecEval: [{ name: 'unj', cutoffs: [5, 10, 20] }],
  ties: 'judged',
  evaluate(judged, { cutoff = 1 }) {
    return (Math.min(cutoff, judged.judged.length) - countJudged(judged, cutoff)) / cutoff;
  },
  expected(tied, { cutoff = 1 }) {
    return (
      expectedLinear(
        tied,
        (_, isJudged) => 1 - isJudged,
        (rank) => Number(rank <= cutoff),
      ) / cutoff
    );
  },
};
