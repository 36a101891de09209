// JSON lines: cases C15 and C17, and what else files of lines look like.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFormatContract } from '../../../src/contracts/document-format.ts';
import { LabError, LabErrors } from '../../../src/core/errors.ts';
import { jsonl } from '../../../src/ingest/formats/jsonl.ts';
import { faultsOf, parseAs } from './parse.ts';

const caseFile = (path: string): Buffer => readFileSync(new URL(`../../fixtures/cases/${path}`, import.meta.url));

it('case C15: a mark, CRLF, blank lines and no final line end carry nothing', async () => {
  const { documents, warnings } = await parseAs(jsonl, caseFile('C15/corpus.jsonl'));
  expect(documents.map(({ id, text }) => [id, text])).toEqual([
    ['d1', 'copper valve'],
    ['d2', 'steel pump'],
    ['d3', 'rubber hose'],
  ]);
  expect(warnings).toEqual([]);
});

describe('case C17: bad lines are named by file and physical line', () => {
  it.each([
    [
      'corpus.jsonl',
      'corpus.jsonl:4: not valid JSON: a string is not closed; accepted: an object with an id and a text',
    ],
    ['not-object.jsonl', 'not-object.jsonl:2: a list where an object with an id and a text should stand'],
    [
      'no-id.jsonl',
      'no-id.jsonl:2: no field for the id: none of _id, id, docid, doc_id, docno, document_id, doc-id among "text"',
    ],
    ['dup-id.jsonl', 'dup-id.jsonl:3: the id "c1" is on line 1 already'],
  ])('%s', async (name, message) => {
    expect(await faultsOf(jsonl, caseFile(`C17/${name}`), undefined, name)).toEqual([message]);
  });
});

it('case C25: apostrophes and hyphens come through as they are', async () => {
  const { documents } = await parseAs(jsonl, caseFile('C25/corpus.jsonl'));
  expect(documents.map(({ text }) => text)).toEqual([
    "ESA's Juice probe",
    'LANDER-7 telemetry log',
    're-entry shield',
    'The pilot’s licence',
    'generic adapter',
    'general admission',
  ]);
});

it('U+2028 and U+0085 end no line; escaped line ends stay in the text as line feeds', async () => {
  const { documents } = await parseAs(
    jsonl,
    '{"_id":"a","text":"x\u2028y\u0085z"}\n{"_id":"b","text":"x\\r\\n\\r\\ny\\ufeff"}\n',
  );
  expect(documents.map(({ text }) => text)).toEqual(['x\u2028y\u0085z', 'x\n\ny']);
  expect(documents[1]!.blocks.map(({ span }) => span)).toEqual([
    { start: 0, end: 1 },
    { start: 3, end: 4 },
  ]);
});

it('stops at twenty bad lines', async () => {
  expect(await faultsOf(jsonl, 'x\n'.repeat(100))).toHaveLength(20);
});

it('an empty file has no documents', async () => {
  expect((await parseAs(jsonl, '\n \n')).documents).toEqual([]);
});

it('whatever objects are written come back', async () => {
  const record = fc.record({ _id: fc.uuid(), title: fc.string(), text: fc.string({ unit: 'grapheme' }) });
  const records = fc.uniqueArray(record, { selector: ({ _id }) => _id, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(records, async (written) => {
      const { documents } = await parseAs(jsonl, written.map((one) => `${JSON.stringify(one)}\r\n`).join('\n'));
      expect(documents.map(({ id, text }) => [id, text])).toEqual(
        written.map(({ _id, text }) => [_id, text.replaceAll('\ufeff', '').replace(/\r\n?/g, '\n')]),
      );
    }),
  );
});

it('any bytes give documents or errors', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string(), async (bytes, text) => {
      for (const file of [bytes, text, `{"id":"a","text":${JSON.stringify(text)}}${text}`]) {
        await parseAs(jsonl, file).catch((error: unknown) => {
          expect(error instanceof LabError || error instanceof LabErrors).toBe(true);
        });
      }
    }),
  );
});

it('nesting without end is no stack', async () => {
  const deep = `{"id":"a","text":"t","m":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
  const lists = `{"id":"b","text":"t","m":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const { documents, warnings } = await parseAs(jsonl, `${deep}\n${lists}\n`);
  expect(documents.map(({ meta }) => meta)).toEqual([{}, {}]);
  expect(warnings).toHaveLength(2);
});

describe('the contract of document formats', () => {
  for (const { name, run } of documentFormatContract(jsonl, {
    samples: ['{"_id":"a","text":"x"}\n\n{"id":2,"title":"T","text":"y\\n\\nz","metadata":{"k":[1]}}\r\n'],
  }))
    it(name, run);
});
