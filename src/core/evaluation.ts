// What scoring runs against qrels yields: plain, JSON-safe data, as `rag-lab evaluate --format json` writes it.

export const EVALUATION_SCHEMA = 'rag-lab/evaluation@1';

/** Which topics are averaged over: all judged ones (trec_eval -c), those of the run, or those that are both. */
export type TopicSet = 'qrels' | 'run' | 'both';

/** Over all orders of tied documents. */
export interface OrderValues {
  readonly expected: number;
  readonly best: number;
  readonly worst: number;
}

/** With every unjudged document that a measure sees taken as not relevant, and as relevant. */
export interface UnjudgedValues {
  readonly nonRelevant: number;
  readonly relevant: number;
}

export interface TopicScores {
  readonly topic: string;
  readonly values: Readonly<Record<string, number>>;
  readonly ties?: Readonly<Record<string, OrderValues>>;
  readonly bounds?: Readonly<Record<string, UnjudgedValues>>;
}

/** One measure as another tool reports it for the same files. */
export interface PeerValue {
  readonly measure: string;
  /** What the tool calls it; null where it gives no value. */
  readonly name: string | null;
  readonly ours: number;
  readonly theirs: number | null;
  /** What it does otherwise that changes this value; where it gives none, why. Empty: no difference on these files. */
  readonly why: readonly { readonly flag: string; readonly sentence: string }[];
}

export interface EvaluatedRun {
  readonly label: string;
  /** The tag of the run's first line; null where it has none. */
  readonly tag: string | null;
  /** Topics that the values are aggregated over. */
  readonly topics: number;
  /** Judged topics that the run lacks. */
  readonly missing: readonly string[];
  /** Topics of the run without judgments. */
  readonly unknown: readonly string[];
  /** Topics of the averaging set with nothing relevant: they score 0. */
  readonly withoutRelevant: readonly string[];
  readonly tied: {
    /** Topics in which any two documents have one score. */
    readonly topics: number;
    /** By cutoff k: topics whose ranks k and k + 1 have one score, so that the order of ids decides. */
    readonly atCutoff: Readonly<Record<string, number>>;
  };
  /** By measure: mean, sum or geometric mean, as the measure has it. */
  readonly values: Readonly<Record<string, number>>;
  readonly ties?: Readonly<Record<string, OrderValues>>;
  readonly bounds?: Readonly<Record<string, UnjudgedValues>>;
  readonly topicScores?: readonly TopicScores[];
  /** What the tool that `Evaluation.peer` names reports. */
  readonly peer?: readonly PeerValue[];
}

export interface Evaluation {
  readonly schema: typeof EVALUATION_SCHEMA;
  readonly tool: { readonly version: string };
  readonly settings: {
    readonly topics: TopicSet;
    readonly minGrade: number;
    /** Only the first documents of each topic were seen; null: all. */
    readonly depth: number | null;
    /** Unjudged documents were left out before ranking. */
    readonly judgedOnly: boolean;
    /** The tool whose report is shown beside; null: none. */
    readonly as: string | null;
  };
  /** The tool that was compared with, and the versions that it was recorded from. */
  readonly peer?: { readonly name: string; readonly version: string };
  /** Judged topics. */
  readonly judgedTopics: number;
  readonly measures: readonly string[];
  readonly runs: readonly EvaluatedRun[];
  /** What a reader must know. */
  readonly notes: readonly string[];
}
