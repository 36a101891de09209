// Plain TF-IDF: no synonyms, no trigrams, cosine.
import type { RetrieverDef } from '../core/contracts.ts';
import { type AnalyzerParams, analyzerNamed, analyzerParamSpecs } from '../text/analyzers.ts';
import { indexOf } from './inverted-index.ts';
import { openVectorSpace } from './vector-space.ts';

export const tfidf: RetrieverDef<AnalyzerParams> = {
  name: 'tfidf',
  summary: 'TF-IDF ranked by cosine, without synonyms and trigrams',
  params: analyzerParamSpecs,
  async open(collection, params, context) {
    const analyzer = analyzerNamed(params.analyzer);
    const index = indexOf(collection, analyzer, context.indexes);
    return openVectorSpace(index, analyzer, { groups: [], groupOf: new Map(), trigram: 0 });
  },
};
