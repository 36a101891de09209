// What a comparison of systems yields: plain, JSON-safe data, as `rag-lab compare --format json` writes it.

export const COMPARISON_SCHEMA = 'rag-lab/comparison@1';

/** What may be asked for; where every value is 0 or 1, `sign-flip` is done as McNemar's exact test, which it then equals. */
export const PAIRED_TESTS = ['sign-flip', 't', 'wilcoxon'] as const;
export type AskedTest = (typeof PAIRED_TESTS)[number];
export type PairedTest = AskedTest | 'mcnemar';

export interface ComparedSystem {
  readonly label: string;
  /** Stands for the system in tables: `a`, `b`, ... */
  readonly letter: string;
  /** The run's tag or the report's spec; null where there is none. */
  readonly spec: string | null;
  /** Judged topics that the run lacks: they score 0. */
  readonly missing: number;
  /** Topics of the run without judgments: they are left out. */
  readonly unknown: number;
  /** By cutoff k: topics whose ranks k and k + 1 have one score, so that the order of ids decides. Empty for reports. */
  readonly tied: Readonly<Record<string, number>>;
}

export interface ComparedScore {
  readonly measure: string;
  readonly system: string;
  readonly n: number;
  readonly mean: number;
  /** Labels of the systems that this one is significantly better than. */
  readonly better: readonly string[];
}

/** Two systems on one measure. Differences are second less first. */
export interface ComparedPair {
  readonly measure: string;
  readonly first: string;
  readonly second: string;
  readonly n: number;
  readonly firstMean: number;
  readonly secondMean: number;
  readonly difference: number;
  /** 95 % BCa bootstrap interval of the difference. */
  readonly low: number;
  readonly high: number;
  readonly test: PairedTest;
  /** Two-sided, never 0; null where the test says nothing (t, when nothing spreads). */
  readonly p: number | null;
  /** Holm's, over all pairs and measures of the comparison. */
  readonly adjustedP: number | null;
  readonly significant: boolean;
  /** Cohen's d_z; null where it is not defined. */
  readonly effectSize: number | null;
  /** Topics on which the second is better, equal, worse. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Smallest mean difference that so many topics detect with 80 % power; null where the two never differ by a spread. */
  readonly detectable: number | null;
}

interface TopicPair {
  readonly first: string;
  readonly second: string;
  readonly topic: string;
  /** Rank of the first relevant document; null: not retrieved. */
  readonly firstRank: number | null;
  readonly secondRank: number | null;
  /** False where that rank is a place among entries that matched nothing. */
  readonly firstSignal: boolean;
  readonly secondSignal: boolean;
}

/** A topic with something relevant in the top of one system and not of the other. */
export interface Flip extends TopicPair {
  /** Seen from the second system. */
  readonly change: 'lost' | 'gained';
}

/** A topic on which two systems differ most. */
export interface TopicDifference extends TopicPair {
  readonly measure: string;
  readonly firstValue: number;
  readonly secondValue: number;
  readonly difference: number;
}

export interface TopicResult {
  readonly topic: string;
  /** The question, where it is known. */
  readonly text: string | null;
  readonly ranks: Readonly<Record<string, number | null>>;
  /** By measure, then system. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Comparison {
  readonly schema: typeof COMPARISON_SCHEMA;
  readonly tool: { readonly version: string };
  /** Of permutations and resamples. */
  readonly seed: number;
  /** Random assignments of signs, where not all are counted. */
  readonly permutations: number;
  /** Of topics, for the intervals. */
  readonly resamples: number;
  readonly test: AskedTest;
  /** A difference is significant where Holm's p is at most this. */
  readonly alpha: number;
  readonly topics: number;
  /** The headline cutoff: what counts as a hit in `flips`. */
  readonly cutoff: number;
  readonly measures: readonly string[];
  readonly systems: readonly ComparedSystem[];
  readonly scores: readonly ComparedScore[];
  readonly pairs: readonly ComparedPair[];
  /** Worst first: lost topics, then gained ones, the largest change first in each. */
  readonly flips: readonly Flip[];
  /** For measures that are no hit: the ten largest differences of each pair, in the same order. */
  readonly differences: readonly TopicDifference[];
  readonly topicResults: readonly TopicResult[];
  /** What a reader must know: what was left out, what differs. */
  readonly notes: readonly string[];
}
