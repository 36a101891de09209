// Success@k, also called hit rate: whether anything relevant stands in the top k.
import type { MeasureDef } from '../../core/contracts.ts';
import { countFound, JUDGED_ONLY, REL } from './credits.ts';
import { chanceOfNone, relevantIn } from './tie-kernels.ts';

export const success: MeasureDef<{ rel: number }> = {
  name: 'Success',
  summary: 'hit rate: 1 when anything relevant is in the top k; equals R@k only where one thing is relevant',
  aliases: ['hit', 'hits', 'hit_rate', 'hitrate'],
  cutoff: 'required',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'always',
  formula: '1 if found in the top k > 0, else 0',
  source: 'trec_eval 10: success; ir_measures: Success',
  params: { rel: REL, ...JUDGED_ONLY },
  trecEval: [{ name: 'success', cutoffs: [1, 5, 10] }],
  ties: 'grade',
  evaluate(judged, { rel, cutoff = Infinity }) {
    return countFound(judged, rel, cutoff) > 0 ? 1 : 0;
  },
  expected({ judged, blockEnds }, { rel, cutoff = Infinity }) {
    let start = 0;
    for (const end of blockEnds) {
      if (start >= cutoff) break;
      const found = relevantIn(judged, start, end, rel);
      // The first block that holds something relevant settles it: of its places, only those up to k are seen.
      if (found > 0) return 1 - chanceOfNone(end - start, found, Math.min(end, cutoff) - start);
      start = end;
    }
    return 0;
  },
};
