// A run over qrels as results that can be compared: one value a topic and measure, over all judged topics.
import type { Qrels } from '../core/model.ts';
import { judgeIds } from '../eval/judge.ts';
import type { JudgedTopic } from '../eval/judged-topic.ts';
import type { ResolvedMeasure } from '../eval/measure-name.ts';
import type { SystemResults } from './compare.ts';

/**
 * The averaging set is every judged topic, as with trec_eval -c: one that the run lacks scores as an empty ranking, one
 * that the qrels lack is counted and left out.
 */
export function resultsOfRun(
  label: string,
  spec: string | null,
  run: Iterable<JudgedTopic>,
  qrels: Qrels,
  measures: readonly ResolvedMeasure[],
): SystemResults {
  const places = new Map([...qrels.keys()].map((id, place) => [id, place]));
  const values = measures.map(() => new Float64Array(places.size));
  const ranks: (number | null)[] = new Array(places.size).fill(null);
  const signal: boolean[] = new Array(places.size).fill(false);
  const seen = new Set<string>();
  let unknown = 0;
  for (const { topicId, judged } of run) {
    const place = places.get(topicId);
    if (place === undefined) {
      unknown++;
      continue;
    }
    seen.add(topicId);
    measures.forEach((measure, m) => {
      values[m]![place] = measure.evaluate(judged);
    });
    ranks[place] = judged.creditRanks[0] ?? null;
    signal[place] = ranks[place] !== null;
  }
  for (const [id, place] of places) {
    if (seen.has(id)) continue;
    // Not every measure is 0 for a ranking without entries.
    const judged = judgeIds([], qrels.get(id));
    measures.forEach((measure, m) => {
      values[m]![place] = measure.evaluate(judged);
    });
  }
  return { label, spec, missing: places.size - seen.size, unknown, values, ranks, signal };
}

/** Whether a measure has a value for every topic and is their mean: only then is there a difference topic by topic. */
export function isMeanOverTopics({ def }: ResolvedMeasure): boolean {
  return def.aggregate === 'mean' && def.summaryOnly !== true;
}
