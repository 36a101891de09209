// R@k: the share of what is relevant that stands in the top k.
import type { MeasureDef } from '../../core/contracts.ts';
import { countFound, countRelevant, JUDGED_ONLY, REL } from './credits.ts';
import { expectedLinear } from './tie-kernels.ts';
import { CUTOFFS } from './trec-eval-cutoffs.ts';

export const recall: MeasureDef<{ rel: number }> = {
  name: 'R',
  summary: 'recall: share of the relevant (over evidence: of the needs) that is found in the top k',
  aliases: ['recall'],
  cutoff: 'required',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'single-need',
  formula: 'found in the top k / relevant; 0 where nothing is relevant',
  source: 'trec_eval 10: recall; ir_measures: R',
  params: { rel: REL, ...JUDGED_ONLY },
  trecEval: [{ name: 'recall', cutoffs: CUTOFFS }],
  ties: 'grade',
  evaluate(judged, { rel, cutoff = Infinity }) {
    const relevant = countRelevant(judged, rel);
    return relevant === 0 ? 0 : countFound(judged, rel, cutoff) / relevant;
  },
  expected(tied, { rel, cutoff = Infinity }) {
    const relevant = countRelevant(tied.judged, rel);
    if (relevant === 0) return 0;
    return expectedLinear(tied, atLeast(rel), (rank) => Number(rank <= cutoff)) / relevant;
  },
};

function atLeast(rel: number): (grade: number) => number {
  return (grade) => Number(grade >= rel);
}
