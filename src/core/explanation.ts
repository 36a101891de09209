// Why each system ranked the evidence where it did: plain, JSON-safe data, made by an experiment and drawn by reports.
import type { TermWeight } from './contracts.ts';
import type { Diagnosis, FailedSystem } from './results.ts';

/** One word of a question, and what a system made of it. */
export interface QueryWord {
  /** As typed. */
  readonly word: string;
  /** Its terms after analysis; none where it was dropped. */
  readonly terms: readonly string[];
  /** Why it was dropped, e.g. `stop word`. */
  readonly dropped?: string;
  /** Terms that synonyms add to the query, or that count as one with it: the rest of its group. */
  readonly added: readonly string[];
  /** Whether those were put into the query beside it, or it became one feature with them; absent where there are none. */
  readonly by?: 'expansion' | 'group';
  /** Chunks that hold its term; of a group, those that hold any of its terms. */
  readonly chunks: number;
}

/** A term's part of a score: weight = queryWeight * idf * lengthFactor. */
export interface TermPart extends TermWeight {
  readonly idf: number;
  /** Occurrences in the chunk. */
  readonly tf: number;
  /** Occurrences in the query. */
  readonly queryTf: number;
  /** What a system makes of `queryTf`: BM25 leaves it as it is, a cosine scales the query to length 1. */
  readonly queryWeight: number;
  /** What saturation (BM25) or a logarithm (cosine) and the chunk's length make of `tf`. */
  readonly lengthFactor: number;
}

/** One list's part of a fused score. */
export interface ListVote {
  /** The input system, as it is called in tables. */
  readonly list: string;
  /** Null where the list does not hold the chunk. */
  readonly rank: number | null;
  /** Whether the chunk matched anything there; without, a list may not vote whatever the rank. */
  readonly signal: boolean;
  readonly score: number | null;
  /** The score after normalisation, for fusions that normalise. */
  readonly normalised?: number;
  readonly weight: number;
  readonly vote: number;
}

/** What a score is made of. Terms and votes sum to it within 1e-12. */
export type ScoreAnatomy =
  | { readonly kind: 'terms'; readonly parts: readonly TermPart[] }
  /** The sentences of the chunk that match best, best first; the first one's score is the chunk's for max pooling. */
  | { readonly kind: 'sentences'; readonly parts: readonly TermWeight[] }
  | { readonly kind: 'lists'; readonly votes: readonly ListVote[] }
  /** Of a system that explains itself in its own words, e.g. a plugin. */
  | { readonly kind: 'parts'; readonly parts: readonly TermWeight[] };

export interface ExplainedChunk {
  readonly chunk: string;
  /** Null beyond the depth. */
  readonly rank: number | null;
  readonly signal: boolean;
  readonly score: number | null;
  /** Absent where the system cannot say, or nothing matched. */
  readonly anatomy?: ScoreAnatomy;
}

/** Chunks of one score, the answer among them. */
export interface TieBlock {
  readonly size: number;
  /** 1-based ranks of the block's first and last entry. */
  readonly first: number;
  readonly last: number;
  /** Where the answer would stand on average if the order within the block were drawn. */
  readonly expectedRank: number;
}

/** What one synonym would do: the answer's word added to a query that holds the question's. */
export interface SynonymHint {
  readonly word: string;
  readonly term: string;
  readonly rank: number;
}

/** A word of the question and one of the answer that a synonym list makes the same. */
export interface Bridge {
  readonly word: string;
  readonly term: string;
}

export interface ExplainedSystem {
  readonly system: string;
  readonly spec: string;
  /** Absent for systems that have no words (dense). */
  readonly reading?: readonly QueryWord[];
  /**
   * Content words that the question and the answer have in common, as this system reads them, synonyms apart. The answer is
   * the evidence's own words; the chunk that ranks best where a whole document is the evidence. Absent where a system has no words.
   */
  readonly shared?: readonly string[];
  /** What synonyms add to that. */
  readonly bridged?: readonly Bridge[];
  /** The chunk with which the question is answered whole, at its best rank; absent without evidence in any chunk. */
  readonly answer?: ExplainedChunk;
  readonly found: boolean;
  readonly scoreAtCutoff: number | null;
  /** scoreAtCutoff less the answer's score; negative where the answer is above the line. */
  readonly gap: number | null;
  readonly tie?: TieBlock;
  /** The first chunks with signal, best first, other than the answer. */
  readonly above: readonly ExplainedChunk[];
  /** How many chunks stand above the answer in all. */
  readonly outrankedBy: number;
  /**
   * By which terms or lists those of `above` that stand above the answer do so: their weight there less that in the answer, summed over
   * them, largest first. Empty where scores are no sums of such.
   */
  readonly lead: readonly TermWeight[];
  /** Within the first 50 entries with signal: a reranker's chance. */
  readonly inCandidates: boolean;
  /** Other systems of the run that have the answer in their top. */
  readonly reachedBy: readonly string[];
  readonly hint?: SynonymHint;
  /** Only of a miss. */
  readonly diagnosis?: Diagnosis;
}

export interface ExplainedQuestion {
  readonly id: string;
  readonly text: string;
  readonly wording: string;
  readonly split: string;
  readonly slices: readonly string[];
  readonly answer?: string;
  readonly evidence: readonly {
    readonly document: string;
    readonly quote: string;
    /** Chunks that hold it, or pieces of it. */
    readonly chunks: readonly string[];
  }[];
  readonly systems: readonly ExplainedSystem[];
}

/** A chunk that an explanation speaks of. */
export interface ShownChunk {
  readonly document: string;
  readonly page?: number;
  readonly path: readonly string[];
  /** What systems read. */
  readonly text: string;
  readonly tokens: number;
}

export interface Explanation {
  readonly corpus: { readonly name: string; readonly documents: number; readonly chunks: number };
  readonly cutoff: number;
  /** How deep the systems ranked. */
  readonly depth: number;
  /** Those that are explained, in the order asked for. */
  readonly systems: readonly { readonly label: string; readonly spec: string }[];
  /** The condition that limited what could be returned. */
  readonly filter?: string;
  /** Systems that have nothing to explain. */
  readonly failed?: readonly FailedSystem[];
  /** Every diagnosis, in the order in which they are tried. */
  readonly remedies: readonly Remedy[];
  readonly questions: readonly ExplainedQuestion[];
  /** By chunk id: every chunk that is named above. */
  readonly chunks: Readonly<Record<string, ShownChunk>>;
}

/** What a diagnosis rests on, and what could help. */
export interface Remedy {
  readonly diagnosis: Diagnosis;
  /** The rule that gave it, in one sentence. */
  readonly rule: string;
  /** What could win the question, as the guide to retrieval's failures has it. */
  readonly remedy: string;
}
