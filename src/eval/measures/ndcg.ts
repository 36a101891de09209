// nDCG: discounted gain of what was found, over that of the best possible order.
import type { JudgedRanking, MeasureDef } from '../../core/contracts.ts';
import { REL } from './credits.ts';

export const ndcg: MeasureDef<{ rel: number; gain: string }> = {
  name: 'nDCG',
  summary: 'normalised discounted cumulative gain',
  aliases: ['ndcg'],
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  proportion: false,
  formula:
    'DCG / ideal DCG; DCG = sum over the i-th relevant entry, at rank r_i, of gain / log2(1 + max(r_i, i)), positions up to k; ' +
    'gain = grade (linear) or 2^grade - 1 (exp); ideal: all positive grades in descending order, cut at k',
  source:
    'Järvelin and Kekäläinen 2002; trec_eval 10: ndcg, ndcg_cut (linear); Burges et al. 2005 (exp). ' +
    'max(r_i, i) is r_i unless one chunk meets several needs. rel is ours: trec_eval -l leaves nDCG alone',
  params: {
    rel: REL,
    gain: { default: 'linear', doc: 'gain of a grade g: g, or 2^g - 1', choices: ['linear', 'exp'] },
  },
  evaluate(judged, { rel, gain, cutoff = Infinity }) {
    const ideal = idealGain(judged, rel, gain, cutoff);
    return ideal === 0 ? 0 : foundGain(judged, rel, gain, cutoff) / ideal;
  },
};

function foundGain(judged: JudgedRanking, rel: number, gain: string, cutoff: number): number {
  const { creditRanks, creditGrades, ideal } = judged;
  let sum = 0;
  let i = 0;
  for (let credit = 0; credit < creditRanks.length; credit++) {
    const grade = creditGrades[credit]!;
    if (grade < rel) continue;
    i++;
    // The i-th credit never stands above place i, so that the ideal (one place a need) is an upper bound.
    const position = Math.max(creditRanks[credit]!, i);
    if (position > cutoff) break;
    sum += gainOf(grade, gain, ideal[0]!) / Math.log2(1 + position);
  }
  return sum;
}

function idealGain({ ideal }: JudgedRanking, rel: number, gain: string, cutoff: number): number {
  let sum = 0;
  for (let i = 0; i < ideal.length && i < cutoff && ideal[i]! >= rel; i++) {
    sum += gainOf(ideal[i]!, gain, ideal[0]!) / Math.log2(2 + i);
  }
  return sum;
}

/** Exponential gains are divided by 2^top, which cancels in nDCG: 2^grade alone overflows at grade 1024. */
function gainOf(grade: number, gain: string, top: number): number {
  return gain === 'exp' ? 2 ** (grade - top) - 2 ** -top : grade;
}
