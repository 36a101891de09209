// BM25 whose queries are expanded with synonyms.
import type { RetrieverDef } from '../core/contracts.ts';
import { type AnalyzerParams, analyzerNamed, analyzerParamSpecs } from '../text/analyzers.ts';
import { queryExpansions } from '../text/synonyms.ts';
import { type Bm25Params, bm25ParamSpecs, openBm25Searcher } from './bm25-searcher.ts';
import { chunksWith, indexOf } from './inverted-index.ts';
import { readWords } from './reading.ts';

export const bm25Synonyms: RetrieverDef<Bm25Params & AnalyzerParams> = {
  name: 'bm25-synonyms',
  summary: 'BM25 with query expansion from the synonym list',
  params: { ...bm25ParamSpecs, ...analyzerParamSpecs },
  async open(collection, params, context) {
    const analyzer = analyzerNamed(params.analyzer);
    const expansions = queryExpansions(context.synonyms, analyzer);
    const index = indexOf(collection, analyzer, context.indexes);
    return openBm25Searcher(
      index,
      params,
      (text) => expandQuery(analyzer.terms(text), expansions),
      (text) => {
        const own = new Set(analyzer.terms(text));
        return readWords(text, analyzer, (term) => ({
          added: (expansions.get(term) ?? []).filter((synonym) => !own.has(synonym)),
          by: 'expansion',
          chunks: chunksWith(index, term),
        }));
      },
    );
  },
};

/** Adds each term's synonyms: an added term counts once, and not at all if the query holds it already. */
export function expandQuery(
  terms: readonly string[],
  expansions: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const own = new Set(terms);
  const added = new Set<string>();
  for (const term of own) {
    for (const synonym of expansions.get(term) ?? []) if (!own.has(synonym)) added.add(synonym);
  }
  return [...terms, ...added];
}
