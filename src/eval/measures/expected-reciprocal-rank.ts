// ERR: the expected 1/rank at which a reader stops, each entry satisfying with a chance that grows with its grade.
import type { MeasureDef } from '../../core/contracts.ts';

export const expectedReciprocalRank: MeasureDef<{ max: number }> = {
  name: 'ERR',
  summary: 'expected reciprocal rank',
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    'sum over entries, at rank i (in the top k), of s_i / i * product over those above it of (1 - s); s = (2^g - 1) / 2^max, g at most max',
  source: 'Chapelle et al. 2009; gdeval.pl 1.2 as in ir_measures: max 4',
  params: { max: { default: 4, doc: 'highest grade there is', min: 1, max: 50, integer: true } },
  ties: 'grade',
  evaluate({ creditRanks, creditGrades }, { max, cutoff = Infinity }) {
    let sum = 0;
    let reading = 1;
    for (let credit = 0; credit < creditRanks.length; credit++) {
      const position = Math.max(creditRanks[credit]!, credit + 1);
      if (position > cutoff) break;
      const satisfied = (2 ** Math.min(creditGrades[credit]!, max) - 1) / 2 ** max;
      sum += (satisfied * reading) / position;
      reading *= 1 - satisfied;
    }
    return sum;
  },
};
