// Fixture files to an evaluation, through the in-memory reader.
import { readFileSync } from 'node:fs';
import type { Qrels } from '../../src/core/model.ts';
import { createEvaluation, type EvaluationOptions, type EvaluationResult } from '../../src/eval/evaluate.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import type { JudgedTopic } from '../../src/eval/judged-topic.ts';
import { type ResolvedMeasure, resolveMeasure } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { parseQrels, parseRun, type TrecRun } from '../../src/eval/trec.ts';

export const readFixture = (path: string): string =>
  readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');

export const loadFixture = (qrels: string, run: string): [Qrels, TrecRun] => [
  parseQrels(readFixture(qrels), qrels),
  parseRun(readFixture(run), run),
];

export function judgedTopics(qrels: Qrels, run: TrecRun): JudgedTopic[] {
  return [...run.rankings].map(([topicId, { ids, scores }]) => ({
    topicId,
    judged: judgeIds(ids, qrels.get(topicId)),
    scores,
    ids: () => ids,
  }));
}

export function evaluateAll(
  qrels: Qrels,
  topics: readonly JudgedTopic[],
  list: readonly (string | ResolvedMeasure)[],
  options: EvaluationOptions = {},
): EvaluationResult {
  const resolved = list.map((one) => (typeof one === 'string' ? resolveMeasure(one, measures) : one));
  const evaluation = createEvaluation(qrels, resolved, options);
  for (const topic of topics) evaluation.add(topic);
  return evaluation.finish();
}
