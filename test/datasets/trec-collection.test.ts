import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { trecDataset } from '../../src/datasets/trec-collection.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { contextOf } from '../retrieval/small-world.ts';
import { faultsOf } from './faults-of.ts';

const at = temporaryFolder();
let made = 0;
const defaults = { documents: '', topics: '', qrels: '', field: 'title' };

function collection(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(at, `c${made++}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const doc = (id: string, text: string): string => `<DOC>\n<DOCNO>${id}</DOCNO>\n<TEXT>\n${text}\n</TEXT>\n</DOC>\n`;
const topics = '<top>\n<num> Number: 301\n<title> copper\n<desc> Description:\nAbout copper pumps.\n</top>\n';
const load = (folder: string, params: Partial<typeof defaults> = {}) =>
  trecDataset.load(folder, { ...defaults, ...params }, contextOf());

describe('a TREC collection', () => {
  it('is found under the usual names: a folder of files, packed or not, one collection', async () => {
    const folder = collection({
      'docs/b/2.gz': gzipSync(doc('B-1', 'steel')),
      'docs/a.txt': doc('A-1', 'copper') + doc('A-2', 'zinc'),
      'topics.txt': topics,
      'qrels.txt': '301 0 A-1 1\n301 0 B-1 0\n',
    });
    const { documents, topics: asked, evidence, name } = await load(folder);
    expect(name).toBe(`c${made - 1}`);
    expect(documents.map(({ id, text, source }) => [id, text, source])).toEqual([
      ['B-1', 'steel', 'docs/b/2.gz:1'],
      ['A-2', 'zinc', 'docs/a.txt:7'],
      ['A-1', 'copper', 'docs/a.txt:1'],
    ]);
    expect(asked).toEqual([{ id: '301', text: 'copper', labels: {}, slices: [] }]);
    expect(evidence.map(({ docId, grade, need }) => [docId, grade, need])).toEqual([
      ['A-1', 1, 0],
      ['B-1', 0, 1],
    ]);
    expect((await load(folder, { field: 'desc' })).topics[0]!.text).toBe('About copper pumps.');
  });

  it('is named file by file, or by its file of documents', async () => {
    const folder = collection({
      'my docs.jsonl': '{"_id":"A","text":"copper"}\n',
      'asked.tsv': '1\tcopper\n',
      'judged/all.tsv': 'query-id\tcorpus-id\tscore\n1\tA\t1\n',
    });
    const named = { documents: 'my docs.jsonl', topics: 'asked.tsv', qrels: 'judged/all.tsv' };
    const whole = await load(folder, named);
    expect(whole.documents).toHaveLength(1);
    const byFile = await load(join(folder, 'my docs.jsonl'), { ...named, documents: '' });
    expect(byFile).toEqual({ ...whole, name: 'my docs.jsonl' });
  });

  it('an id in two files is told with both places', async () => {
    const folder = collection({ 'docs/a': doc('X', '1'), 'docs/b': doc('X', '2'), topics, qrels: '301 0 X 1\n' });
    expect((await faultsOf(() => load(folder))).map((fault) => fault.replaceAll(`${folder}/`, ''))).toEqual([
      'docs/b:1: document id "X" is there twice (first on docs/a:1)',
    ]);
  });

  it('says what is missing, and how to name it', async () => {
    expect((await faultsOf(() => load(join(at, 'nowhere'))))[0]).toContain('there is no such file or folder');
    const bare = collection({ 'docs.trec': doc('X', '1') });
    expect((await faultsOf(() => load(bare)))[0]).toContain('no topics here under a usual name');
    expect((await faultsOf(() => load(bare, { topics: 'gone' })))[0]).toContain('no qrels here under a usual name');
    const empty = collection({ topics, qrels: '301 0 X 1\n' });
    expect((await faultsOf(() => load(empty)))[0]).toContain('no documents here under a usual name');
    const absent = collection({ 'docs.trec': doc('X', '1'), qrels: '301 0 X 1\n' });
    expect((await faultsOf(() => load(absent, { topics: 'gone' })))[0]).toContain('no such file');
  });
});
