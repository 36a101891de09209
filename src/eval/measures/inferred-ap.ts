// infAP: average precision where only a sample of the pool was judged.
import type { MeasureDef } from '../../core/contracts.ts';
import { countRelevant, REL } from './credits.ts';

/** trec_eval's smoothing of a share that may be 0 of 0. */
const EPSILON = 0.00001;

export const inferredAp: MeasureDef<{ rel: number }> = {
  name: 'infAP',
  summary:
    'inferred average precision: pooled but unjudged documents (negative grades) count as the judged ones do on average',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    '1/R sum over relevant entries, at rank k, of 1/k + (k-1)/k * pooled/(k-1) * (r + e)/(r + n + 2e); ' +
    'above it: r relevant, n judged non-relevant, pooled = r + n + pooled but unjudged; e = 0.00001',
  source: 'Yilmaz and Aslam 2006; trec_eval 10: infAP',
  params: { rel: REL },
  trecEval: [{ name: 'infAP' }],
  evaluate(judged, { rel }) {
    const relevant = countRelevant(judged, rel);
    if (relevant === 0) return 0;
    const { grades, judged: isJudged, creditRanks, creditGrades } = judged;
    let sum = 0;
    let found = 0;
    let against = 0;
    let pooled = 0;
    let seen = 0;
    for (let credit = 0; credit < creditRanks.length; credit++) {
      if (creditGrades[credit]! < rel) continue;
      for (; seen < creditRanks[credit]! - 1; seen++) {
        const grade = grades[seen]!;
        if (isJudged[seen]) {
          if (grade < rel) against++;
        } else if (grade < 0) pooled++;
      }
      const above = Math.max(creditRanks[credit]! - 1, found);
      if (above === 0) sum += 1;
      else {
        const share = (found + EPSILON) / (found + against + 2 * EPSILON);
        // Over evidence, one chunk may meet more needs than there are places above it.
        const inPool = Math.min(1, (found + against + pooled) / above);
        sum += 1 / (above + 1) + (above / (above + 1)) * inPool * share;
      }
      found++;
    }
    return sum / relevant;
  },
};
