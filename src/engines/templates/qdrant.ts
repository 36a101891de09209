// Qdrant: the query interface of a collection whose server makes the vector of the question. Ids of points are numbers or
// UUIDs there, so that the lab's id is part of the payload.
import type { RequestTemplate } from './template.ts';

export const qdrant: RequestTemplate = {
  name: 'qdrant',
  address: 'the collection, as in http://localhost:6333/collections/chunks',
  path: '/points/query',
  method: 'POST',
  body: '{"query":{"text":"{{query}}","model":"{{model}}"},"using":"{{field}}","limit":{{k}},"with_payload":true}',
  field: 'text',
  model: 'qdrant/bm25',
  hits: 'result.points',
  id: 'payload.chunk_id',
  score: 'score',
  limit: 10_000,
};
