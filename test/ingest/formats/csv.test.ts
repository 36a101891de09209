// Tables: a row is a document, cells hold anything, errors name lines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFormatContract } from '../../../src/contracts/document-format.ts';
import { LabError, LabErrors } from '../../../src/core/errors.ts';
import { csv, tsv } from '../../../src/ingest/formats/csv.ts';
import { faultsOf, parseAs } from './parse.ts';

describe('rows', () => {
  it('cells in quotes hold separators, quotes and line ends; other columns are metadata', async () => {
    const file =
      '\ufeffID,Title,Content,team,n,code,ok,\r\na,"T, ""x""","one\r\n\r\ntwo",people,7,0007,true,9\r\nb,,three,,-1.5,1e3,TRUE,9\r\n';
    const { documents, warnings } = await parseAs(csv, file);
    expect(documents.map(({ blocks, ...rest }) => rest)).toEqual([
      { id: 'a', title: 'T, "x"', text: 'one\n\ntwo', meta: { team: 'people', n: 7, code: '0007', ok: true } },
      { id: 'b', title: '', text: 'three', meta: { n: -1.5, code: '1e3', ok: 'TRUE' } },
    ]);
    expect(documents[0]!.blocks).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it('are separated by tabs, and in CSV by semicolons where the names are', async () => {
    const rows = [
      ['id', 'text'],
      ['a', 'x, y'],
      ['b', 'z'],
    ];
    const tabs = await parseAs(tsv, rows.map((row) => row.join('\t')).join('\n'));
    const semicolons = await parseAs(csv, rows.map((row) => row.join(';')).join('\n'));
    expect(tabs.documents.map(({ text }) => text)).toEqual(['x, y', 'z']);
    expect(semicolons).toEqual(tabs);
  });

  it('that are blank are none, and quotes amid a cell are characters', async () => {
    const { documents } = await parseAs(csv, '\n\nid,text\n\n,\n  \na,5" x 3"\n"b","c" d\n');
    expect(documents.map(({ id, text }) => [id, text])).toEqual([
      ['a', '5" x 3"'],
      ['b', '"c" d'],
    ]);
    expect((await parseAs(csv, '')).documents).toEqual([]);
  });

  it('take the columns that are named', async () => {
    const { documents } = await parseAs(csv, 'nr,question,answer\n1,Q,A\n', {
      id: 'nr',
      title: 'question',
      text: 'answer',
    });
    expect(documents[0]).toMatchObject({ id: '1', title: 'Q', text: 'A', meta: {} });
  });
});

it('rows need no id; one that is asked for by name must be there, and one that is there in every row', async () => {
  const file = 'key,text\na,b\na,b\n';
  const { documents, warnings } = await parseAs(csv, file);
  for (const document of documents) expect(document).not.toHaveProperty('id');
  expect(documents.map(({ meta }) => meta)).toEqual([{ key: 'a' }, { key: 'a' }]);
  const usual = '_id, id, docid, doc_id, docno, document_id, doc-id';
  expect(warnings).toEqual([
    `no field for the id: none of ${usual} among "key", "text"; rows are named by their place in the file`,
  ]);
  expect(await faultsOf(csv, file, { id: 'nr' }, 't.csv')).toEqual([
    't.csv:1: no field for the id: no "nr" among "key", "text"',
  ]);
});

describe('errors', () => {
  it('say how a column is named', async () => {
    const parsed = csv.parse(Buffer.from('id,answer\n1,2\n'), 't.csv', { warn: () => {} });
    await expect(parsed).rejects.toMatchObject({ remedy: '--columns text=NAME names it' });
  });

  it.each([
    [
      '\nid,answer\n',
      ['t.csv:2: no field for the text: none of text, content, contents, body, passage among "id", "answer"'],
    ],
    ['id,text,id\n', ['t.csv:1: two columns are called "id"']],
    [
      'id,text\na,"1\n2"\na,x\nb\nc,d,e\n',
      [
        't.csv:4: the id "a" is on line 2 already',
        't.csv:5: 1 cells, but the row of names has 2',
        't.csv:6: 3 cells, but the row of names has 2',
      ],
    ],
    ['id,text\na,b\n\nc,"open\nd,e\n', ['t.csv:4: a quote that is opened in this row is never closed']],
    ['id,text\n,b\n', ['t.csv:2: "id" must be a string that is not empty, or a whole number']],
  ])('%#', async (file, messages) => {
    expect(await faultsOf(csv, file, undefined, 't.csv')).toEqual(messages);
  });

  it('stop at twenty', async () => {
    expect(await faultsOf(csv, `id,text\n${'a\n'.repeat(100)}`)).toHaveLength(20);
  });
});

it('what is quoted by the rules comes back, with the line of every row', async () => {
  const cell = fc.array(fc.constantFrom('a', '"', ',', ';', '\n', '\t', ' ', 'é', '7')).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { maxLength: 12 }), async (texts) => {
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
      const rows = texts.map((text, n) => `x${n},${quoted(text)}\n`);
      const { documents } = await parseAs(csv, `id,text\n${rows.join('')}`);
      expect(documents.map(({ text }) => text)).toEqual(texts);
      const line = rows.join('').split('\n').length + 1;
      expect(await faultsOf(csv, `id,text\n${rows.join('')}one\n`, undefined, 't.csv')).toEqual([
        `t.csv:${line}: 1 cells, but the row of names has 2`,
      ]);
    }),
  );
});

it('any text gives documents or errors', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('id', 'text', ',', '"', '\n', '\r', 'a', ';', '\t', '')),
      async (parts) => {
        for (const format of [csv, tsv]) {
          await parseAs(format, parts.join('')).catch((error: unknown) => {
            expect(error instanceof LabError || error instanceof LabErrors).toBe(true);
          });
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('grows with the file, and not with its square', { timeout: 30_000 }, async () => {
  const row = (n: number): string => `${n},"${'word '.repeat(10)}\n${n}",x\n`;
  const file = `id,text,m\n${Array.from({ length: 60_000 }, (_, n) => row(n)).join('')}`;
  expect((await parseAs(csv, file)).documents).toHaveLength(60_000);
  expect(await faultsOf(csv, `id,text,m\n"${file.replaceAll('"', "'")}`, undefined, 't.csv')).toEqual([
    't.csv:2: a quote that is opened in this row is never closed',
  ]);
});

describe('the contract of document formats', () => {
  const comma = 'id,title,text\na,T,"x\n\n""y"""\nb,,z\n';
  const cases = [
    ...documentFormatContract(csv, { samples: [comma] }),
    ...documentFormatContract(tsv, { samples: [comma.replaceAll(',', '\t')] }),
  ];
  cases.forEach(({ name, run }, n) => {
    it(`${n < cases.length / 2 ? 'csv' : 'tsv'} ${name}`, run);
  });
});
