// G and binG: gain discounted by what a better ranking would have shown before, not by the rank itself.
import type { MeasureDef } from '../../core/contracts.ts';
import { countRelevant, REL } from './credits.ts';
import { relevantIn } from './tie-kernels.ts';

export const normalizedGain: MeasureDef<Record<never, never>> = {
  name: 'G',
  summary: 'normalised gain: each grade, discounted by how much more the ideal order would have gained by then',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    'sum over relevant entries of g / log2(2 + cost - gained), over the sum of all positive grades; up to and including the entry: ' +
    'gained = grades found, cost = those of the ideal order, at least 1 a place',
  source: 'trec_eval 10: G',
  params: {},
  trecEval: [{ name: 'G' }],
  evaluate({ ideal, creditRanks, creditGrades }) {
    let all = 0;
    for (const grade of ideal) all += grade;
    let sum = 0;
    let gained = 0;
    let cost = 0;
    let place = 0;
    for (let credit = 0; credit < creditRanks.length; credit++) {
      const position = Math.max(creditRanks[credit]!, credit + 1);
      for (; place < position; place++) cost += place < ideal.length ? ideal[place]! : 1;
      gained += creditGrades[credit]!;
      sum += creditGrades[credit]! / Math.log2(2 + cost - gained);
    }
    return all === 0 ? 0 : sum / all;
  },
};

export const binaryGain: MeasureDef<{ rel: number }> = {
  name: 'binG',
  summary: 'G with grades 0 and 1: each relevant entry, discounted by the entries above it that are not',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: '1/R sum over relevant entries of 1 / log2(2 + entries above it that are not relevant)',
  source: 'trec_eval 10: binG',
  params: { rel: REL },
  trecEval: [{ name: 'binG' }],
  ties: 'grade',
  evaluate(judged, { rel }) {
    const relevant = countRelevant(judged, rel);
    if (relevant === 0) return 0;
    const { creditRanks, creditGrades } = judged;
    let sum = 0;
    let found = 0;
    for (let credit = 0; credit < creditRanks.length; credit++) {
      if (creditGrades[credit]! < rel) continue;
      found++;
      sum += 1 / Math.log2(2 + Math.max(creditRanks[credit]! - found, 0));
    }
    return sum / relevant;
  },
  expected({ judged, blockEnds }, { rel }) {
    const relevant = countRelevant(judged, rel);
    if (relevant === 0) return 0;
    let sum = 0;
    let above = 0;
    let start = 0;
    for (const end of blockEnds) {
      const found = relevantIn(judged, start, end, rel);
      const against = end - start - found;
      if (found > 0) {
        let mean = 0;
        for (let n = 0; n <= against; n++) mean += 1 / Math.log2(2 + above + n);
        sum += (found * mean) / (against + 1);
      }
      above += against;
      start = end;
    }
    return sum / relevant;
  },
};
