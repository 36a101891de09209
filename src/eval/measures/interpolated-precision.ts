// Interpolated precision: the points of the recall-precision curve, and their average.
import type { JudgedRanking, MeasureDef, ParamSpec } from '../../core/contracts.ts';
import { countRelevant, JUDGED_ONLY, REL } from './credits.ts';

const POINTS: readonly number[] = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Version 10 says why it changed: adding 0.9 and truncating depends on how a machine rounds 0.3 * 10. */
const PLACE: ParamSpec<string> = {
  default: 'nearest',
  doc: 'how a share of recall becomes a number of documents: rounded, or by adding 0.9 and truncating (trec_eval 9)',
  choices: ['nearest', 'up'],
};

export const interpolatedPrecision: MeasureDef<{ rel: number; place: string }> = {
  name: 'IPrec',
  summary: 'interpolated precision at a share of recall, as in IPrec@0.1',
  aliases: ['iprec_at_recall'],
  cutoff: 'required',
  fractional: true,
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    'largest i / r_i over the relevant entries from the c-th on, r_i the rank of the i-th; ' +
    'c = share of recall * relevant, rounded, at least 1; 0 where fewer than c were found',
  source: 'trec_eval 10: iprec_at_recall; ir_measures: IPrec, with place=up',
  params: { rel: REL, place: PLACE, ...JUDGED_ONLY },
  trecEval: [{ name: 'iprec_at_recall', cutoffs: POINTS }],
  trecEval9: { place: 'up' },
  ties: 'grade',
  check: ({ cutoff = 0 }) => (cutoff > 1 ? 'a share of recall is a number from 0 to 1' : undefined),
  evaluate(judged, { rel, place, cutoff = 0 }) {
    return bestFrom(judged, rel, placeOf(cutoff, countRelevant(judged, rel), place));
  },
};

export const elevenPointAverage: MeasureDef<{ rel: number; place: string }> = {
  name: '11pt_avg',
  summary: 'interpolated precision averaged over recall 0, 0.1, ..., 1',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: 'mean of IPrec@0, IPrec@0.1, ..., IPrec@1',
  source: 'trec_eval 10: 11pt_avg',
  params: { rel: REL, place: PLACE },
  trecEval: [{ name: '11pt_avg' }],
  trecEval9: { place: 'up' },
  ties: 'grade',
  evaluate(judged, { rel, place }) {
    const relevant = countRelevant(judged, rel);
    let sum = 0;
    for (let point = POINTS.length - 1; point >= 0; point--)
      sum += bestFrom(judged, rel, placeOf(POINTS[point]!, relevant, place));
    return sum / POINTS.length;
  },
};

function placeOf(share: number, relevant: number, place: string): number {
  const exact = share * relevant;
  return Math.max(1, place === 'up' ? Math.floor(exact + 0.9) : Math.round(exact));
}

/** The best precision at the c-th relevant entry or any later one. */
function bestFrom({ creditRanks, creditGrades }: JudgedRanking, rel: number, c: number): number {
  let best = 0;
  let i = 0;
  for (let credit = 0; credit < creditRanks.length; credit++) {
    if (creditGrades[credit]! < rel) continue;
    i++;
    if (i >= c) best = Math.max(best, i / Math.max(creditRanks[credit]!, i));
  }
  return best;
}
