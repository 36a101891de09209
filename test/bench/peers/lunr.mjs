// lunr as it comes: stop words and Porter's stemmer; terms are given as words, since a query string has a syntax.
import { load } from '../peers.mjs';

export async function open(texts) {
  const { default: lunr } = await load('lunr');
  const engine = lunr(function build() {
    this.ref('id');
    this.field('text');
    let id = 0;
    for (const text of texts) this.add({ id: id++, text });
  });
  return {
    ask: (text, depth) => engine.query((query) => query.term(lunr.tokenizer(text), {})).slice(0, depth).length,
  };
}
