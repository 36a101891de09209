// BM25 with the article's analyzer.
import type { RetrieverDef } from '../core/contracts.ts';
import { articleAnalyzer } from '../text/article-analyzer.ts';
import { type Bm25Params, bm25ParamSpecs, openBm25Searcher } from './bm25-searcher.ts';
import { indexOf } from './inverted-index.ts';

export const bm25: RetrieverDef<Bm25Params> = {
  name: 'bm25',
  summary: "BM25 with Lucene's IDF and the factor (k1 + 1)",
  params: bm25ParamSpecs,
  async open(collection, params) {
    return openBm25Searcher(indexOf(collection, articleAnalyzer), params, articleAnalyzer.terms);
  },
};
