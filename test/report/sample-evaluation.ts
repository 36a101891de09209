// A small evaluation with everything that a view or format has to show.
import { EVALUATION_SCHEMA, type EvaluatedRun, type Evaluation } from '../../src/core/evaluation.ts';

const run: EvaluatedRun = {
  label: 'bm25',
  tag: 'bm25(k1=0.9)',
  topics: 4,
  missing: ['p3', 'p4'],
  unknown: ['p9'],
  withoutRelevant: ['p4'],
  tied: { topics: 2, atCutoff: { 3: 1, 10: 0 } },
  values: { RR: 1 / 3, NumRet: 1311 },
  ties: { RR: { expected: 0.3, worst: 0.25, best: 0.5 }, NumRet: { expected: 1311, worst: 1311, best: 1311 } },
  bounds: { RR: { nonRelevant: 0.3, relevant: 1 }, NumRet: { nonRelevant: 1311, relevant: 1311 } },
  topicScores: [
    { topic: 'p1', values: { RR: 1, NumRet: 1 } },
    { topic: '=p2\u001b', values: { RR: 1 / 3, NumRet: 1310 } },
  ],
};

export const sampleEvaluation: Evaluation = {
  schema: EVALUATION_SCHEMA,
  tool: { version: '1.2.3' },
  settings: { topics: 'qrels', minGrade: 1, depth: null, judgedOnly: false, as: null },
  judgedTopics: 4,
  measures: ['RR', 'NumRet'],
  runs: [run],
  notes: ['something to know'],
};
