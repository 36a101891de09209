// Why a question was missed: the first explanation that applies, from what cannot be found at all to what was nearly found.
import type { QueryTerm } from '../core/contracts.ts';
import type { Diagnosis } from '../core/results.ts';

/** What is known about one miss. `rank` and scores are those of the answer chunk that ranks best. */
export interface MissFacts {
  /** A chunk boundary cuts the evidence. */
  readonly splitEvidence: boolean;
  /** A filter leaves out the chunks that hold the evidence. */
  readonly filtered: boolean;
  /** The evidence lies beyond what the system reads of the chunk. */
  readonly truncated: boolean;
  /** Content words of the question as the system reads it; absent where it has no terms. */
  readonly terms?: readonly QueryTerm[] | undefined;
  /** Anything of the question matched the answer chunk. */
  readonly signal: boolean;
  /** 1-based; null beyond the depth. */
  readonly rank: number | null;
  readonly cutoff: number;
  readonly score: number | null;
  /** Score of the entry at rank `cutoff`. */
  readonly scoreAtCutoff: number | null;
  /** Rank once near-copies above are collapsed; undefined where that is beyond the cutoff or not known. */
  readonly distinctAbove: number | undefined;
}

/**
 * The diagnosis of a question that is not answered in the top `cutoff`.
 * split: no chunk holds the whole quote. filtered: the filter leaves it out. truncated: the system did not read it. vocabulary: no content word of the
 * question occurs in the corpus. no-signal: nothing of the question matches the answer. tied: the answer's score is that
 * of the entry at the cutoff, so the order of ties decided. duplicate-crowded: without near-copies above it the answer
 * would stand in the top. near-miss: within twice the cutoff. outranked: anything else.
 */
export function diagnose(facts: MissFacts): Diagnosis {
  const { rank, cutoff, distinctAbove } = facts;
  if (facts.splitEvidence) return 'split';
  if (facts.filtered) return 'filtered';
  if (facts.truncated) return 'truncated';
  if (facts.terms?.every((term) => term.chunks === 0)) return 'vocabulary';
  if (!facts.signal) return 'no-signal';
  if (facts.score !== null && facts.score === facts.scoreAtCutoff) return 'tied';
  if (rank !== null && rank > cutoff && distinctAbove !== undefined && distinctAbove <= cutoff) {
    return 'duplicate-crowded';
  }
  if (rank !== null && rank <= 2 * cutoff) return 'near-miss';
  return 'outranked';
}
