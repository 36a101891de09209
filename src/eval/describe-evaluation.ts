// An evaluation's result as plain, JSON-safe data: what scripts want, and what `rag-lab evaluate` shows.
import type { EvaluatedRun, OrderValues, TopicScores, UnjudgedValues } from '../core/evaluation.ts';
import type { EvaluationResult, MeasureResult } from './evaluate.ts';

/** @param byTopic whether each topic's values are wanted too */
export function describeEvaluation(
  label: string,
  tag: string | null,
  result: EvaluationResult,
  byTopic: boolean,
): EvaluatedRun {
  const { topicIds, missing, unknown, withoutRelevant, measures, tied } = result;
  return {
    label,
    tag,
    topics: topicIds.length,
    missing,
    unknown,
    withoutRelevant,
    tied: {
      topics: tied.topics,
      atCutoff: Object.fromEntries([...tied.atCutoff].map(([cutoff, topics]) => [String(cutoff), topics])),
    },
    ...at(measures, undefined),
    ...(byTopic
      ? { topicScores: topicIds.map((topic, n): TopicScores => ({ topic, ...at(measures.filter(isByTopic), n) })) }
      : {}),
  };
}

/** The number of topics, say, is no property of one of them. */
function isByTopic({ measure }: MeasureResult): boolean {
  return measure.def.summaryOnly !== true;
}

/** All measures at one topic, or aggregated. */
function at(
  measures: readonly MeasureResult[],
  topic: number | undefined,
): { values: Record<string, number>; ties?: Record<string, OrderValues>; bounds?: Record<string, UnjudgedValues> } {
  const of = ({ byTopic, all }: { readonly byTopic: Float64Array; readonly all: number }): number =>
    topic === undefined ? all : byTopic[topic]!;
  const named = <T>(value: (result: MeasureResult) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      measures.flatMap((result) => {
        const found = value(result);
        return found === undefined ? [] : [[result.measure.name, found]];
      }),
    );
  const ties = named(({ ties: t }) => t && { expected: of(t.expected), best: of(t.best), worst: of(t.worst) });
  const bounds = named(({ bounds: b }) => b && { nonRelevant: of(b.nonRelevant), relevant: of(b.relevant) });
  return {
    values: named(of),
    ...(measures[0]?.ties === undefined ? {} : { ties }),
    ...(measures[0]?.bounds === undefined ? {} : { bounds }),
  };
}
