// How many topics, relevant and retrieved documents there are: sums over topics, not means.
import type { MeasureDef } from '../../core/contracts.ts';
import { countPlaces, countRelevant, REL } from './credits.ts';

const COUNT = {
  cutoff: 'none',
  better: 'higher',
  aggregate: 'sum',
  range: [0, Infinity],
  hits: 'never',
  integer: true,
  ties: 'free',
} as const;

export const numberOfTopics: MeasureDef<Record<never, never>> = {
  ...COUNT,
  name: 'NumQ',
  summary: 'number of topics averaged over',
  range: [1, 1],
  aliases: ['num_q'],
  formula: '1 a topic',
  source: 'trec_eval 10: num_q; ir_measures: NumQ',
  params: {},
  trecEval: [{ name: 'num_q' }],
  summaryOnly: true,
  evaluate: () => 1,
};

export const numberRelevant: MeasureDef<{ rel: number }> = {
  ...COUNT,
  name: 'NumRel',
  summary: 'number of relevant documents, retrieved or not',
  aliases: ['num_rel'],
  formula: 'judgments of grade rel or more',
  source: 'trec_eval 10: num_rel; ir_measures: NumRel',
  params: { rel: REL },
  trecEval: [{ name: 'num_rel' }],
  evaluate: (judged, { rel }) => countRelevant(judged, rel),
};

export const numberRetrieved: MeasureDef<{ rel: number }> = {
  ...COUNT,
  name: 'NumRet',
  summary: 'number of documents retrieved',
  aliases: ['num_ret'],
  formula: 'entries; with rel: those of grade rel or more',
  source: 'trec_eval 10: num_ret; ir_measures: NumRet',
  params: { rel: { default: 0, doc: 'minimum grade that counts; 0: every entry counts', min: 0, integer: true } },
  trecEval: [{ name: 'num_ret' }],
  followsMinGrade: false,
  evaluate: (judged, { rel }) => (rel === 0 ? judged.grades.length : countPlaces(judged, rel, Infinity)),
};

export const numberRelevantRetrieved: MeasureDef<{ rel: number }> = {
  ...COUNT,
  name: 'NumRelRet',
  summary: 'number of relevant documents retrieved',
  aliases: ['num_rel_ret'],
  formula: 'entries of grade rel or more',
  source: 'trec_eval 10: num_rel_ret; ir_measures: NumRelRet, which it prints as NumRet(rel=1)',
  params: { rel: REL },
  trecEval: [{ name: 'num_rel_ret' }],
  evaluate: (judged, { rel }) => countPlaces(judged, rel, Infinity),
};

export const numberNonRelevantRetrieved: MeasureDef<{ rel: number }> = {
  ...COUNT,
  name: 'num_nonrel_judged_ret',
  summary: 'number of retrieved documents that are judged and not relevant',
  better: 'lower',
  formula: 'entries judged below grade rel; a negative grade is no judgment',
  source: 'trec_eval 10: num_nonrel_judged_ret',
  params: { rel: REL },
  trecEval: [{ name: 'num_nonrel_judged_ret' }],
  evaluate({ grades, judged }, { rel }) {
    let count = 0;
    for (let i = 0; i < judged.length; i++) if (judged[i] && grades[i]! < rel) count++;
    return count;
  },
};
