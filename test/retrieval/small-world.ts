// Collections, topics and contexts small enough to read, for retriever tests.

import { buildCollection } from '../../src/core/collection.ts';
import type { ChunkerDef, Encoder, OpenContext } from '../../src/core/contracts.ts';
import type { ChunkOrd, Collection, Ranking, Topic } from '../../src/core/model.ts';
import { createRng } from '../../src/core/rng.ts';

const wholeDocument: ChunkerDef = {
  name: 'whole',
  summary: 'a chunk a document',
  params: {},
  chunk: (document) => [{ span: { start: 0, end: document.text.length }, path: [] }],
};

/** One chunk a text, ids `0#0`, `1#0`, ... */
export function collectionOf(texts: readonly string[]): Collection {
  const documents = texts.map((text, n) => ({ id: String(n), title: '', text, blocks: [], meta: {}, source: 'test' }));
  return buildCollection('small', documents, wholeDocument, {});
}

export function topicOf(text: string, id = 't'): Topic {
  return { id, text, labels: {}, slices: [] };
}

export interface World {
  readonly groups?: readonly (readonly string[])[];
  readonly encoder?: Encoder;
  readonly judged?: ReadonlyMap<string, ReadonlyMap<ChunkOrd, number>>;
}

export function contextOf({ groups = [], encoder, judged }: World = {}): OpenContext {
  return {
    rng: createRng(1),
    progress: { report: () => undefined },
    signal: new AbortController().signal,
    synonyms: { groups },
    encoder: async (name) => {
      if (encoder) return encoder;
      throw new Error(`no encoder ${name} here`);
    },
    judged: (topicId) => judged?.get(topicId) ?? new Map(),
  };
}

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
