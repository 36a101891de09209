// FlexSearch: whole words, not all of which need match. It ranks by places, not by BM25.
import { load } from '../peers.mjs';

export async function open(texts) {
  const { Index } = await load('flexsearch');
  const engine = new Index({ tokenize: 'strict' });
  let id = 0;
  for (const text of texts) engine.add(id++, text);
  return { ask: (text, depth) => engine.search(text, { limit: depth, suggest: true }).length };
}
