// A run over qrels as results that can be compared: one value a topic and measure, over all judged topics.
import { LabError } from '../core/errors.ts';
import type { Qrels, TopicId } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import { judgeIds } from '../eval/judge.ts';
import type { JudgedTopic } from '../eval/judged-topic.ts';
import type { ResolvedMeasure } from '../eval/measure-name.ts';
import { isTiedAt } from '../eval/ties.ts';
import type { SystemResults } from './compare.ts';

/** The averaging set, ascending by the bytes of the ids: the order of lines in the qrels decides nothing. */
export function judgedTopics(qrels: Qrels): TopicId[] {
  return [...qrels.keys()].sort(compareText);
}

/**
 * The averaging set is every judged topic, as with trec_eval -c: one that the run lacks scores as an empty ranking, one
 * that the qrels lack is counted and left out. Values stand in the order of `judgedTopics`.
 * @param cutoff the headline cutoff: ties are looked for there, too
 */
export function resultsOfRun(
  label: string,
  spec: string | null,
  run: Iterable<JudgedTopic>,
  qrels: Qrels,
  measures: readonly ResolvedMeasure[],
  cutoff: number,
): SystemResults {
  const places = new Map(judgedTopics(qrels).map((id, place) => [id, place]));
  const values = measures.map(() => new Float64Array(places.size));
  const ranks: (number | null)[] = new Array(places.size).fill(null);
  const signal: boolean[] = new Array(places.size).fill(false);
  const seen = new Set<string>();
  const tied = new Map([cutoff, ...measures.flatMap(rankCutoff)].sort((a, b) => a - b).map((k) => [k, 0]));
  let unknown = 0;
  for (const { topicId, judged, scores } of run) {
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
    for (const [k, topics] of tied) if (isTiedAt(scores, k)) tied.set(k, topics + 1);
  }
  for (const [id, place] of places) {
    if (seen.has(id)) continue;
    // Not every measure is 0 for a ranking without entries.
    const judged = judgeIds([], qrels.get(id));
    measures.forEach((measure, m) => {
      values[m]![place] = measure.evaluate(judged);
    });
  }
  const atCutoff = Object.fromEntries(tied);
  return { label, spec, missing: places.size - seen.size, unknown, tied: atCutoff, values, ranks, signal };
}

function rankCutoff({ def, params }: ResolvedMeasure): number[] {
  return def.fractional || params.cutoff === undefined ? [] : [params.cutoff];
}

/** Whether a measure has a value for every topic and is their mean: only then is there a difference topic by topic. */
export function isMeanOverTopics({ def }: ResolvedMeasure): boolean {
  return def.aggregate === 'mean' && def.summaryOnly !== true;
}

/** A fault for each measure that cannot be compared. */
export function notMeans(measures: readonly ResolvedMeasure[]): LabError[] {
  const problem = 'is not a mean over topics, so it has no difference topic by topic';
  return measures
    .filter((measure) => !isMeanOverTopics(measure))
    .map(({ name }) => new LabError('spec.invalid', { what: `measure "${name}"`, problem }));
}
