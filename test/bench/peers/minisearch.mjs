// MiniSearch as it comes: one field, any word may match.
import { load } from '../peers.mjs';

export async function open(texts) {
  const { default: MiniSearch } = await load('minisearch');
  const engine = new MiniSearch({ fields: ['text'] });
  let id = 0;
  for (const text of texts) engine.add({ id: id++, text });
  return { ask: (text, depth) => engine.search(text).slice(0, depth).length };
}
