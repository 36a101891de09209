// A QA set of AutoRAG, Parquet or JSON, with its corpus of passages: ids become what the passages say.
import { type ByteSource, sourceName } from '../../byte-source.ts';
import type { NeedRecord, PassageRecord } from '../question-record.ts';
import {
  malformed,
  QuestionCollector,
  type QuestionImporter,
  readJsonRecords,
  textOf,
  textsOf,
} from './question-importer.ts';
import { isParquet, readParquet } from './read-parquet.ts';

export const autorag: QuestionImporter = {
  name: 'autorag',
  summary: 'a QA set of AutoRAG, Parquet or JSON, with its corpus file (--passages)',
  maps: [
    'qid, query -> id, text',
    'retrieval_gt -> evidence: every inner list is a need, which any of its passages meets',
    'contents of the passages in the corpus file -> quotes; without that file, passage ids are taken for document ids',
    'generation_gt -> answer, the first one',
    'not taken: metadata of passages, further answers',
  ],
  async import({ file, passages }) {
    const name = sourceName(file);
    const records = await readTable(file);
    const contents = passages === undefined ? undefined : await readContents(passages);
    const collector = new QuestionCollector();
    for (const record of records) {
      const text = textOf(record.query);
      if (text === undefined) {
        collector.note('records without a query, left out');
        continue;
      }
      const evidence = needsOf(record.retrieval_gt).flatMap((ids): NeedRecord[] => {
        const found = ids.flatMap((id): PassageRecord[] => {
          if (!contents) return [{ document: id }];
          const quote = contents.get(id);
          if (quote === undefined) collector.note('passages that the corpus does not hold, left out');
          return quote === undefined ? [] : [{ quote }];
        });
        if (found.length === 0) return [];
        return [found.length === 1 ? found[0]! : { anyOf: found }];
      });
      const answers = textsOf(record.generation_gt);
      if (answers.length > 1) collector.note('further answers, left out', answers.length - 1);
      collector.add(textOf(record.qid), {
        text,
        evidence,
        ...(answers[0] === undefined ? {} : { answer: answers[0] }),
      });
    }
    const imported = collector.end();
    if (imported.questions.length === 0) {
      throw malformed(name, 'no record has a query; accepted: records with qid, query, retrieval_gt, generation_gt');
    }
    return imported;
  },
};

/** Two levels, one, or a single id: all of the outer, any of the inner. */
function needsOf(value: unknown): string[][] {
  if (!Array.isArray(value)) return textsOf(value).map((id) => [id]);
  return (value as unknown[]).map(textsOf).filter((ids) => ids.length > 0);
}

async function readContents(file: ByteSource): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  for (const record of await readTable(file)) {
    const id = textOf(record.doc_id);
    const text = textOf(record.contents);
    if (id !== undefined && text !== undefined) contents.set(id, text);
  }
  if (contents.size === 0) throw malformed(sourceName(file), 'no passage; accepted: records with doc_id and contents');
  return contents;
}

async function readTable(file: ByteSource): Promise<Record<string, unknown>[]> {
  return (await isParquet(file)) ? readParquet(file) : readJsonRecords(file, ['data', 'rows']);
}
