// Weaviate: the REST search interface (1.39 and later), keyword search in a collection. Ids of objects are UUIDs there, so
// that the lab's id is a property.
import type { RequestTemplate } from './template.ts';

export const weaviate: RequestTemplate = {
  name: 'weaviate',
  address: 'the collection, as in http://localhost:8080/v1/search/Chunk',
  path: '/bm25',
  method: 'POST',
  body: '{"query":"{{query}}","queryProperties":["{{field}}"],"limit":{{k}},"returnProperties":["chunk_id"],"returnMetadata":["score"]}',
  field: 'text',
  hits: 'results',
  id: 'properties.chunk_id',
  score: 'metadata.score',
  // QUERY_MAXIMUM_RESULTS
  limit: 10_000,
};
