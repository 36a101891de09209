// Collections, topics and contexts small enough to read, for retriever tests.

import type { Ranking } from '../../src/core/model.ts';

export { collectionOf, contextOf, topicOf } from '../../src/contracts/small-world.ts';

/** What matched, best first, as [ordinal, score rounded to six decimals]. */
export function matches(ranking: Ranking): [number, number][] {
  return Array.from({ length: ranking.signal }, (_, i) => [
    ranking.chunks[i]!,
    Math.round(ranking.scores[i]! * 1e6) / 1e6,
  ]);
}

/** Ordinals of what matched, best first. */
export function matched(ranking: Ranking): number[] {
  return [...ranking.chunks.subarray(0, ranking.signal)];
}
