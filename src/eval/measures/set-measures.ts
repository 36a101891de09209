// Measures of the set retrieved, whatever its order: SetP, SetR, SetF, SetAP.
import type { JudgedRanking, MeasureDef } from '../../core/contracts.ts';
import { countFound, countPlaces, countRelevant, JUDGED_ONLY, REL } from './credits.ts';

const SHARE = {
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  ties: 'free',
} as const;

function precisionOf(judged: JudgedRanking, rel: number): number {
  const retrieved = judged.grades.length;
  return retrieved === 0 ? 0 : countPlaces(judged, rel, Infinity) / retrieved;
}

function recallOf(judged: JudgedRanking, rel: number): number {
  const relevant = countRelevant(judged, rel);
  return relevant === 0 ? 0 : countFound(judged, rel, Infinity) / relevant;
}

export const setPrecision: MeasureDef<{ rel: number; relative: boolean }> = {
  ...SHARE,
  name: 'SetP',
  summary: 'precision of everything retrieved',
  formula: 'relevant entries retrieved / retrieved; relative: / min(retrieved, relevant)',
  source: 'trec_eval 10: set_P, set_relative_P; ir_measures: SetP',
  params: {
    rel: REL,
    relative: { default: false, doc: 'divide by the largest value that a set of this size can have' },
    ...JUDGED_ONLY,
  },
  trecEval: [
    { name: 'set_P' },
    { name: 'set_relative_P', params: { relative: true } },
    { name: 'SetRelP', params: { relative: true } },
  ],
  evaluate(judged, { rel, relative }) {
    if (!relative) return precisionOf(judged, rel);
    const most = Math.min(judged.grades.length, countRelevant(judged, rel));
    return most === 0 ? 0 : countPlaces(judged, rel, Infinity) / most;
  },
};

export const setRecall: MeasureDef<{ rel: number }> = {
  ...SHARE,
  name: 'SetR',
  summary: 'recall of everything retrieved',
  hits: 'single-need',
  formula: 'found / relevant; 0 where nothing is relevant',
  source: 'trec_eval 10: set_recall; ir_measures: SetR',
  params: { rel: REL },
  trecEval: [{ name: 'set_recall' }],
  evaluate: (judged, { rel }) => recallOf(judged, rel),
};

export const setF: MeasureDef<{ rel: number; beta: number }> = {
  ...SHARE,
  name: 'SetF',
  summary: 'weighted harmonic mean of precision and recall of everything retrieved',
  formula: '(b + 1) P R / (b P + R), b = beta: not squared, as in trec_eval; 0 where nothing was found',
  source: 'van Rijsbergen 1979; trec_eval 10: set_F; ir_measures: SetF',
  params: {
    rel: REL,
    beta: { default: 1, doc: 'weight of recall against precision', min: 0 },
    ...JUDGED_ONLY,
  },
  trecEval: [{ name: 'set_F', suffix: 'beta' }],
  evaluate(judged, { rel, beta }) {
    const p = precisionOf(judged, rel);
    const r = recallOf(judged, rel);
    return p === 0 || r === 0 ? 0 : ((beta + 1) * p * r) / (beta * p + r);
  },
};

export const setAp: MeasureDef<{ rel: number }> = {
  ...SHARE,
  name: 'SetAP',
  summary: 'precision times recall of everything retrieved',
  formula: 'found * found / (retrieved * relevant)',
  source: 'trec_eval 10: set_map; ir_measures: SetAP',
  params: { rel: REL, ...JUDGED_ONLY },
  trecEval: [{ name: 'set_map' }],
  evaluate(judged, { rel }) {
    const all = judged.grades.length * countRelevant(judged, rel);
    return all === 0 ? 0 : (countPlaces(judged, rel, Infinity) * countFound(judged, rel, Infinity)) / all;
  },
};
