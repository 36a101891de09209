// What an experiment yields: plain, JSON-safe data. `Report` is report.json, field for field (contract.md, "Files").
import type { RunFile, TermWeight } from './contracts.ts';
import type { Explanation } from './explanation.ts';

export const REPORT_SCHEMA = 'rag-lab/report@1';

/** Why an answer is not in the top: the first of these that applies. */
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

/** Which copies of earlier chunks are dropped: identical ones, or nearly identical ones too. */
export type Dedupe = 'exact' | 'near';

/** What a measure says of a set of questions. */
export interface MeasureValue {
  /** Mean (or the measure's own aggregate) over the n questions. */
  readonly value: number;
  /** Number of questions with value 1, where the measure can only be 0 or 1 on every question of the slice. */
  readonly hits?: number;
  /** 95 % interval: Wilson where `hits` is given, else seeded percentile bootstrap. */
  readonly low?: number;
  readonly high?: number;
}

/** A system's values over the questions of one wording and split. */
export interface ScoreRow {
  readonly system: string;
  readonly wording: string;
  readonly split: string;
  readonly n: number;
  readonly measures: Readonly<Record<string, MeasureValue>>;
}

/** The facts that a system finds when they are asked in both wordings, in one, or in none. */
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

/** What a reader has to read. */
export interface CostRow {
  readonly system: string;
  readonly cutoff: number;
  /** Mean estimated tokens of the chunks with signal in the top `cutoff`. */
  readonly tokens: number;
  /** Tokens of the whole corpus / tokens; null when nothing was retrieved. */
  readonly ratio: number | null;
}

/** A system that failed, where the experiment went on without it: it has no row in any other list. */
export interface FailedSystem {
  readonly system: string;
  readonly problem: string;
}

/** Questions to which a system returned fewer than `cutoff` chunks with signal because the filter left the others out. */
export interface ShortfallRow {
  readonly system: string;
  readonly cutoff: number;
  readonly questions: number;
  /** Chunks with signal, at most `cutoff`, as the mean over those questions. */
  readonly returned: number;
}

/** How a system answers questions that have no answer, beside those that have one. */
export interface UnanswerableRow {
  readonly system: string;
  readonly n: number;
  /** Questions to which it returned anything with signal. */
  readonly answeredWithSignal: number;
  /** Of the first entries with signal; null where there is none. */
  readonly medianTopScore: number | null;
  readonly medianTopScoreAnswerable: number | null;
}

/** The measure at the headline cutoff over the questions of one named slice. */
export interface SliceRow {
  readonly system: string;
  readonly slice: string;
  readonly wording: string;
  readonly n: number;
  readonly measures: Readonly<Record<string, MeasureValue>>;
}

/** Where in the documents a chunk begins. */
export interface Place {
  readonly document: string;
  /** 1-based, where the document has pages. */
  readonly page?: number;
  /** The heading trail above it, outermost first. */
  readonly path: readonly string[];
}

/** How one question came out. */
export interface QuestionResult {
  readonly id: string;
  readonly fact: string;
  readonly wording: string;
  readonly split: string;
  /** Named slices the question belongs to; absent in reports of a version that did not tell. */
  readonly slices?: readonly string[];
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

/** A question whose answer is not in the top of a system, and why. */
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

/** All of a result that is shown or stored; equal input gives an equal one. */
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
    /** Chunks that repeat an earlier one, before any was dropped; `near` is null where they were not counted. */
    readonly duplicates?: { readonly exact: number; readonly near: number | null };
    /** Which of them were dropped, if any. */
    readonly dedupe?: Dedupe;
    readonly fingerprint: string;
  };
  readonly questions: {
    readonly facts: number;
    /** Questions with evidence: all that figures are about. */
    readonly total: number;
    /** Questions without any, which stand apart. */
    readonly unanswerable?: number;
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
  /** The condition that limited what could be returned, and how many chunks passed it. */
  readonly filter?: { readonly text: string; readonly chunks: number };
  readonly failed?: readonly FailedSystem[];
  readonly scores: readonly ScoreRow[];
  /** Of questions that belong to named slices. */
  readonly slices?: readonly SliceRow[];
  readonly paired: readonly PairedRow[];
  readonly cost: readonly CostRow[];
  readonly shortfalls?: readonly ShortfallRow[];
  readonly unanswerable?: readonly UnanswerableRow[];
  readonly questionResults: readonly QuestionResult[];
  readonly misses: readonly Miss[];
  /** By chunk id, of the chunks named above; those of which nothing more than the document is known are left out. */
  readonly places?: Readonly<Record<string, Place>>;
  readonly result: string;
}

/** Wall time in milliseconds; never in a report, a fingerprint or a golden file. */
export interface Timing {
  readonly stage: string;
  readonly ms: number;
}

/** What an experiment hands over: the report, and what stands in files of its own. */
export interface ExperimentResult {
  readonly report: Report;
  readonly runs: readonly RunFile[];
  /** Chunk-level judgments in TREC form. */
  readonly qrels: string;
  readonly timings: readonly Timing[];
  /** Where it was asked for. */
  readonly explanation?: Explanation;
}
