// Meilisearch: the search interface of an index. Its primary keys hold no "#", so that the lab's id is another field.
import type { RequestTemplate } from './template.ts';

export const meilisearch: RequestTemplate = {
  name: 'meilisearch',
  address: 'the index, as in http://localhost:7700/indexes/chunks',
  path: '/search',
  method: 'POST',
  body: '{"q":"{{query}}","limit":{{k}},"attributesToSearchOn":["{{field}}"],"attributesToRetrieve":["chunk_id"],"showRankingScore":true}',
  field: '*',
  hits: 'hits',
  id: 'chunk_id',
  score: '_rankingScore',
  // pagination.maxTotalHits
  limit: 1000,
};
