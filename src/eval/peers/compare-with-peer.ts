// A run as another tool would report it, beside ours: its values, and which of its differences change them.
import type { TopicId } from '../../core/model.ts';
import {
  type AveragingSet,
  createEvaluation,
  type Evaluation,
  type EvaluationOptions,
  type EvaluationResult,
} from '../evaluate.ts';
import type { JudgedTopic } from '../judged-topic.ts';
import type { ResolvedMeasure } from '../measure-name.ts';
import { printFixed } from '../printf.ts';
import { handleTopic } from './handle-topic.ts';
import type { Difference, Handling, PeerDef, PeerFiles } from './peer.ts';

export interface PeerResult {
  readonly measure: ResolvedMeasure;
  /** What the tool calls it; undefined where it has none such, or gives no value for these files. */
  readonly name: string | undefined;
  readonly ours: number;
  readonly theirs: number | undefined;
  /** Their values of the topics that they average over. */
  readonly byTopic: ReadonlyMap<TopicId, number>;
  /** The differences that change the value, in the tool's order; where there is no value, why. */
  readonly why: readonly Pick<Difference, 'flag' | 'sentence'>[];
}

export interface PeerComparison {
  add(topic: JudgedTopic): void;
  finish(): readonly PeerResult[];
}

/** Which topics are averaged over, topics' handling, and what is measured. */
interface Way {
  readonly topics: AveragingSet;
  readonly handling: Handling;
  readonly measure: ResolvedMeasure;
}

/** The same topics, handled alike: one evaluation of all measures that are taken this way. */
interface Group {
  readonly handling: string;
  readonly topics: AveragingSet;
  readonly measures: ResolvedMeasure[];
  evaluation?: Evaluation;
  result?: EvaluationResult;
}

/** One measure's values in a group, once all topics have been added. */
interface Taken {
  all(): number;
  byTopic(): ReadonlyMap<TopicId, number>;
}

type Reason = Difference | 'topics';

/** Values that are this close are the same: nothing but the last bits of a sum may lie between. */
const SAME = 1e-9;

/**
 * Each difference is tried by itself: it is a reason if it alone moves our value, or if theirs moves without it.
 * @param files the judgments, and the run whose topics are then added one by one, in any order
 */
export function createPeerComparison(
  peer: PeerDef,
  files: PeerFiles,
  measures: readonly ResolvedMeasure[],
  options: Pick<EvaluationOptions, 'topics' | 'depth' | 'judgedOnly'> = {},
): PeerComparison {
  const { topics: asked = 'qrels' } = options;
  const handlings = new Map<string, Handling>();
  const groups = new Map<string, Group>();
  const plan = (way: Way): Taken => {
    const handling = JSON.stringify(Object.entries(way.handling).sort());
    handlings.set(handling, way.handling);
    const key = `${way.topics} ${handling}`;
    const group = groups.get(key) ?? { handling, topics: way.topics, measures: [] };
    groups.set(key, group);
    const known = group.measures.indexOf(way.measure);
    const position = known >= 0 ? known : group.measures.push(way.measure) - 1;
    return {
      all: () => group.result!.measures[position]!.all,
      byTopic() {
        const { topicIds: ids, measures: results } = group.result!;
        return new Map(ids.map((topicId, n) => [topicId, results[position]!.byTopic[n]!]));
      },
    };
  };
  const rows = measures.map((measure) => planRow(peer, measure, files, asked, plan));
  for (const group of groups.values()) {
    group.evaluation = createEvaluation(files.qrels, group.measures, { ...options, topics: group.topics });
  }
  return {
    add(topic) {
      const handled = new Map<string, JudgedTopic>();
      for (const { handling, evaluation } of groups.values()) {
        const known = handled.get(handling) ?? handleTopic(topic, handlings.get(handling)!);
        handled.set(handling, known);
        evaluation!.add(known);
      }
    },
    finish() {
      for (const group of groups.values()) group.result = group.evaluation!.finish();
      return rows.map((finish) => finish());
    },
  };
}

function planRow(
  peer: PeerDef,
  measure: ResolvedMeasure,
  files: PeerFiles,
  asked: AveragingSet,
  plan: (way: Way) => Taken,
): () => PeerResult {
  const found = peer.counterpart(measure, files);
  const topics = 'none' in found ? asked : found.topics;
  const wayWith = (reasons: readonly Reason[]): Way => wayOf(measure, asked, topics, reasons);
  const ours = plan(wayWith([]));
  if ('none' in found) {
    const why = [{ flag: 'none', sentence: found.none }];
    return () => ({ measure, name: undefined, ours: ours.all(), theirs: undefined, byTopic: new Map(), why });
  }
  const reasons: readonly Reason[] = [...(topics === asked ? [] : (['topics'] as const)), ...found.differences];
  const theirs = plan(wayWith(reasons));
  const reported = plan(
    found.rounds?.what === 'topics' ? rounding(wayWith(reasons), found.rounds.decimals) : wayWith(reasons),
  );
  const trials = reasons.map((reason) => ({
    reason,
    alone: plan(wayWith([reason])),
    without: plan(wayWith(reasons.filter((other) => other !== reason))),
  }));
  return () => {
    const all = reported.all();
    return {
      measure,
      name: found.name,
      ours: ours.all(),
      theirs: found.rounds?.what === 'mean' ? round(all, found.rounds.decimals) : all,
      byTopic: reported.byTopic(),
      why: differ(theirs, ours)
        ? trials
            .filter(({ alone, without }) => differ(alone, ours) || differ(without, theirs))
            .map(({ reason }) => describe(peer, reason))
        : [],
    };
  };
}

function differ(a: Taken, b: Taken): boolean {
  return Math.abs(a.all() - b.all()) > SAME * Math.max(1, Math.abs(a.all()));
}

function rounding(way: Way, decimals: number): Way {
  const { measure } = way;
  return { ...way, measure: { ...measure, evaluate: (judged) => round(measure.evaluate(judged), decimals) } };
}

function round(value: number, decimals: number): number {
  return Number(printFixed(value, decimals));
}

function wayOf(measure: ResolvedMeasure, asked: AveragingSet, topics: AveragingSet, reasons: readonly Reason[]): Way {
  let way: Way = { topics: asked, handling: {}, measure };
  for (const reason of reasons) {
    if (reason === 'topics') way = { ...way, topics };
    else {
      way = {
        ...way,
        handling: { ...way.handling, ...reason.handling },
        measure: reason.measure?.(way.measure) ?? way.measure,
      };
    }
  }
  return way;
}

function describe({ topicsSentence }: PeerDef, reason: Reason): Pick<Difference, 'flag' | 'sentence'> {
  if (reason === 'topics') return { flag: 'topics', sentence: topicsSentence };
  return { flag: reason.flag, sentence: reason.sentence };
}
