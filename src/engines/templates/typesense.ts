// Typesense: the search interface of a collection. Its text_match is a 64-bit integer, which JSON readers round, so that the
// order of the hits counts.
import type { RequestTemplate } from './template.ts';

export const typesense: RequestTemplate = {
  name: 'typesense',
  address: 'the collection, as in http://localhost:8108/collections/chunks',
  path: '/documents/search?q={{query}}&query_by={{field}}&per_page={{k}}',
  method: 'GET',
  body: '',
  field: 'text',
  hits: 'hits',
  id: 'document.chunk_id',
  limit: 250,
};
