// What another evaluation tool does otherwise, as data: each difference a flag, a sentence and the recording that shows it.
import type { Named, Params } from '../../core/contracts.ts';
import type { Qrels, TopicId } from '../../core/model.ts';
import type { AveragingSet } from '../evaluate.ts';
import type { ResolvedMeasure } from '../measure-name.ts';

/** How documents with one score are ordered. `numba` is its quicksort, run so many times from the order of the file. */
export type TieOrder = 'id-descending' | 'id-ascending' | 'file' | { readonly numba: number };

/** What becomes of a topic before it is measured; what is absent is as trec_eval 10 has it. */
export interface Handling {
  /** Scores in single precision. */
  readonly float32?: boolean;
  readonly ties?: TieOrder;
  /** A document whose id is the topic's is taken out. */
  readonly withoutOwnId?: boolean;
  /** A negative grade is a judgment. */
  readonly negativeJudged?: boolean;
}

export interface Difference {
  /** A word for tables; unique in its tool. */
  readonly flag: string;
  readonly sentence: string;
  /** The recorded file, in test/fixtures/, and the case in it where this changes a value. */
  readonly recorded: string;
  readonly handling?: Handling;
  /** What is measured instead. */
  readonly measure?: (measure: ResolvedMeasure) => ResolvedMeasure;
}

/** What a tool has in place of a measure. */
export interface Counterpart {
  /** As the tool writes it. */
  readonly name: string;
  /** Which topics it averages over. */
  readonly topics: AveragingSet;
  readonly differences: readonly Difference[];
  /** What it rounds, to how many decimals: its mean, or every topic's value before the mean. Too little to be a difference. */
  readonly rounds?: { readonly what: 'mean' | 'topics'; readonly decimals: number };
}

/** No value, and a sentence that says why. */
export interface NoCounterpart {
  readonly none: string;
}

export interface PeerFiles {
  readonly qrels: Qrels;
  /** What was read of the run: its topics, and whether the lines of each stand together. */
  readonly run: { readonly topicIds: readonly TopicId[]; readonly isGrouped: boolean };
}

export interface PeerDef extends Named {
  /** What was recorded: packages and versions. */
  readonly version: string;
  /** What its averaging set means, in a sentence, where that is not the set asked for. */
  readonly topicsSentence: string;
  /** The recorded case that shows its averaging set. */
  readonly topicsRecorded: string;
  /** True where it can look at the first documents only, and at judged ones only, as trec_eval -M and -J do. */
  readonly narrows?: boolean;
  counterpart(measure: ResolvedMeasure, files: PeerFiles): Counterpart | NoCounterpart;
  /** What a reader of all its values must know about these files. */
  note?(files: PeerFiles): string | undefined;
}

/** Whether a run has all judged topics and no others. */
export function hasSameTopics({ qrels, run: { topicIds } }: PeerFiles): boolean {
  return topicIds.length === qrels.size && topicIds.every((topicId) => qrels.has(topicId));
}

/** The same measure with other parameters, under its name here. */
export function withParams(measure: ResolvedMeasure, changed: Params): ResolvedMeasure {
  const params = { ...measure.params, ...changed };
  return { ...measure, params, evaluate: (judged) => measure.def.evaluate(judged, params) };
}

/** Whether every parameter but those named has its default: what a tool without them can compute. */
export function hasDefaultsBut({ def, params }: ResolvedMeasure, ...names: readonly string[]): boolean {
  return Object.entries(def.params).every(([name, spec]) => {
    const value = params[name];
    return names.includes(name) || value === undefined || value === spec.default;
  });
}
