// Reads a TREC collection: finds its documents, topics and judgments under their usual names, and joins them.
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Context } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Dataset } from '../core/model.ts';
import { listFiles, openFolder } from '../ingest/list-files.ts';
import { fileNamed, kindOf } from './files-of.ts';
import { readJudgedTopics } from './judged-topics.ts';
import { type CorpusFile, readCorpus } from './read-corpus.ts';
import type { TopicField } from './topic-fields.ts';

export type TrecParams = {
  readonly documents: string;
  readonly topics: string;
  readonly qrels: string;
  readonly field: string;
};

/** By the usual names, each also with .gz. */
const USUAL = {
  documents: ['corpus.jsonl', 'docs.trec', 'docs.xml', 'docs.sgml', 'docs.txt', 'documents.trec', 'docs.jsonl'],
  topics: ['topics', 'topics.txt', 'topics.trec', 'topics.xml', 'topics.tsv', 'queries.tsv', 'queries.jsonl'],
  qrels: ['qrels', 'qrels.txt', 'qrels.trec', 'qrels.tsv', 'qrels/test.tsv'],
} as const;
const FOLDERS = ['docs', 'documents'];

/** @throws LabError where a part of it is not there */
export async function readTrecCollection(place: string, params: TrecParams, context: Context): Promise<Dataset> {
  const kind = await kindOf(place);
  if (kind === undefined) {
    throw new LabError('file.unreadable', { path: place, problem: 'there is no such file or folder' });
  }
  const folder = kind === 'folder' ? place : dirname(place);
  const from = kind === 'file' && params.documents === '' ? place : await documentsOf(folder, params.documents);
  const topics = await fileOf(folder, 'topics', params.topics);
  const qrels = await fileOf(folder, 'qrels', params.qrels);
  const { signal, progress } = context;
  const documents = await readCorpus(await corpusFiles(folder, from, context), { signal }, (message) => {
    progress.report({ kind: 'warning', message });
  });
  const judged = await readJudgedTopics(topics, qrels, documents, context, params.field as TopicField);
  return { name: basename(place), seed: null, documents, ...judged, synonyms: { groups: [] } };
}

async function fileOf(folder: string, role: 'topics' | 'qrels', named: string): Promise<string> {
  if (named !== '') return resolve(folder, named);
  const found = await fileNamed(folder, USUAL[role]);
  if (found !== undefined) return join(folder, found);
  const problem = `no ${role} here under a usual name (${USUAL[role].slice(0, 3).join(', ')}, ...)`;
  throw new LabError(
    'file.unreadable',
    { path: folder, problem },
    `--dataset 'trec(${role}=FILE):${basename(folder)}'`,
  );
}

async function documentsOf(folder: string, named: string): Promise<string> {
  if (named !== '') return resolve(folder, named);
  for (const name of FOLDERS) if ((await kindOf(join(folder, name))) === 'folder') return join(folder, name);
  const found = await fileNamed(folder, USUAL.documents);
  if (found !== undefined) return join(folder, found);
  const problem = 'no documents here under a usual name (docs.trec, docs/, corpus.jsonl, ...)';
  throw new LabError(
    'file.unreadable',
    { path: folder, problem },
    `--dataset 'trec(documents=FILE):${basename(folder)}'`,
  );
}

async function corpusFiles(folder: string, from: string, { signal }: Context): Promise<readonly CorpusFile[]> {
  const shownFor = (path: string): string => relative(folder, path).split(sep).join('/');
  if ((await kindOf(from)) !== 'folder') return [{ source: from, shown: shownFor(from) }];
  const { files, unreadable } = await listFiles(await openFolder(from), {}, signal);
  const [fault] = unreadable;
  if (fault) throw new LabError('file.unreadable', { path: join(from, fault.path), problem: fault.problem });
  if (files.length === 0) throw new LabError('file.unreadable', { path: from, problem: 'the folder holds no file' });
  return files.map(({ path, location }) => ({
    source: { name: join(from, path), path: location },
    shown: shownFor(join(from, path)),
  }));
}
