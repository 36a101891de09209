// Rprec: precision at rank R, R being the number relevant; and at multiples of R.
import type { MeasureDef } from '../../core/contracts.ts';
import { countFound, countPlaces, countRelevant, JUDGED_ONLY, REL } from './credits.ts';
import { expectedLinear } from './tie-kernels.ts';

export const rPrecision: MeasureDef<{ rel: number }> = {
  name: 'Rprec',
  summary: 'precision at rank R, the number relevant; equals recall there',
  aliases: ['r_precision', 'r_prec'],
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'single-need',
  formula: 'found in the top R / R, R = relevant; 0 where nothing is relevant',
  source: 'trec_eval 10: Rprec; ir_measures: Rprec',
  params: { rel: REL, ...JUDGED_ONLY },
  trecEval: [{ name: 'Rprec' }],
  ties: 'grade',
  evaluate(judged, { rel }) {
    const relevant = countRelevant(judged, rel);
    return relevant === 0 ? 0 : countFound(judged, rel, relevant) / relevant;
  },
  expected(tied, { rel }) {
    const relevant = countRelevant(tied.judged, rel);
    if (relevant === 0) return 0;
    const found = expectedLinear(
      tied,
      (grade) => Number(grade >= rel),
      (rank) => Number(rank <= relevant),
    );
    return found / relevant;
  },
};

export const rPrecisionMultiple: MeasureDef<{ rel: number }> = {
  name: 'Rprec_mult',
  summary: 'precision at a multiple of R, the number relevant, as in Rprec_mult@0.5',
  cutoff: 'required',
  fractional: true,
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: 'relevant entries in the top c / c, c = floor(m R + 0.9), m the cutoff; 0 where c is 0',
  source: 'trec_eval 10: Rprec_mult',
  params: { rel: REL },
  trecEval: [{ name: 'Rprec_mult', cutoffs: [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2] }],
  ties: 'grade',
  evaluate(judged, { rel, cutoff = 1 }) {
    const place = placeOf(cutoff, countRelevant(judged, rel));
    return place === 0 ? 0 : countPlaces(judged, rel, place) / place;
  },
  expected(tied, { rel, cutoff = 1 }) {
    const place = placeOf(cutoff, countRelevant(tied.judged, rel));
    if (place === 0) return 0;
    const found = expectedLinear(
      tied,
      (grade) => Number(grade >= rel),
      (rank) => Number(rank <= place),
    );
    return found / place;
  },
};

/** 0.9, so that a share reaches the next whole number as it did in trec_eval's first versions, which counted in floats. */
function placeOf(multiple: number, relevant: number): number {
  return relevant === 0 ? 0 : Math.floor(multiple * relevant + 0.9);
}
