// A run of which no topic is judged: whatever would be printed for it is no measurement. Exit code 3.
import { LabError } from '../core/errors.ts';
import type { Qrels, TopicId } from '../core/model.ts';
import { sourceName } from '../datasets/byte-source.ts';

/** @param topicIds of the run */
export function nothingEvaluated(run: string, qrelsFile: string, qrels: Qrels, topicIds: readonly TopicId[]): LabError {
  const [judged] = qrels.keys();
  const [own] = topicIds;
  const remedy =
    own === undefined || judged === undefined
      ? undefined
      : `compare the topic ids: ${JSON.stringify(own)} in the run, ${JSON.stringify(judged)} in the qrels`;
  const names = { run: sourceName(run), qrels: sourceName(qrelsFile) };
  return new LabError('nothing.evaluated', { ...names, judged: qrels.size }, remedy);
}
