// Elasticsearch and OpenSearch: the _search interface of an index, a match query over one field.
import type { RequestTemplate } from './template.ts';

const search: Omit<RequestTemplate, 'name'> = {
  address: 'the index, as in http://localhost:9200/chunks',
  path: '/_search',
  method: 'POST',
  body: '{"size":{{k}},"_source":false,"query":{"match":{"{{field}}":{"query":"{{query}}"}}}}',
  field: 'text',
  hits: 'hits.hits',
  id: '_id',
  score: '_score',
  // index.max_result_window
  limit: 10_000,
};

export const elasticsearch: RequestTemplate = { name: 'elasticsearch', ...search };
export const opensearch: RequestTemplate = { name: 'opensearch', ...search };
