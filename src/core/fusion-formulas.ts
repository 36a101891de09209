// The two formulas that fusion inside the lab and fusion of run files share.

/** What a 1-based rank is worth in reciprocal rank fusion. Source: Cormack, Clarke and Büttcher (2009). */
export function rrfVote(k: number, rank: number, weight = 1): number {
  return weight / (k + rank);
}

/** What each entry is worth under min-max in a list whose scores are all equal: it knows what matched, not what is better. */
export const ALL_EQUAL = 1;

/** Scores that do not increase, scaled to [0, 1] by the last and the first: (s - min) / (max - min). */
export function minMaxScaled(scores: Float64Array): Float64Array {
  const max = scores[0] ?? 0;
  const min = scores.at(-1) ?? 0;
  if (max === min) return new Float64Array(scores.length).fill(ALL_EQUAL);
  if (Number.isFinite(max - min)) return scores.map((score) => (score - min) / (max - min));
  // A range beyond the largest double, by halves.
  return scores.map((score) => (score / 2 - min / 2) / (max / 2 - min / 2));
}
