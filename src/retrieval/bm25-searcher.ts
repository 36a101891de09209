// Scores chunks by BM25 over an inverted index; what a question's query is, the caller says.
import type { Searcher, SearchRequest } from '../core/contracts.ts';
import type { QueryWord, TermPart } from '../core/explanation.ts';
import type { ChunkOrd, Ranking, Topic } from '../core/model.ts';
import { rankFound, rankScores } from '../core/order.ts';
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from './bm25-formula.ts';
import { largestFirst } from './explanation.ts';
import { chunksWith, type InvertedIndex, postingAt } from './inverted-index.ts';
import { createTopChunks } from './top-chunks.ts';

// A type, not an interface: only types fit the open-ended Params of a registry.
export type Bm25Params = {
  readonly k1: number;
  readonly b: number;
};

export const bm25ParamSpecs = {
  k1: { default: 1.2, min: 0, max: 1000, doc: 'how late repeated terms saturate; 0 ignores repetition' },
  b: { default: 0.75, min: 0, max: 1, doc: 'length normalisation; 0 ignores length' },
} as const;

/** From one chunk in so many on there is little to skip. */
const DEEP = 16;

interface WeightedTerm {
  readonly id: number;
  /** Occurrences in the query. */
  readonly count: number;
  readonly idf: number;
  /** IDF times the number of occurrences in the query: a repeated word weighs twice, as in Lucene. */
  readonly weight: number;
}

/**
 * @param queryOf the terms of a question, repetitions included
 * @param reading the same word by word, where it can be told
 */
export function openBm25Searcher(
  index: InvertedIndex,
  { k1, b }: Bm25Params,
  queryOf: (text: string) => readonly string[],
  reading?: (text: string) => readonly QueryWord[],
): Searcher {
  const norms = Float64Array.from(index.storedLengths, (length) => bm25LengthNorm(k1, b, length, index.averageLength));
  const top = createTopChunks(index, k1, norms);
  let scores = new Float64Array(0);

  /** Known terms in ascending id: floating addition depends on its order, so the order is fixed. */
  function weightedTerms(text: string): WeightedTerm[] {
    const found = queryOf(text);
    const ids = new Uint32Array(found.length);
    let known = 0;
    for (const term of found) {
      const id = index.termIds.get(term);
      if (id !== undefined) ids[known++] = id;
    }
    ids.subarray(0, known).sort();
    const terms: WeightedTerm[] = [];
    for (let at = 0; at < known; ) {
      const id = ids[at]!;
      const from = at;
      while (at < known && ids[at] === id) at++;
      const count = at - from;
      const idf = bm25Idf(index.chunks, index.offsets[id + 1]! - index.offsets[id]!);
      terms.push({ id, count, idf, weight: count * idf });
    }
    return terms;
  }

  function partsOf(text: string, ord: ChunkOrd): readonly TermPart[] {
    const found: TermPart[] = [];
    for (const { id, count, idf, weight } of weightedTerms(text)) {
      const at = postingAt(index.docs, index.offsets[id]!, index.offsets[id + 1]!, ord);
      if (at < 0) continue;
      const tf = index.tfs[at]!;
      const lengthFactor = bm25TfFactor(tf, k1, norms[ord]!);
      const term = index.terms[id]!;
      found.push({ term, weight: weight * lengthFactor, idf, tf, queryTf: count, queryWeight: count, lengthFactor });
    }
    return largestFirst(found);
  }

  /** Every chunk is scored. */
  function rankAll({ topic, depth, filter }: SearchRequest, terms: readonly WeightedTerm[]): Ranking {
    if (scores.length < index.chunks) scores = new Float64Array(index.chunks);
    scores.fill(0);
    for (const { id, weight } of terms) {
      for (let at = index.offsets[id]!, end = index.offsets[id + 1]!; at < end; at++) {
        const ord = index.docs[at]!;
        scores[ord] = scores[ord]! + weight * bm25TfFactor(index.tfs[at]!, k1, norms[ord]!);
      }
    }
    return rankScores(topic.id, scores, depth, 0, filter?.allowed);
  }

  /** The same ranking, from those chunks alone that can stand in it; undefined where nothing can be skipped. */
  function rankTop({ topic, depth, filter }: SearchRequest, terms: readonly WeightedTerm[]): Ranking | undefined {
    if (depth === 0 || depth * DEEP > index.chunks) return undefined;
    const found = top.find(terms, depth, filter?.allowed);
    if (!found) return undefined;
    const own = new Float64Array(found.length);
    const counts = new Uint32Array(found.length);
    for (const { id, weight } of terms) {
      top.tfs(id, found, counts);
      for (let i = 0; i < found.length; i++) {
        const tf = counts[i]!;
        if (tf > 0) own[i] = own[i]! + weight * bm25TfFactor(tf, k1, norms[found[i]!]!);
      }
    }
    return rankFound(topic.id, found, own, index.chunks, depth, filter?.allowed);
  }

  return {
    async search(requests) {
      return requests.map((request) => {
        const terms = weightedTerms(request.topic.text);
        return rankTop(request, terms) ?? rankAll(request, terms);
      });
    },

    async explain(topic, ord) {
      return partsOf(topic.text, ord).map(({ term, weight }) => ({ term, weight }));
    },

    async anatomy(topic, ord) {
      const parts = partsOf(topic.text, ord);
      return parts.length > 0 ? { kind: 'terms', parts } : undefined;
    },

    ...(reading && { reading: (topic: Topic) => reading(topic.text) }),

    terms(topic) {
      return [...new Set(queryOf(topic.text))].map((term) => ({ term, chunks: chunksWith(index, term) }));
    },
  };
}
