// The join of a ranking with its judgments, done once, so that a measure sees ranks and grades and nothing else.
import type { JudgedRanking } from '../core/contracts.ts';
import type { ChunkOrd, Ranking } from '../core/model.ts';
import type { Alternative, TopicEvidence } from './project.ts';

/**
 * Joins ids with qrels as trec_eval does: a grade of 1 or more is relevant, 0 judged and not relevant, a negative one
 * in the pool but not judged. The measures' `rel` raises the bar afterwards.
 * @param ids best first; their order is the caller's business. A repeated id takes a place and earns nothing.
 * @param grades this topic's judgments; absent means none, and every measure is 0
 */
export function judgeIds(ids: readonly string[], grades: ReadonlyMap<string, number> | undefined): JudgedRanking {
  const byRank = new Int32Array(ids.length);
  const judged = new Uint8Array(ids.length);
  const credits: Credit[] = [];
  const credited = new Set<string>();
  for (let i = 0; grades && i < ids.length; i++) {
    const id = ids[i]!;
    const grade = grades.get(id);
    if (grade === undefined) continue;
    judged[i] = grade >= 0 ? 1 : 0;
    if (grade > 0) {
      if (credited.has(id)) continue;
      credited.add(id);
      credits.push({ rank: i + 1, grade });
    }
    byRank[i] = grade;
  }
  const values = grades ? [...grades.values()] : [];
  return joined(
    byRank,
    judged,
    values.filter((grade) => grade > 0),
    values.filter((grade) => grade === 0).length,
    credits,
  );
}

/**
 * Joins a ranking with projected evidence. A credit is a need, at the rank where it is first met whole; whatever meets
 * a met need again is neutral. Only entries with signal are seen.
 */
export function judgeEvidence(ranking: Ranking, evidence: TopicEvidence): JudgedRanking {
  const seen = Math.min(ranking.signal, ranking.chunks.length);
  const byRank = new Int32Array(seen);
  const judged = new Uint8Array(seen);
  for (let i = 0; i < seen; i++) {
    const grade = evidence.grades.get(ranking.chunks[i]!);
    if (grade === undefined) continue;
    if (grade >= 0) judged[i] = 1;
    else byRank[i] = grade;
  }
  const credits: Credit[] = [];
  rankNeeds(ranking, evidence).forEach((rank, n) => {
    if (rank !== null && rank <= seen) credits.push({ rank, grade: evidence.needs[n]!.grade });
  });
  credits.sort((a, b) => a.rank - b.rank || b.grade - a.grade);
  for (const { rank, grade } of credits) byRank[rank - 1] = Math.max(byRank[rank - 1]!, grade);
  return joined(
    byRank,
    judged,
    evidence.needs.map((need) => need.grade),
    evidence.judgedNonRelevant,
    credits,
  );
}

/**
 * For each need, in the order of `evidence.needs`, the 1-based rank at which it is first met whole, over the whole
 * ranking: entries without signal count with the place they keep. null: not met within the ranking.
 */
export function rankNeeds(ranking: Ranking, evidence: TopicEvidence): (number | null)[] {
  const { chunks } = ranking;
  const rankOf = new Map<ChunkOrd, number>();
  for (let i = 0; i < chunks.length && rankOf.size < evidence.grades.size; i++) {
    if (evidence.grades.has(chunks[i]!)) rankOf.set(chunks[i]!, i + 1);
  }
  return evidence.needs.map((need) => {
    let best = Infinity;
    for (const alternative of need.alternatives) best = Math.min(best, rankMet(alternative, rankOf));
    return best === Infinity ? null : best;
  });
}

/** The rank at which one alternative is first held: by one chunk, or by the last of the pieces that cover it. */
function rankMet(alternative: Alternative, rankOf: ReadonlyMap<ChunkOrd, number>): number {
  let best = Infinity;
  for (const ord of alternative.whole) best = Math.min(best, rankOf.get(ord) ?? Infinity);
  if (alternative.pieces.length === 0) return best;
  // Retrieved pieces only grow with rank, so the first rank at which they cover the span can be found by halving.
  const ranks = alternative.pieces.map((piece) => rankOf.get(piece.ord) ?? Infinity);
  const candidates = ranks.filter((rank) => rank !== Infinity).sort((a, b) => a - b);
  const coveredBy = (limit: number): boolean => {
    let reach = alternative.from;
    for (let i = 0; i < ranks.length; i++) {
      if (ranks[i]! > limit) continue;
      const piece = alternative.pieces[i]!;
      if (piece.from > reach) return false;
      reach = Math.max(reach, piece.to);
    }
    return reach >= alternative.to;
  };
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (coveredBy(candidates[middle]!)) high = middle;
    else low = middle + 1;
  }
  return Math.min(best, candidates[low] ?? Infinity);
}

interface Credit {
  readonly rank: number;
  readonly grade: number;
}

function joined(
  grades: Int32Array,
  judged: Uint8Array,
  positive: readonly number[],
  judgedNonRelevant: number,
  credits: readonly Credit[],
): JudgedRanking {
  return {
    grades,
    judged,
    ideal: Int32Array.from(positive).sort().reverse(),
    relevant: positive.length,
    judgedNonRelevant,
    creditRanks: Uint32Array.from(credits, (credit) => credit.rank),
    creditGrades: Int32Array.from(credits, (credit) => credit.grade),
  };
}
