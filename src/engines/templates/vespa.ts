// Vespa: the query interface, the question as user input. An answer without hits has no list of them.
import type { RequestTemplate } from './template.ts';

export const vespa: RequestTemplate = {
  name: 'vespa',
  address: 'the container, as in http://localhost:8080',
  path: '/search/',
  method: 'POST',
  body: '{"yql":"select * from sources * where {defaultIndex: \\"{{field}}\\"}userInput(@question)","question":"{{query}}","hits":{{k}}}',
  field: 'default',
  hits: 'root.children',
  id: 'fields.chunk_id',
  score: 'relevance',
  // maxHits
  limit: 400,
  none: 'root.fields.totalCount',
};
