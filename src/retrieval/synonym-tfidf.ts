// Synonym TF-IDF: terms of a synonym group are one feature, character trigrams let near spellings overlap, cosine.
// The list is written for one corpus: what this gains is what a closed vocabulary gap gains, not what a model would.
import type { RetrieverDef } from '../core/contracts.ts';
import { type AnalyzerParams, analyzerNamed, analyzerParamSpecs } from '../text/analyzers.ts';
import { groupOfTerm, synonymGroups } from '../text/synonyms.ts';
import { indexOf } from './inverted-index.ts';
import { openVectorSpace } from './vector-space.ts';

type SynonymTfidfParams = AnalyzerParams & {
  readonly trigram: number;
};

export const synonymTfidf: RetrieverDef<SynonymTfidfParams> = {
  name: 'synonym-tfidf',
  summary: 'TF-IDF ranked by cosine over synonym groups and character trigrams',
  params: {
    trigram: {
      default: 0.2,
      min: 0,
      max: 10,
      doc: 'weight of character trigrams beside whole words; 0 leaves them out',
    },
    ...analyzerParamSpecs,
  },
  async open(collection, { trigram, ...params }, context) {
    const analyzer = analyzerNamed(params.analyzer);
    const groups = synonymGroups(context.synonyms.groups, analyzer);
    const index = indexOf(collection, analyzer, context.indexes);
    return openVectorSpace(index, analyzer, { groups, groupOf: groupOfTerm(groups), trigram });
  },
};
