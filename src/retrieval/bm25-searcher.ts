// Scores chunks by BM25 over an inverted index; what a question's query is, the caller says.
import type { Searcher, TermWeight } from '../core/contracts.ts';
import { rankScores } from '../core/order.ts';
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from './bm25-formula.ts';
import { largestFirst } from './explanation.ts';
import { chunksWith, type InvertedIndex, postingAt } from './inverted-index.ts';

// A type, not an interface: only types fit the open-ended Params of a registry.
export type Bm25Params = {
  readonly k1: number;
  readonly b: number;
};

export const bm25ParamSpecs = {
  k1: { default: 1.2, min: 0, max: 1000, doc: 'how late repeated terms saturate; 0 ignores repetition' },
  b: { default: 0.75, min: 0, max: 1, doc: 'length normalisation; 0 ignores length' },
} as const;

interface WeightedTerm {
  readonly id: number;
  /** IDF times the number of occurrences in the query: a repeated word weighs twice, as in Lucene. */
  readonly weight: number;
}

/** @param queryOf the terms of a question, repetitions included */
export function openBm25Searcher(
  index: InvertedIndex,
  { k1, b }: Bm25Params,
  queryOf: (text: string) => readonly string[],
): Searcher {
  const norms = Float64Array.from(index.storedLengths, (length) => bm25LengthNorm(k1, b, length, index.averageLength));
  const scores = new Float64Array(index.chunks);

  /** Known terms in ascending id: floating addition depends on its order, so the order is fixed. */
  function weightedTerms(text: string): WeightedTerm[] {
    const counts = new Map<number, number>();
    for (const term of queryOf(text)) {
      const id = index.termIds.get(term);
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts]
      .sort(([a], [b]) => a - b)
      .map(([id, count]) => ({
        id,
        weight: count * bm25Idf(index.chunks, index.offsets[id + 1]! - index.offsets[id]!),
      }));
  }

  return {
    async search(requests) {
      return requests.map(({ topic, depth, filter }) => {
        scores.fill(0);
        for (const { id, weight } of weightedTerms(topic.text)) {
          for (let at = index.offsets[id]!, end = index.offsets[id + 1]!; at < end; at++) {
            const ord = index.docs[at]!;
            scores[ord] = scores[ord]! + weight * bm25TfFactor(index.tfs[at]!, k1, norms[ord]!);
          }
        }
        return rankScores(topic.id, scores, depth, 0, filter?.allowed);
      });
    },

    async explain(topic, ord) {
      const found: TermWeight[] = [];
      for (const { id, weight } of weightedTerms(topic.text)) {
        const at = postingAt(index.docs, index.offsets[id]!, index.offsets[id + 1]!, ord);
        if (at >= 0) {
          found.push({ term: index.terms[id]!, weight: weight * bm25TfFactor(index.tfs[at]!, k1, norms[ord]!) });
        }
      }
      return largestFirst(found);
    },

    terms(topic) {
      return [...new Set(queryOf(topic.text))].map((term) => ({ term, chunks: chunksWith(index, term) }));
    },
  };
}
