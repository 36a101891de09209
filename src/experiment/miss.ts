// What happened to a question that a system did not answer in the top: where its answer stands, why, and by how much.
import type { Filter, Searcher, TermWeight } from '../core/contracts.ts';
import type { ChunkOrd, Collection, Ranking, Topic } from '../core/model.ts';
import type { Miss } from '../core/results.ts';
import { diagnose } from '../eval/diagnose.ts';
import { type IsNearCopy, rankAmongDistinct } from '../eval/near-copies.ts';
import { evidenceWithin, type TopicEvidence } from '../eval/project.ts';

/** "In the candidates" means within reach of a reranker of this usual depth. */
export const CANDIDATES = 50;
/** Matched terms shown for a miss, the weightiest first. */
const MOST_TERMS = 8;
/** Near-copies are looked for only where collapsing them could lift the answer: within this many cutoffs. */
const CROWD_REACH = 10;

export interface MissRequest {
  readonly system: string;
  readonly topic: Topic;
  readonly ranking: Ranking;
  /** Best rank at which a need is met, or null. */
  readonly rank: number | null;
  readonly evidence: TopicEvidence;
  readonly splitEvidence: boolean;
  readonly cutoff: number;
  /** The one that the question was asked with. */
  readonly filter?: Filter | undefined;
  readonly collection: Collection;
  readonly searcher: Searcher;
  readonly isNearCopy: IsNearCopy;
}

export async function describeMiss(request: MissRequest): Promise<Miss> {
  const { system, topic, ranking, rank, evidence, cutoff, collection, searcher } = request;
  const { ord, matched } =
    rank === null
      ? await beyondDepth(request)
      : { ord: ranking.chunks[rank - 1]!, matched: await explained(request, ranking.chunks[rank - 1]!) };
  // Beyond the depth the ranking does not say whether the answer matched anything; its explanation does.
  const signal = rank === null ? matched.length > 0 : rank <= ranking.signal;
  const score = rank === null ? null : ranking.scores[rank - 1]!;
  const scoreAtCutoff = ranking.scores[cutoff - 1] ?? null;
  return {
    question: topic.id,
    system,
    chunk: ord === undefined ? '' : collection.chunks[ord]!.id,
    rank,
    signal,
    score,
    scoreAtCutoff,
    tied: rank === null ? 1 : tieBlock(ranking.scores, rank - 1),
    matched: matched.slice(0, MOST_TERMS),
    inCandidates: signal && rank !== null && rank <= CANDIDATES,
    diagnosis: diagnose({
      splitEvidence: request.splitEvidence,
      filtered: isFiltered(evidence, request.filter),
      truncated: ord !== undefined && isTruncated(ord, evidence, collection, searcher),
      terms: searcher.terms?.(topic),
      signal,
      rank,
      cutoff,
      score,
      scoreAtCutoff,
      distinctAbove:
        rank !== null && rank <= CROWD_REACH * cutoff
          ? rankAmongDistinct(ranking.chunks, rank, cutoff, request.isNearCopy)
          : undefined,
    }),
  };
}

async function explained({ searcher, topic, filter }: MissRequest, ord: ChunkOrd): Promise<readonly TermWeight[]> {
  return (await searcher.explain?.(topic, ord, filter)) ?? [];
}

interface Answer {
  readonly ord: ChunkOrd | undefined;
  readonly matched: readonly TermWeight[];
}

/** The first chunk with the answer that matched anything, else the first with the answer, where no ranking reached one. */
async function beyondDepth(request: MissRequest): Promise<Answer> {
  let first: ChunkOrd | undefined;
  for (const [ord, grade] of request.evidence.grades) {
    if (grade <= 0) continue;
    first ??= ord;
    const matched = await explained(request, ord);
    if (matched.length > 0) return { ord, matched };
  }
  return { ord: first, matched: [] };
}

/** Whether some need could be met, and cannot where only what passes the filter may be returned. */
function isFiltered(evidence: TopicEvidence, filter: Filter | undefined): boolean {
  if (!filter) return false;
  const left = evidenceWithin(evidence, filter.allowed).needs;
  return evidence.needs.some(({ alternatives }, n) => alternatives.length > 0 && left[n]!.alternatives.length === 0);
}

/** How many entries share the score of the one at `index`. */
export function tieBlock(scores: Float64Array, index: number): number {
  const { from, to } = tieBounds(scores, index);
  return to - from + 1;
}

/** The first and the last of them, from 0. */
export function tieBounds(scores: Float64Array, index: number): { readonly from: number; readonly to: number } {
  let from = index;
  let to = index;
  while (from > 0 && scores[from - 1] === scores[index]) from--;
  while (to + 1 < scores.length && scores[to + 1] === scores[index]) to++;
  return { from, to };
}

/** Whether the system stops reading the chunk before the evidence in it ends. */
function isTruncated(ord: ChunkOrd, evidence: TopicEvidence, { chunks }: Collection, searcher: Searcher): boolean {
  const reach = searcher.reach?.(ord);
  if (reach === undefined) return false;
  const { span, offset } = chunks[ord]!;
  let nearestEnd = Number.POSITIVE_INFINITY;
  for (const { alternatives } of evidence.needs) {
    for (const { whole, from, to } of alternatives) {
      // Evidence that is a whole document has no place of its own to be cut off.
      if (to > from && whole.includes(ord)) nearestEnd = Math.min(nearestEnd, offset + to - span.start);
    }
  }
  return Number.isFinite(nearestEnd) && reach < nearestEnd;
}
