// Documents of a collection, one a record: a corpus.jsonl as BEIR writes it, or TREC text. Told apart by content.
import type { Document, Meta } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import { MetaCollector, warnOnce } from '../ingest/collect-meta.ts';
import { type ByteSource, type ReadingOptions, sourceName } from './byte-source.ts';
import { firstSign } from './first-sign.ts';
import { KnownIds } from './known-ids.ts';
import { readJsonRecords } from './read-json-records.ts';
import { readTrecText } from './trec-text.ts';

export interface CorpusFile {
  readonly source: ByteSource;
  /** How documents name it as their origin: never an absolute path. */
  readonly shown: string;
}

/**
 * Documents by id, descending: a collection has no order of its own, chunks that tie stand as their documents do, and this
 * is how trec_eval breaks ties, so that figures equal published ones to the last decimal. They have no blocks: nothing is
 * known of their structure.
 * @param warn told what people should know though the file could be read
 * @throws LabError, or LabErrors with up to 20 places of one file
 */
export async function readCorpus(
  files: readonly CorpusFile[],
  options: ReadingOptions,
  warn: (message: string) => void,
): Promise<Document[]> {
  const documents: Document[] = [];
  const ids = new KnownIds('document');
  for (const { source, shown } of files) {
    if ((await firstSign(source, options)) === '<') {
      await readTrecText(source, options, ids, warn, ({ id, title, text, line }) => {
        documents.push({ id, title, text, blocks: [], meta: {}, source: `${shown}:${line}` });
      });
      continue;
    }
    const say = warnOnce((problem) => warn(`${sourceName(source)}: ${problem}`));
    await readJsonRecords(source, options, ids, ({ id, title, text, fields, line }) => {
      documents.push({ id, title, text, blocks: [], meta: metaOf(fields.metadata, say), source: `${shown}:${line}` });
    });
    if (documents.length === 0) warn(`${sourceName(source)}: holds no document`);
  }
  return documents.sort((one, other) => compareText(other.id, one.id));
}

/** As documents of other files have it. */
function metaOf(value: unknown, warn: (problem: string) => void): Meta {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {};
  const meta = new MetaCollector(warn);
  for (const [key, held] of Object.entries(value)) meta.add(key, held);
  return meta.meta();
}
