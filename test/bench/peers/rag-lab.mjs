// rag-lab's own BM25 as the benchmark sees it: the index and the searcher of the built product, analysis as Lucene's English.
import { openBm25Searcher } from '../../../dist/retrieval/bm25-searcher.js';
import { buildIndex } from '../../../dist/retrieval/inverted-index.js';
import { analyzerNamed } from '../../../dist/text/analyzers.js';

/** The name that lists show. */
const ANALYZER = 'english-lucene';

export async function open(texts) {
  const analyzer = analyzerNamed(ANALYZER);
  const index = buildIndex(texts, analyzer);
  const searcher = openBm25Searcher(index, { k1: 0.9, b: 0.4 }, analyzer.terms);
  return {
    postings: index.offsets.at(-1),
    async ask(text, depth) {
      const [{ signal }] = await searcher.search([{ topic: { id: 'q', text, labels: {} }, depth }]);
      return signal;
    },
  };
}
