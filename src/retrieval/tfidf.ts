// Plain TF-IDF: no synonyms, no trigrams, cosine.
import type { RetrieverDef } from '../core/contracts.ts';
import { articleAnalyzer } from '../text/article-analyzer.ts';
import { indexOf } from './inverted-index.ts';
import { openVectorSpace } from './vector-space.ts';

export const tfidf: RetrieverDef = {
  name: 'tfidf',
  summary: 'TF-IDF ranked by cosine, without synonyms and trigrams',
  params: {},
  async open(collection) {
    const index = indexOf(collection, articleAnalyzer);
    return openVectorSpace(index, articleAnalyzer, { groups: [], groupOf: new Map(), trigram: 0 });
  },
};
