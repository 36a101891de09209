// A TREC collection: documents as TREC text or JSON lines, topics and qrels beside them or named one by one.
import type { DatasetFormat } from '../core/contracts.ts';
import type { TrecParams } from './read-trec-collection.ts';
import { TOPIC_FIELDS } from './topic-fields.ts';

export const trecDataset: DatasetFormat<TrecParams> = {
  name: 'trec',
  place: 'path',
  summary: 'a TREC collection: documents (TREC text or corpus.jsonl), topics and qrels in one folder, or each named',
  params: {
    documents: { default: '', doc: 'file or folder of documents; absent: docs.trec, docs/, corpus.jsonl and the like' },
    topics: {
      default: '',
      doc: 'file of topics: <top> records, id<tab>text, or queries.jsonl; absent: topics.txt and the like',
    },
    qrels: { default: '', doc: 'file of judgments; absent: qrels.txt and the like' },
    field: { default: 'title', choices: TOPIC_FIELDS, doc: 'which part of a topic is asked' },
  },
  async load(place, params, context) {
    const { readTrecCollection } = await import('./read-trec-collection.ts');
    return readTrecCollection(place, params, context);
  },
};
