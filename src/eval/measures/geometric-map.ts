// GMAP: the geometric mean of average precision, which rewards not failing on hard topics.
import type { MeasureDef } from '../../core/contracts.ts';
import { averagePrecisionOf, expectedAveragePrecision } from './average-precision.ts';
import { REL } from './credits.ts';

export const geometricMap: MeasureDef<{ rel: number }> = {
  name: 'GMAP',
  summary: 'geometric mean of average precision; a topic shows its AP',
  aliases: ['gm_map'],
  cutoff: 'none',
  better: 'higher',
  aggregate: 'geometric',
  range: [0, 1],
  hits: 'never',
  formula: 'exp(mean over topics of ln(max(AP, 0.00001)))',
  source: 'Robertson 2006; trec_eval 10: gm_map, with its floor',
  params: { rel: REL },
  trecEval: [{ name: 'gm_map' }],
  summaryOnly: true,
  ties: 'grade',
  evaluate: (judged, { rel }) => averagePrecisionOf(judged, rel, Infinity),
  expected: (tied, { rel }) => expectedAveragePrecision(tied, rel, Infinity),
};
