// BM25 with the article's analyzer, or another.
import type { RetrieverDef } from '../core/contracts.ts';
import { type AnalyzerParams, analyzerNamed, analyzerParamSpecs } from '../text/analyzers.ts';
import { type Bm25Params, bm25ParamSpecs, openBm25Searcher } from './bm25-searcher.ts';
import { chunksWith, indexOf } from './inverted-index.ts';
import { readWords } from './reading.ts';

export const bm25: RetrieverDef<Bm25Params & AnalyzerParams> = {
  name: 'bm25',
  summary: "BM25 with Lucene's IDF and the factor (k1 + 1)",
  params: { ...bm25ParamSpecs, ...analyzerParamSpecs },
  async open(collection, params, context) {
    const analyzer = analyzerNamed(params.analyzer);
    const index = indexOf(collection, analyzer, context.indexes);
    return openBm25Searcher(index, params, analyzer.terms, (text) =>
      readWords(text, analyzer, (term) => ({ added: [], chunks: chunksWith(index, term) })),
    );
  },
};
