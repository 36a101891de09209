// BM25 as Lucene states it, with the classic factor (k1 + 1). Source: Robertson and Zaragoza (2009); the IDF is Lucene's.

/** IDF of a term in `df` of `chunks` chunks. The "1 +" keeps it positive for terms in more than half of them. */
export function bm25Idf(chunks: number, df: number): number {
  return Math.log(1 + (chunks - df + 0.5) / (df + 0.5));
}

/** k1 · (1 − b + b · |D| / avgdl): the length-normalised half-saturation point of a chunk. */
export function bm25LengthNorm(k1: number, b: number, length: number, averageLength: number): number {
  return k1 * (1 - b + (averageLength > 0 ? (b * length) / averageLength : 0));
}

/** tf · (k1 + 1) / (tf + norm): 1 for one occurrence in a chunk of average length, below k1 + 1 always. */
export function bm25TfFactor(tf: number, k1: number, lengthNorm: number): number {
  return (tf * (k1 + 1)) / (tf + lengthNorm);
}
