// Every ready-made request, in the order lists show them.
import { elasticsearch, opensearch } from './templates/elasticsearch.ts';
import { meilisearch } from './templates/meilisearch.ts';
import { qdrant } from './templates/qdrant.ts';
import type { RequestTemplate } from './templates/template.ts';
import { typesense } from './templates/typesense.ts';
import { vespa } from './templates/vespa.ts';
import { weaviate } from './templates/weaviate.ts';

export const requestTemplates: readonly RequestTemplate[] = [
  opensearch,
  elasticsearch,
  qdrant,
  weaviate,
  vespa,
  typesense,
  meilisearch,
];
