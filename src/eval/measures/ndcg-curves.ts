// ndcg_rel and Rndcg: nDCG averaged over points of the ranking, instead of read once at its end.
import type { MeasureDef } from '../../core/contracts.ts';
import { countRelevant, REL } from './credits.ts';
import { discounts } from './discount.ts';

export const ndcgAtRelevant: MeasureDef<Record<never, never>> = {
  name: 'ndcg_rel',
  summary: 'nDCG averaged over the relevant documents: at the rank of each, or at the end where it was not retrieved',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    'mean over documents of positive grade of DCG / ideal DCG at its rank; gain = grade, discount log2(1 + rank)',
  source: 'trec_eval 10: ndcg_rel',
  params: {},
  trecEval: [{ name: 'ndcg_rel' }],
  evaluate({ ideal, creditRanks, creditGrades }) {
    const relevant = ideal.length;
    if (relevant === 0) return 0;
    const logs = discounts(Math.max(relevant, creditRanks.at(-1) ?? 0, creditRanks.length));
    let dcg = 0;
    let best = 0;
    let place = 0;
    let sum = 0;
    for (let credit = 0; credit < creditRanks.length; credit++) {
      const position = Math.max(creditRanks[credit]!, credit + 1);
      dcg += creditGrades[credit]! / logs[position]!;
      for (; place < position && place < relevant; place++) best += ideal[place]! / logs[place + 1]!;
      sum += dcg / best;
    }
    for (; place < relevant; place++) best += ideal[place]! / logs[place + 1]!;
    sum += ((relevant - creditRanks.length) * dcg) / best;
    return Math.min(1, sum / relevant);
  },
};

export const ndcgAtLevels: MeasureDef<{ rel: number }> = {
  name: 'Rndcg',
  summary: 'nDCG averaged over the ranks at which the ideal order goes from one grade to the next',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    'mean of DCG / ideal DCG after the documents of each positive grade, highest first, and at the end of the ranking where that is ' +
    'more than one place further; 0 where nothing reaches rel',
  source: 'trec_eval 10: Rndcg',
  params: { rel: REL },
  trecEval: [{ name: 'Rndcg' }],
  ties: 'grade',
  evaluate(judged, { rel }) {
    if (countRelevant(judged, rel) === 0) return 0;
    const { ideal, grades, creditRanks, creditGrades } = judged;
    const logs = discounts(Math.max(ideal.length, creditRanks.at(-1) ?? 0, creditRanks.length));
    let dcg = 0;
    let best = 0;
    let sum = 0;
    let points = 0;
    let credit = 0;
    const readTo = (rank: number): void => {
      for (; credit < creditRanks.length; credit++) {
        const position = Math.max(creditRanks[credit]!, credit + 1);
        if (position > rank) break;
        dcg += creditGrades[credit]! / logs[position]!;
      }
    };
    for (let place = 0; place < ideal.length; place++) {
      best += ideal[place]! / logs[place + 1]!;
      if (ideal[place] === ideal[place + 1]) continue;
      readTo(place + 1);
      sum += dcg / best;
      points++;
    }
    if (grades.length > ideal.length + 1) {
      readTo(Infinity);
      sum += dcg / best;
      points++;
    }
    return Math.min(1, sum / points);
  },
};
