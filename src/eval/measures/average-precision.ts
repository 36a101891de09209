// AP: precision at each relevant entry, averaged over all that is relevant. Its mean over topics is MAP.
import type { MeasureDef } from '../../core/contracts.ts';
import { countRelevant, REL } from './credits.ts';

export const averagePrecision: MeasureDef<{ rel: number }> = {
  name: 'AP',
  summary: 'average precision; its mean is MAP. With a cutoff only the top k earns, over all that is relevant',
  aliases: ['map', 'average_precision'],
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  proportion: false,
  formula: 'sum over the i-th relevant entry, at rank r_i (in the top k), of i / max(r_i, i); divided by relevant',
  source: 'trec_eval 10: map, map_cut; max(r_i, i) is r_i unless one chunk meets several needs',
  params: { rel: REL },
  evaluate(judged, { rel, cutoff = Infinity }) {
    const relevant = countRelevant(judged, rel);
    if (relevant === 0) return 0;
    const { creditRanks, creditGrades } = judged;
    let sum = 0;
    let i = 0;
    for (let credit = 0; credit < creditRanks.length && creditRanks[credit]! <= cutoff; credit++) {
      if (creditGrades[credit]! < rel) continue;
      i++;
      sum += i / Math.max(creditRanks[credit]!, i);
    }
    return sum / relevant;
  },
};
