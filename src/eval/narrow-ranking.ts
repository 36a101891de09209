// A ranking without what nobody judged, and a ranking cut at a depth: what trec_eval -J and -M do before measuring.
import type { JudgedRanking } from '../core/contracts.ts';

const known = new WeakMap<JudgedRanking, JudgedRanking>();

/** Unjudged entries are taken out and the others close up. Kept for as long as the ranking lives, since many measures ask. */
export function judgedOnly(judged: JudgedRanking): JudgedRanking {
  const before = known.get(judged);
  if (before) return before;
  const filtered = withoutUnjudged(judged);
  known.set(judged, filtered);
  return filtered;
}

function withoutUnjudged(judged: JudgedRanking): JudgedRanking {
  const kept = countJudged(judged.judged);
  if (kept === judged.judged.length) return judged;
  const grades = new Int32Array(kept);
  const creditRanks = new Uint32Array(judged.creditRanks.length);
  let to = 0;
  let credit = 0;
  for (let i = 0; i < judged.judged.length; i++) {
    if (!judged.judged[i]) continue;
    grades[to++] = judged.grades[i]!;
    for (; credit < creditRanks.length && judged.creditRanks[credit] === i + 1; credit++) creditRanks[credit] = to;
  }
  return { ...judged, grades, judged: new Uint8Array(kept).fill(1), creditRanks };
}

function countJudged(judged: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < judged.length; i++) count += judged[i]!;
  return count;
}

/** The first `depth` entries; what was judged stays to be found. */
export function cutRanking(judged: JudgedRanking, depth: number): JudgedRanking {
  if (judged.grades.length <= depth) return judged;
  let credits = 0;
  while (credits < judged.creditRanks.length && judged.creditRanks[credits]! <= depth) credits++;
  return {
    ...judged,
    grades: judged.grades.subarray(0, depth),
    judged: judged.judged.subarray(0, depth),
    creditRanks: judged.creditRanks.subarray(0, credits),
    creditGrades: judged.creditGrades.subarray(0, credits),
  };
}

/** The scores that stay where `withoutUnjudged` takes entries out. */
export function judgedScores(scores: Float64Array, judged: Uint8Array): Float64Array {
  return scores.filter((_, i) => judged[i] === 1);
}
