// A searcher that answers every question with one given list: what fusions are tested with.
import type { Searcher } from '../../src/core/contracts.ts';
import type { ChunkOrd } from '../../src/core/model.ts';

/** @param entries [ordinal, score], best first; @param signal how many of them matched */
export function cannedSearcher(entries: readonly (readonly [ChunkOrd, number])[], signal = entries.length): Searcher {
  return {
    async search(requests) {
      return requests.map(({ topic, depth }) => {
        const kept = entries.slice(0, depth);
        return {
          topicId: topic.id,
          chunks: Uint32Array.from(kept, ([ord]) => ord),
          scores: Float64Array.from(kept, ([, score]) => score),
          signal: Math.min(signal, kept.length),
        };
      });
    },
  };
}
