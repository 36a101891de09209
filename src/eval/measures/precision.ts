// P@k: the share of the top k that is relevant.
import type { MeasureDef } from '../../core/contracts.ts';
import { countPlaces, JUDGED_ONLY, REL } from './credits.ts';
import { expectedLinear } from './tie-kernels.ts';
import { CUTOFFS } from './trec-eval-cutoffs.ts';

export const precision: MeasureDef<{ rel: number }> = {
  name: 'P',
  summary: 'precision: share of the top k places that hold something relevant (over evidence: that meet a need first)',
  aliases: ['precision'],
  cutoff: 'required',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: 'relevant entries in the top k / k, however few were returned',
  source: 'trec_eval 10: P; ir_measures: P',
  params: { rel: REL, ...JUDGED_ONLY },
  trecEval: [{ name: 'P', cutoffs: CUTOFFS }],
  ties: 'grade',
  evaluate(judged, { rel, cutoff }) {
    if (cutoff === undefined) throw new RangeError('P needs a cutoff');
    return countPlaces(judged, rel, cutoff) / cutoff;
  },
  expected(tied, { rel, cutoff = Infinity }) {
    const found = expectedLinear(
      tied,
      (grade) => Number(grade >= rel),
      (rank) => Number(rank <= cutoff),
    );
    return found / cutoff;
  },
};
