// Back-of-the-envelope formulas about chunks, indexes and test sets.

/** Factor by which overlap grows the indexed text: each chunk advances by (1 - r) of its size. Document edges ignored. */
export function overlapGrowth(fraction: number): number {
  return 1 / (1 - fraction);
}

export function tokensPerChunk(tokens: number, chunks: number): number {
  return tokens / chunks;
}

/** Percentage points that one question of n moves a mean of hits by. */
export function pointsPerQuestion(n: number): number {
  return 100 / n;
}

/** Rows expected back when a filter is applied after an approximate index has produced its candidates. */
export function rowsAfterFilter(candidates: number, passing: number, asked: number): number {
  return Math.min(asked, candidates * passing);
}

export function vectorBytes(vectors: number, dims: number, bytesPerValue = 4): number {
  return vectors * dims * bytesPerValue;
}

/** Link storage of a node in the bottom layer of HNSW: up to 2M neighbours, ids of 4 bytes. Source: Malkov and Yashunin (2016). */
export function hnswBottomLinkBytes(m: number, bytesPerLink = 4): number {
  return 2 * m * bytesPerLink;
}

/** IDF without Lucene's "1 +": negative for a term in more than half of the chunks. Source: Robertson and Sparck Jones (1976). */
export function classicIdf(chunks: number, df: number): number {
  return Math.log((chunks - df + 0.5) / (df + 0.5));
}
