// A BEIR collection: corpus.jsonl, queries.jsonl and qrels/SPLIT.tsv in one folder; every judgment is of a whole document.
import { basename, join } from 'node:path';
import type { DatasetFormat } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { fileNamed, kindOf } from './files-of.ts';

const USUAL_SPLITS = ['test', 'dev', 'train'];
const ACCEPTED = 'a folder with corpus.jsonl, queries.jsonl and qrels/test.tsv';

type BeirParams = {
  readonly split: string;
};

export const beirDataset: DatasetFormat<BeirParams> = {
  name: 'beir',
  place: 'path',
  summary: 'a BEIR collection: corpus.jsonl, queries.jsonl, qrels/SPLIT.tsv',
  params: {
    split: { default: 'test', doc: 'whose judgments: the name of a file in qrels, as test, dev or train' },
  },
  async load(folder, { split }, context) {
    if ((await kindOf(folder)) !== 'folder') {
      throw new LabError('file.unreadable', {
        path: folder,
        problem: `there is no such folder; accepted: ${ACCEPTED}`,
      });
    }
    const corpus = await needed(folder, ['corpus.jsonl']);
    const queries = await needed(folder, ['queries.jsonl', 'queries.tsv']);
    const qrels = await qrelsOf(folder, split);
    const { readCorpus } = await import('./read-corpus.ts');
    const { readJudgedTopics } = await import('./judged-topics.ts');
    const { signal, progress } = context;
    const documents = await readCorpus([{ source: join(folder, corpus), shown: corpus }], { signal }, (message) => {
      progress.report({ kind: 'warning', message });
    });
    const judged = await readJudgedTopics(join(folder, queries), join(folder, qrels), documents, context);
    return { name: basename(folder), seed: null, documents, ...judged, synonyms: { groups: [] } };
  },
};

async function needed(folder: string, names: readonly string[]): Promise<string> {
  const found = await fileNamed(folder, names);
  if (found !== undefined) return found;
  throw new LabError('file.unreadable', { path: folder, problem: `it has no ${names[0]}; accepted: ${ACCEPTED}` });
}

/** BEIR's tsv, or a file of TREC's four columns under the usual names: the reader tells them apart. */
function qrelsNames(split: string): readonly string[] {
  const own = ['tsv', 'txt', 'qrels', 'trec'].map((ending) => `qrels/${split}.${ending}`);
  return split === 'test' ? [...own, 'qrels.tsv', 'qrels.txt'] : own;
}

async function qrelsOf(folder: string, split: string): Promise<string> {
  if (!/^\w[\w.-]*$/.test(split)) {
    throw new LabError('option.invalid', { option: '--split', value: split, accepted: 'the name of a file in qrels' });
  }
  const found = await fileNamed(folder, qrelsNames(split));
  if (found !== undefined) return found;
  const there: string[] = [];
  for (const other of USUAL_SPLITS) if (await fileNamed(folder, qrelsNames(other))) there.push(other);
  const others = there.length > 0 ? `; it has ${there.join(', ')}` : '';
  const remedy = there.length > 0 ? `--split ${there[0]}` : undefined;
  throw new LabError('file.unreadable', { path: folder, problem: `it has no qrels/${split}.tsv${others}` }, remedy);
}
