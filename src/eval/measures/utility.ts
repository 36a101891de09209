// utility: so much for each relevant document retrieved, so much for each other one.
import type { MeasureDef, ParamSpec } from '../../core/contracts.ts';
import { countPlaces, countRelevant, REL } from './credits.ts';

const worth = (value: number, doc: string): ParamSpec<number> => ({ default: value, doc });

export const utility: MeasureDef<{ rel: number; hit: number; other: number; missed: number }> = {
  name: 'utility',
  summary: 'linear utility of the set retrieved',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [-Infinity, Infinity],
  hits: 'never',
  formula: 'hit * a + other * b + missed * c; a relevant retrieved, b other retrieved, c relevant not retrieved',
  source: 'trec_eval 10: utility; its fourth weight, on documents neither relevant nor retrieved, is left out',
  params: {
    rel: REL,
    hit: worth(1, 'worth of a relevant document retrieved'),
    other: worth(-1, 'worth of any other document retrieved'),
    missed: worth(0, 'worth of a relevant document not retrieved'),
  },
  trecEval: [{ name: 'utility' }],
  ties: 'free',
  evaluate(judged, { rel, hit, other, missed }) {
    const found = countPlaces(judged, rel, Infinity);
    return hit * found + other * (judged.grades.length - found) + missed * (countRelevant(judged, rel) - found);
  },
};
