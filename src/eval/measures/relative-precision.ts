// relative_P@k: precision over the best precision that k places allow.
import type { MeasureDef } from '../../core/contracts.ts';
import { countPlaces, countRelevant, REL } from './credits.ts';
import { expectedLinear } from './tie-kernels.ts';
import { CUTOFFS } from './trec-eval-cutoffs.ts';

export const relativePrecision: MeasureDef<{ rel: number }> = {
  name: 'relative_P',
  summary: 'precision at k over the best possible there: P@k while k is at most the number relevant, then recall',
  cutoff: 'required',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: 'relevant entries in the top k / min(k, relevant); 0 where nothing is relevant',
  source: 'trec_eval 10: relative_P',
  params: { rel: REL },
  trecEval: [{ name: 'relative_P', cutoffs: CUTOFFS }],
  ties: 'grade',
  evaluate(judged, { rel, cutoff = Infinity }) {
    const most = Math.min(cutoff, countRelevant(judged, rel));
    return most === 0 ? 0 : countPlaces(judged, rel, cutoff) / most;
  },
  expected(tied, { rel, cutoff = Infinity }) {
    const most = Math.min(cutoff, countRelevant(tied.judged, rel));
    if (most === 0) return 0;
    const found = expectedLinear(
      tied,
      (grade) => Number(grade >= rel),
      (rank) => Number(rank <= cutoff),
    );
    return found / most;
  },
};
