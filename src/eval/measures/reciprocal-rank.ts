// RR: one over the rank of the first relevant entry. Its mean over topics is MRR.
import type { MeasureDef } from '../../core/contracts.ts';
import { REL } from './credits.ts';

export const reciprocalRank: MeasureDef<{ rel: number }> = {
  name: 'RR',
  summary: 'reciprocal rank of the first relevant entry; its mean is MRR',
  aliases: ['mrr', 'recip_rank', 'reciprocal_rank'],
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  proportion: false,
  formula: '1 / rank of the first relevant entry; 0 where there is none, or none in the top k',
  source: 'trec_eval 10: recip_rank; with a cutoff as MS MARCO: MRR@10',
  params: { rel: REL },
  evaluate({ creditRanks, creditGrades }, { rel, cutoff = Infinity }) {
    for (let i = 0; i < creditRanks.length && creditRanks[i]! <= cutoff; i++) {
      if (creditGrades[i]! >= rel) return 1 / creditRanks[i]!;
    }
    return 0;
  },
};
