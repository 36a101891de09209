// RR: one over the rank of the first relevant entry. Its mean over topics is MRR.
import type { MeasureDef } from '../../core/contracts.ts';
import { JUDGED_ONLY, REL } from './credits.ts';
import { relevantIn } from './tie-kernels.ts';

export const reciprocalRank: MeasureDef<{ rel: number }> = {
  name: 'RR',
  summary: 'reciprocal rank of the first relevant entry; its mean is MRR',
  aliases: ['mrr', 'recip_rank', 'reciprocal_rank'],
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: '1 / rank of the first relevant entry; 0 where there is none, or none in the top k',
  source: 'trec_eval 10: recip_rank; with a cutoff as MS MARCO: MRR@10',
  params: { rel: REL, ...JUDGED_ONLY },
  trecEval: [{ name: 'recip_rank' }],
  ties: 'grade',
  evaluate({ creditRanks, creditGrades }, { rel, cutoff = Infinity }) {
    for (let i = 0; i < creditRanks.length && creditRanks[i]! <= cutoff; i++) {
      if (creditGrades[i]! >= rel) return 1 / creditRanks[i]!;
    }
    return 0;
  },
  expected({ judged, blockEnds }, { rel, cutoff = Infinity }) {
    let start = 0;
    for (const end of blockEnds) {
      const found = relevantIn(judged, start, end, rel);
      if (found > 0) {
        // Rank by rank: the chance that the first relevant one has not come yet, times that it comes now.
        let waiting = 1;
        let sum = 0;
        for (let rank = start + 1; rank <= end && rank <= cutoff && waiting > 0; rank++) {
          const now = Math.min(1, found / (end - rank + 1));
          sum += (waiting * now) / rank;
          waiting *= 1 - now;
        }
        return sum;
      }
      start = end;
    }
    return 0;
  },
};
