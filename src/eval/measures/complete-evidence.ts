// CE@k: whether everything that the answer needs stands in the top k.
import type { MeasureDef } from '../../core/contracts.ts';
import { countFound, countRelevant, REL } from './credits.ts';
import { chanceOfNone, relevantIn } from './tie-kernels.ts';

export const completeEvidence: MeasureDef<{ rel: number }> = {
  name: 'CE',
  summary: 'complete evidence: 1 when every need is met in the top k',
  aliases: ['complete_evidence'],
  cutoff: 'required',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'always',
  formula: '1 if relevant > 0 and found in the top k = relevant, else 0',
  source: 'rag-lab; over qrels: 1 when R@k is 1',
  params: { rel: REL },
  ties: 'grade',
  evaluate(judged, { rel, cutoff = Infinity }) {
    const relevant = countRelevant(judged, rel);
    return relevant > 0 && countFound(judged, rel, cutoff) === relevant ? 1 : 0;
  },
  expected({ judged, blockEnds }, { rel, cutoff = Infinity }) {
    const relevant = countRelevant(judged, rel);
    if (relevant === 0 || countFound(judged, rel, Infinity) < relevant) return 0;
    let start = 0;
    let chance = 1;
    for (const end of blockEnds) {
      const found = relevantIn(judged, start, end, rel);
      // Complete where none of a block's relevant entries is among its places beyond k.
      if (found > 0) chance *= chanceOfNone(end - start, found, end - Math.min(Math.max(cutoff, start), end));
      start = end;
    }
    return chance;
  },
};
