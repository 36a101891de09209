// Evaluation of one run: topics come in one by one, joined with their judgments; values by topic and aggregates come out.
import type { JudgedRanking } from '../core/contracts.ts';
import type { Qrels, TopicId } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import { aggregate } from './aggregate.ts';
import { unjudgedBounds } from './bounds.ts';
import { judgeIds } from './judge.ts';
import type { JudgedTopic } from './judged-topic.ts';
import type { ResolvedMeasure } from './measure-name.ts';
import { cutRanking, judgedOnly, judgedScores } from './narrow-ranking.ts';
import { relevanceString } from './relevance-string.ts';
import { hasTies, isTiedAt, tieValue } from './ties.ts';

/** Which topics are averaged over: all that are judged (the default), those of the run, or those that are both. */
export type AveragingSet = 'qrels' | 'run' | 'both';
export const AVERAGING_SETS: readonly AveragingSet[] = ['qrels', 'run', 'both'];

export interface EvaluationOptions {
  readonly topics?: AveragingSet;
  /** Only so many entries of each ranking are looked at: trec_eval -M. */
  readonly depth?: number;
  /** Unjudged documents are taken out of every ranking, after the cut at `depth`: trec_eval -J. */
  readonly judgedOnly?: boolean;
  /** Adds the expectation over all orders of tied documents, the best and the worst order. */
  readonly ties?: boolean;
  /** Adds the values with all unjudged documents non-relevant, and all relevant. */
  readonly bounds?: boolean;
  /** Lowest grade that is relevant, for saying to which topics nothing is; measures were resolved with it. Default 1. */
  readonly minGrade?: number;
  /** Adds trec_eval's relstring, of so many entries. */
  readonly relstring?: number;
  /** For orders of ties that must be drawn (see `tieValue`). */
  readonly seed?: number;
}

/** Values by topic, in the order of `EvaluationResult.topicIds`, and what the measure makes of them. */
export interface Values {
  readonly byTopic: Float64Array;
  readonly all: number;
}

export interface MeasureResult extends Values {
  readonly measure: ResolvedMeasure;
  readonly ties?: {
    readonly expected: Values;
    readonly best: Values;
    readonly worst: Values;
    /** Topics whose figures come from drawn orders; 0 means that all is exact. */
    readonly drawn: number;
  };
  readonly bounds?: { readonly nonRelevant: Values; readonly relevant: Values };
}

export interface EvaluationResult {
  /** The averaging set, ascending by the bytes of the ids, as trec_eval prints topics. */
  readonly topicIds: readonly TopicId[];
  readonly topics: AveragingSet;
  /** Judged topics that the run lacks, ascending; each counts with 0 if `topics` is `qrels`, else not at all. */
  readonly missing: readonly TopicId[];
  /** Topics of the run that nobody judged, ascending; not counted, but with 0 if `topics` is `run`. */
  readonly unknown: readonly TopicId[];
  /** Topics of the averaging set with no judgment of `minGrade` or more, ascending; each counts with 0. */
  readonly withoutRelevant: readonly TopicId[];
  /** Judgments of grade 1 or more in the averaging set. */
  readonly relevant: number;
  /** In the order asked for. */
  readonly measures: readonly MeasureResult[];
  readonly tied: {
    /** Topics of the averaging set in which any two documents have one score. */
    readonly topics: number;
    /** By cutoff of a measure (and the depth), ascending: topics whose ranks k and k + 1 have one score. */
    readonly atCutoff: ReadonlyMap<number, number>;
  };
  /** trec_eval's relstring by topic, of so many entries, where asked for. */
  readonly relstring?: { readonly length: number; readonly byTopic: readonly string[] };
}

export interface Evaluation {
  /** Takes one topic of the run in; nothing of it is kept but its values. Topics may come in any order, each once. */
  add(topic: JudgedTopic): void;
  finish(): EvaluationResult;
}

/**
 * @param qrels the judgments that the topics were joined with: they say what is missing and what is unknown
 * @throws RangeError from `add` where a topic comes twice
 */
export function createEvaluation(
  qrels: Qrels,
  measures: readonly ResolvedMeasure[],
  options: EvaluationOptions = {},
): Evaluation {
  const { topics = 'qrels', depth = Infinity, minGrade = 1, relstring } = options;
  const rows = measures.map((measure) => createRows(measure, options));
  const positions = new Map<TopicId, number>();
  const unknown: TopicId[] = [];
  const withoutRelevant: TopicId[] = [];
  const relstrings: string[] = [];
  const cutoffs = rankCutoffs(measures, depth);
  const atCutoff = new Uint32Array(cutoffs.length);
  let tiedTopics = 0;
  let relevant = 0;

  const measureTopic = (topic: JudgedTopic): void => {
    const position = positions.size;
    positions.set(topic.topicId, position);
    relevant += topic.judged.relevant;
    if (!((topic.judged.ideal[0] ?? 0) >= minGrade)) withoutRelevant.push(topic.topicId);
    const narrowed = narrow(topic.judged, options);
    const tied = hasTies(topic.scores);
    for (const row of rows) row.measure(position, topic, narrowed, tied);
    if (relstring !== undefined) relstrings.push(relevanceString(narrowed, relstring));
    if (!tied) return;
    tiedTopics++;
    const scores = options.judgedOnly ? judgedScores(topic.scores, topic.judged.judged) : topic.scores;
    for (let i = 0; i < cutoffs.length; i++) if (isTiedAt(scores, cutoffs[i]!)) atCutoff[i]!++;
  };

  return {
    add(topic) {
      const { topicId } = topic;
      if (positions.has(topicId)) throw new RangeError(`topic ${JSON.stringify(topicId)} was already evaluated`);
      if (!qrels.has(topicId)) {
        unknown.push(topicId);
        if (topics !== 'run') return;
      }
      measureTopic(topic);
    },
    finish() {
      const missing = [...qrels.keys()].filter((topicId) => !positions.has(topicId)).sort(compareText);
      if (topics === 'qrels') for (const topicId of missing) measureTopic(unanswered(topicId, qrels));
      const topicIds = [...positions.keys()].sort(compareText);
      const order = Uint32Array.from(topicIds, (topicId) => positions.get(topicId)!);
      return {
        topicIds,
        topics,
        missing,
        unknown: unknown.sort(compareText),
        withoutRelevant: withoutRelevant.sort(compareText),
        relevant,
        measures: rows.map((row) => row.result(order)),
        tied: { topics: tiedTopics, atCutoff: new Map(Array.from(cutoffs, (cutoff, i) => [cutoff, atCutoff[i]!])) },
        ...(relstring === undefined
          ? {}
          : { relstring: { length: relstring, byTopic: Array.from(order, (position) => relstrings[position]!) } }),
      };
    },
  };
}

function narrow(judged: JudgedRanking, { depth, judgedOnly: only = false }: EvaluationOptions): JudgedRanking {
  const cut = depth === undefined ? judged : cutRanking(judged, depth);
  return only ? judgedOnly(cut) : cut;
}

/** A judged topic that the run lacks: nothing retrieved. */
function unanswered(topicId: TopicId, qrels: Qrels): JudgedTopic {
  return { topicId, judged: judgeIds([], qrels.get(topicId)), scores: new Float64Array(0), ids: () => [] };
}

function rankCutoffs(measures: readonly ResolvedMeasure[], depth: number): Float64Array {
  const cutoffs = new Set<number>();
  for (const { def, params } of measures) if (!def.fractional) cutoffs.add(params.cutoff ?? depth);
  cutoffs.delete(Infinity);
  return Float64Array.from(cutoffs).sort();
}

/** One measure's values while topics come in. */
interface Rows {
  measure(position: number, topic: JudgedTopic, narrowed: JudgedRanking, tied: boolean): void;
  result(order: Uint32Array): MeasureResult;
}

function createRows(measure: ResolvedMeasure, options: EvaluationOptions): Rows {
  const values = createColumn();
  const expected = createColumn();
  const best = createColumn();
  const worst = createColumn();
  const nonRelevant = createColumn();
  const relevant = createColumn();
  let drawn = 0;
  return {
    measure(position, topic, narrowed, tied) {
      const value = measure.evaluate(narrowed);
      values.set(position, value);
      if (options.ties) {
        const over = tied ? tieValue(measure, topic, options) : undefined;
        expected.set(position, over?.expected ?? value);
        best.set(position, over?.best ?? value);
        worst.set(position, over?.worst ?? value);
        if (over?.exact === false) drawn++;
      }
      if (options.bounds) {
        const bounds = unjudgedBounds(measure, narrowed);
        nonRelevant.set(position, bounds.nonRelevant);
        relevant.set(position, bounds.relevant);
      }
    },
    result(order) {
      const inOrder = (column: Column): Values => {
        const byTopic = column.inOrder(order);
        return { byTopic, all: aggregate(measure.def, byTopic) };
      };
      return {
        measure,
        ...inOrder(values),
        ...(options.ties
          ? { ties: { expected: inOrder(expected), best: inOrder(best), worst: inOrder(worst), drawn } }
          : {}),
        ...(options.bounds ? { bounds: { nonRelevant: inOrder(nonRelevant), relevant: inOrder(relevant) } } : {}),
      };
    },
  };
}

interface Column {
  set(position: number, value: number): void;
  inOrder(order: Uint32Array): Float64Array;
}

function createColumn(): Column {
  let values = new Float64Array(16);
  return {
    set(position, value) {
      if (position >= values.length) {
        const grown = new Float64Array(2 * position);
        grown.set(values);
        values = grown;
      }
      values[position] = value;
    },
    inOrder: (order) => Float64Array.from(order, (position) => values[position]!),
  };
}
