// Inverted indexes made of rows of postings, without texts, and the plain way to score them: what tests of the search hold it
// against.
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from '../../src/retrieval/bm25-formula.ts';
import type { InvertedIndex } from '../../src/retrieval/inverted-index.ts';

/** The chunks that hold a term, ascending, and how often. */
export type Row = readonly (readonly [ord: number, tf: number])[];

/** Numbers from 0 to 1, the same for a seed. */
export function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A row of about so many of the chunks. */
export function rowOf(chunks: number, share: number, next: () => number, tf: (ord: number) => number): Row {
  const row: [number, number][] = [];
  for (let ord = 0; ord < chunks; ord++) if (next() < share) row.push([ord, tf(ord)]);
  return row;
}

/**
 * Terms are called t0, t1 and so on.
 * @param others words of a chunk that are none of these terms
 */
export function indexOfRows(
  chunks: number,
  rows: readonly Row[],
  others: (ord: number) => number = () => 0,
): InvertedIndex {
  const terms = rows.map((_, id) => `t${id}`);
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, id) => {
    offsets[id + 1] = offsets[id]! + row.length;
  });
  const docs = new Uint32Array(offsets[rows.length]!);
  const tfs = new Uint32Array(docs.length);
  const lengths = Uint32Array.from({ length: chunks }, (_, ord) => others(ord));
  let at = 0;
  for (const row of rows) {
    for (const [ord, tf] of row) {
      docs[at] = ord;
      tfs[at++] = tf;
      lengths[ord] = lengths[ord]! + tf;
    }
  }
  return {
    chunks,
    termIds: new Map(terms.map((term, id) => [term, id])),
    terms,
    offsets,
    docs,
    tfs,
    lengths,
    storedLengths: lengths,
    averageLength: chunks === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / chunks,
  };
}

export function normsOf(index: InvertedIndex, k1: number, b: number): Float64Array {
  return Float64Array.from(index.storedLengths, (length) => bm25LengthNorm(k1, b, length, index.averageLength));
}

export interface WeightedId {
  readonly id: number;
  readonly weight: number;
}

/** The known terms of a question, in ascending number, each weighing as often as it stands there. */
export function weighted(index: InvertedIndex, words: readonly string[]): WeightedId[] {
  const ids = words.flatMap((word) => index.termIds.get(word) ?? []).sort((a, b) => a - b);
  return [...new Set(ids)].map((id) => ({
    id,
    weight:
      ids.filter((other) => other === id).length * bm25Idf(index.chunks, index.offsets[id + 1]! - index.offsets[id]!),
  }));
}

/** The formula for every chunk, terms in the order given. */
export function scoresOf(
  index: InvertedIndex,
  terms: readonly WeightedId[],
  k1: number,
  norms: Float64Array,
): Float64Array {
  const scores = new Float64Array(index.chunks);
  for (const { id, weight } of terms) {
    for (let at = index.offsets[id]!; at < index.offsets[id + 1]!; at++) {
      const ord = index.docs[at]!;
      scores[ord] = scores[ord]! + weight * bm25TfFactor(index.tfs[at]!, k1, norms[ord]!);
    }
  }
  return scores;
}
