// wink-bm25-text-search with the preparation its documentation shows: lower case, tokens, no stop words, stems.
import { load } from '../peers.mjs';

export async function open(texts) {
  const [{ default: create }, { default: utils }] = [await load('wink-bm25-text-search'), await load('wink-nlp-utils')];
  const engine = create();
  engine.defineConfig({ fldWeights: { text: 1 } });
  engine.definePrepTasks([utils.string.lowerCase, utils.string.tokenize0, utils.tokens.removeWords, utils.tokens.stem]);
  let id = 0;
  for (const text of texts) engine.addDoc({ text }, id++);
  engine.consolidate();
  return { ask: (text, depth) => engine.search(text, depth).length };
}
