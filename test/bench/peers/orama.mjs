// Orama as it comes: prefixes match too, no stemming.
import { load } from '../peers.mjs';

export async function open(texts) {
  const { create, insert, search } = await load('@orama/orama');
  const engine = create({ schema: { text: 'string' } });
  for (const text of texts) insert(engine, { text });
  return { ask: async (text, depth) => (await search(engine, { term: text, limit: depth, threshold: 1 })).hits.length };
}
