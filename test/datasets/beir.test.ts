import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { beirDataset } from '../../src/datasets/beir.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { contextOf } from '../retrieval/small-world.ts';
import { faultsOf } from './faults-of.ts';

const at = temporaryFolder();
let made = 0;

function collection(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(at, `c${made++}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function load(folder: string, split = 'test') {
  const warnings: string[] = [];
  const context = {
    ...contextOf(),
    progress: {
      report: (event: { kind: string; message?: string }) =>
        void (event.kind === 'warning' && warnings.push(event.message!)),
    },
  };
  const dataset = await beirDataset.load(folder, { split }, context);
  return { ...dataset, warnings };
}

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const corpus = lines(
  { _id: 'd1', title: 'Valves', text: 'copper valve', metadata: { year: 1999, tags: ['a'], deep: { no: 1 } } },
  { _id: 'd2', text: 'steel pump' },
);
const queries = lines({ _id: 'q2', text: 'pump' }, { _id: 'q1', text: 'valve' }, { _id: 'q3', text: 'not judged' });
const header = 'query-id\tcorpus-id\tscore\n';

describe('a BEIR collection', () => {
  it('is documents with titles, the topics of the split in their own order, and a need a judged document', async () => {
    const folder = collection({
      'corpus.jsonl': corpus,
      'queries.jsonl': queries,
      'qrels/test.tsv': `${header}q1\td1\t2\nq1\td2\t0\nq2\td2\t1\nq2\td1\t-1\n`,
    });
    const { documents, topics, evidence, warnings, seed } = await load(folder);
    // By id, descending.
    expect(documents).toEqual([
      { id: 'd2', title: '', text: 'steel pump', blocks: [], meta: {}, source: 'corpus.jsonl:2' },
      {
        id: 'd1',
        title: 'Valves',
        text: 'copper valve',
        blocks: [],
        meta: { year: 1999, tags: ['a'], 'deep.no': 1 },
        source: 'corpus.jsonl:1',
      },
    ]);
    expect(topics.map(({ id, text }) => [id, text])).toEqual([
      ['q2', 'pump'],
      ['q1', 'valve'],
    ]);
    expect(evidence).toEqual([
      { topicId: 'q2', docId: 'd2', grade: 1, need: 0 },
      { topicId: 'q2', docId: 'd1', grade: -1, need: 1 },
      { topicId: 'q1', docId: 'd1', grade: 2, need: 0 },
      { topicId: 'q1', docId: 'd2', grade: 0, need: 1 },
    ]);
    expect(seed).toBe(null);
    expect(warnings).toEqual([]);
  });

  it('says what of the metadata no filter could ask for, once a file', async () => {
    const odd = { list: [[1]], year: 1 };
    const { documents, warnings } = await load(
      collection({
        'corpus.jsonl': lines({ _id: 'a', text: 'x', metadata: odd }, { _id: 'b', text: 'y', metadata: odd }),
        'queries.jsonl': lines({ _id: 'q', text: 'x' }),
        'qrels/test.tsv': `${header}q\ta\t1\n`,
      }),
    );
    expect(documents.map(({ meta }) => meta)).toEqual([{ year: 1 }, { year: 1 }]);
    expect(warnings).toEqual([expect.stringMatching(/corpus\.jsonl: metadata "list" is skipped: /)]);
  });

  it('counts what has no partner: topics without text, documents not there, topics with nothing to find', async () => {
    const folder = collection({
      'corpus.jsonl': corpus,
      'queries.jsonl': queries,
      'qrels/test.tsv': `${header}q1\td1\t1\nq1\tgone\t1\nq9\td1\t1\nq2\td2\t0\n`,
    });
    const { topics, evidence, warnings } = await load(folder);
    expect(topics.map(({ id }) => id)).toEqual(['q2', 'q1']);
    // It cannot be found, and counts as something to be found, as trec_eval has it.
    expect(evidence.filter(({ docId }) => docId === 'gone')).toHaveLength(1);
    expect(warnings.map((text) => text.replaceAll(folder, ''))).toEqual([
      '1 topic of /qrels/test.tsv cannot be asked: not in /queries.jsonl: q9',
      '1 document of /qrels/test.tsv not in the corpus; 1 topic cannot be answered in full: gone',
      '1 topic of /qrels/test.tsv without a relevant document: q2',
    ]);
  });

  it('reads another split, qrels of four columns, and packed files', async () => {
    const folder = collection({
      'corpus.jsonl.gz': gzipSync(corpus),
      'queries.jsonl.gz': gzipSync(queries),
      'qrels/dev.tsv.gz': gzipSync('q3 0 d1 1\n'),
    });
    expect((await load(folder, 'dev')).topics.map(({ id }) => id)).toEqual(['q3']);
    expect(await faultsOf(() => load(folder))).toEqual([
      `${folder}: cannot be read: it has no qrels/test.tsv; it has dev`,
    ]);
  });

  it('a byte order mark, CRLF, blank lines and a missing last line end carry no content (C15)', async () => {
    for (const [topics, qrels] of [
      ['queries.jsonl', 'qrels.tsv'],
      ['queries.tsv', 'qrels.txt'],
    ] as const) {
      const source = new URL('../fixtures/cases/C15/', import.meta.url);
      const bytes = (name: string, content: string): Uint8Array =>
        name === 'qrels.txt' ? readFileSync(new URL(name, source)) : Buffer.from(content);
      const folder = collection({
        'corpus.jsonl':
          '\ufeff{"_id": "d1", "text": "copper valve"}\r\n\r\n{"_id": "d2", "text": "steel pump"}\r\n   \r\n{"_id": "d3", "text": "rubber hose"}',
        [topics]:
          topics === 'queries.tsv'
            ? '\ufeffq1\tcopper valve\r\nq2\trubber hose\r\n\r\n'
            : '\ufeff{"_id": "q1", "text": "copper valve"}\r\n{"_id": "q2", "text": "rubber hose"}\r\n\r\n',
        [qrels]: bytes(qrels, 'query-id\tcorpus-id\tscore\r\nq1\td1\t1\r\nq2\td3\t1\r\n'),
      });
      const dataset = await load(folder);
      expect(dataset.documents.map(({ id, text }) => [id, text])).toEqual([
        ['d3', 'rubber hose'],
        ['d2', 'steel pump'],
        ['d1', 'copper valve'],
      ]);
      expect(dataset.topics.map(({ id, text }) => [id, text])).toEqual([
        ['q1', 'copper valve'],
        ['q2', 'rubber hose'],
      ]);
      expect(dataset.evidence.map(({ docId, grade }) => [docId, grade])).toEqual([
        ['d1', 1],
        ['d3', 1],
      ]);
    }
  });

  it('a broken line is told by its place, up to twenty of them (C17)', async () => {
    const broken = async (content: string): Promise<string[]> => {
      const folder = collection({
        'corpus.jsonl': content,
        'queries.jsonl': queries,
        'qrels/test.tsv': `${header}q1\tc1\t1\n`,
      });
      return (await faultsOf(() => load(folder))).map((fault) => fault.replace(`${folder}/`, ''));
    };
    const fine = '{"_id": "c1", "text": "fine"}\n';
    expect(
      await broken(`${fine}\n${fine.replace('c1', 'c3')}{"_id": "c4", "text": "cut off\n{"_id":"c5","text":"after"}\n`),
    ).toEqual(['corpus.jsonl:4: not valid JSON']);
    expect(await broken(`${fine}["not", "an", "object"]\n`)).toEqual(['corpus.jsonl:2: not a JSON object']);
    expect(await broken(`${fine}{"text": "no identifier"}\n`)).toEqual(['corpus.jsonl:2: no "_id" that is text']);
    expect(await broken(`${fine}${fine.replace('c1', 'c2')}${fine}`)).toEqual([
      'corpus.jsonl:3: document id "c1" is there twice (first on line 1)',
    ]);
    expect(
      await broken(
        `${fine}{"_id":"a b","text":""}\n{"_id":"x"}\n{"_id":"y","text":3}\n{"_id":9007199254740993,"text":""}\n`,
      ),
    ).toEqual([
      'corpus.jsonl:2: the document id "a b" holds white space, so that no line of judgments can name it',
      'corpus.jsonl:3: no "text"',
      'corpus.jsonl:4: "text" is not text',
      'corpus.jsonl:5: no "_id" that is text',
    ]);
    expect(await broken('{\n'.repeat(30))).toHaveLength(20);
  });

  it('ids are opaque: 12 and "0012" are two documents, and `__proto__` is one', async () => {
    const folder = collection({
      'corpus.jsonl':
        '{"_id": 12, "text": "number id"}\n{"_id": "0012", "text": "string id"}\n{"_id": "__proto__", "text": "x"}\n',
      'queries.jsonl': lines({ _id: '007', text: 'first' }, { _id: '7', text: 'second' }),
      'qrels/test.tsv': `${header}007\t0012\t1\n7\t12\t1\n7\t__proto__\t1\n`,
    });
    const { documents, evidence, warnings } = await load(folder);
    expect(documents.map(({ id }) => id)).toEqual(['__proto__', '12', '0012']);
    expect(evidence.map(({ topicId, docId }) => `${topicId} ${docId}`)).toEqual(['007 0012', '7 12', '7 __proto__']);
    expect(warnings).toEqual([]);
  });

  it('says what a folder lacks, and never follows a split out of it', async () => {
    expect(await faultsOf(() => load(join(at, 'nowhere')))).toEqual([
      `${join(at, 'nowhere')}: cannot be read: there is no such folder; accepted: a folder with corpus.jsonl, queries.jsonl and qrels/test.tsv`,
    ]);
    const bare = collection({ 'corpus.jsonl': corpus });
    expect((await faultsOf(() => load(bare)))[0]).toContain('it has no queries.jsonl');
    const whole = collection({
      'corpus.jsonl': corpus,
      'queries.jsonl': queries,
      'qrels/test.tsv': `${header}q1\td1\t1\n`,
      'x.tsv': header,
    });
    expect((await faultsOf(() => load(whole, '../x')))[0]).toContain('--split ../x: not valid');
  });

  it('refuses judgments that have nothing in common with topics or documents', async () => {
    const files = { 'corpus.jsonl': corpus, 'queries.jsonl': queries };
    const topics = collection({ ...files, 'qrels/test.tsv': `${header}x\td1\t1\n` });
    expect((await faultsOf(() => load(topics)))[0]).toContain('none of its 1 topic is among the 3 of');
    const documents = collection({ ...files, 'qrels/test.tsv': `${header}q1\tx\t1\n` });
    expect((await faultsOf(() => load(documents)))[0]).toContain(
      'none of the 1 document that it judges is in the corpus',
    );
  });
});
