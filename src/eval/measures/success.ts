// Success@k, also called hit rate: whether anything relevant stands in the top k.
import type { MeasureDef } from '../../core/contracts.ts';
import { countFound, REL } from './credits.ts';

export const success: MeasureDef<{ rel: number }> = {
  name: 'Success',
  summary: 'hit rate: 1 when anything relevant is in the top k; equals R@k only where one thing is relevant',
  aliases: ['hit', 'hits', 'hit_rate', 'hitrate'],
  cutoff: 'required',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  proportion: true,
  formula: '1 if found in the top k > 0, else 0',
  source: 'trec_eval 10: success; ir_measures: Success',
  params: { rel: REL },
  evaluate(judged, { rel, cutoff = Infinity }) {
    return countFound(judged, rel, cutoff) > 0 ? 1 : 0;
  },
};
