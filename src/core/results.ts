// What an experiment yields: plain, JSON-safe data. `Report` is report.json, field for field (contract.md, "Files").
import type { RunFile, TermWeight } from './contracts.ts';

export const REPORT_SCHEMA = 'rag-lab/report@1';

export type Diagnosis =
  | 'split'
  | 'filtered'
  | 'truncated'
  | 'vocabulary'
  | 'no-signal'
  | 'tied'
  | 'duplicate-crowded'
  | 'near-miss'
  | 'outranked';

export interface MeasureValue {
  /** Mean (or the measure's own aggregate) over the n questions. */
  readonly value: number;
  /** Number of questions with value 1, where the measure can only be 0 or 1 on every question of the slice. */
  readonly hits?: number;
  /** 95 % interval: Wilson where `hits` is given, else seeded percentile bootstrap. */
  readonly low?: number;
  readonly high?: number;
}

export interface ScoreRow {
  readonly system: string;
  readonly wording: string;
  readonly split: string;
  readonly n: number;
  readonly measures: Readonly<Record<string, MeasureValue>>;
}

export interface PairedRow {
  readonly system: string;
  readonly cutoff: number;
  readonly both: number;
  readonly sameOnly: number;
  readonly paraphraseOnly: number;
  readonly neither: number;
  /** McNemar's exact two-sided p. */
  readonly p: number;
}

export interface CostRow {
  readonly system: string;
  readonly cutoff: number;
  /** Mean estimated tokens of the chunks with signal in the top `cutoff`. */
  readonly tokens: number;
  /** Tokens of the whole corpus / tokens; null when nothing was retrieved. */
  readonly ratio: number | null;
}

export interface QuestionResult {
  readonly id: string;
  readonly fact: string;
  readonly wording: string;
  readonly split: string;
  readonly text: string;
  /** Ids of the chunks that hold the evidence, in document order. */
  readonly evidence: readonly string[];
  /** By system: best rank at which a need is met, 1-based; null beyond depth. */
  readonly ranks: Readonly<Record<string, number | null>>;
  /** By system: whether that entry matched anything; beyond depth, whether the answer would. */
  readonly signal: Readonly<Record<string, boolean>>;
  /** By system, then measure. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Miss {
  readonly question: string;
  readonly system: string;
  /** The chunk that holds the answer (its best-ranked one). */
  readonly chunk: string;
  readonly rank: number | null;
  readonly signal: boolean;
  readonly score: number | null;
  readonly scoreAtCutoff: number | null;
  /** Size of the block of equal scores that the answer stands in; 1 means no tie. */
  readonly tied: number;
  readonly matched: readonly TermWeight[];
  /** Within the first 50 entries with signal. */
  readonly inCandidates: boolean;
  readonly diagnosis: Diagnosis;
}

export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly tool: { readonly version: string };
  readonly seed: number | null;
  readonly corpus: {
    readonly name: string;
    readonly documents: number;
    readonly pages: number;
    readonly words: number;
    readonly chunks: number;
    /** Over all chunks together: what overlaps or stands in a prefix is counted again. */
    readonly tokens: number;
    /** Of the documents' texts alone. */
    readonly textTokens: number;
    readonly chunker: string;
    /** Chunks of a single sentence longer than the chunker's limit. */
    readonly oversized: number;
    readonly fingerprint: string;
  };
  readonly questions: {
    readonly facts: number;
    readonly total: number;
    readonly wordings: Readonly<Record<string, number>>;
    /** Facts by split. */
    readonly splits: Readonly<Record<string, number>>;
    /** Questions whose evidence is cut by a chunk boundary. */
    readonly splitEvidence: readonly string[];
    readonly fingerprint: string;
  };
  /** The list that synonym-aware systems were given. */
  readonly synonyms: { readonly groups: number; readonly fingerprint: string };
  readonly systems: readonly { readonly label: string; readonly spec: string }[];
  readonly measures: readonly string[];
  readonly cutoff: number;
  readonly depth: number;
  readonly scores: readonly ScoreRow[];
  readonly paired: readonly PairedRow[];
  readonly cost: readonly CostRow[];
  readonly questionResults: readonly QuestionResult[];
  readonly misses: readonly Miss[];
  readonly result: string;
}

/** Wall time in milliseconds; never in a report, a fingerprint or a golden file. */
export interface Timing {
  readonly stage: string;
  readonly ms: number;
}

export interface ExperimentResult {
  readonly report: Report;
  readonly runs: readonly RunFile[];
  /** Chunk-level judgments in TREC form. */
  readonly qrels: string;
  readonly timings: readonly Timing[];
}
