// Collections, topics and contexts small enough to read: what contracts, and tests of retrievers, are run on.
import { buildCollection } from '../core/collection.ts';
import type { ChunkerDef, Encoder, Host, OpenContext } from '../core/contracts.ts';
import type { ChunkOrd, Collection, Topic } from '../core/model.ts';
import { createRng } from '../core/rng.ts';

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
  readonly host?: Host;
}

export function contextOf({ groups = [], encoder, judged, host }: World = {}): OpenContext {
  return {
    rng: createRng(1),
    progress: { report: () => undefined },
    signal: new AbortController().signal,
    ...(host ? { host } : {}),
    synonyms: { groups },
    encoder: async (name) => {
      if (encoder) return encoder;
      throw new Error(`no encoder ${name} here`);
    },
    judged: (topicId) => judged?.get(topicId) ?? new Map(),
  };
}
