// P@k: the share of the top k that is relevant.
import type { MeasureDef } from '../../core/contracts.ts';
import { REL } from './credits.ts';

export const precision: MeasureDef<{ rel: number }> = {
  name: 'P',
  summary: 'precision: share of the top k places that hold something relevant (over evidence: that meet a need first)',
  aliases: ['precision'],
  cutoff: 'required',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  proportion: false,
  formula: 'relevant entries in the top k / k, however few were returned',
  source: 'trec_eval 10: P; ir_measures: P',
  params: { rel: REL },
  evaluate({ creditRanks, creditGrades }, { rel, cutoff }) {
    if (cutoff === undefined) throw new RangeError('P needs a cutoff');
    // Places, not credits: a chunk that meets two needs at once is one entry.
    let places = 0;
    let last = 0;
    for (let i = 0; i < creditRanks.length && creditRanks[i]! <= cutoff; i++) {
      if (creditGrades[i]! < rel || creditRanks[i] === last) continue;
      last = creditRanks[i]!;
      places++;
    }
    return places / cutoff;
  },
};
