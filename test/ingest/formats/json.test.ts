// A JSON list of objects: the same documents as JSON lines, errors by line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFormatContract } from '../../../src/contracts/document-format.ts';
import { LabError, LabErrors } from '../../../src/core/errors.ts';
import { json } from '../../../src/ingest/formats/json.ts';
import { jsonl } from '../../../src/ingest/formats/jsonl.ts';
import { faultsOf, parseAs } from './parse.ts';

it('reads a list however it is set, as JSON.parse does', async () => {
  const record = fc.record({
    _id: fc.uuid(),
    text: fc.oneof(fc.string(), fc.constantFrom('[', '"', '\\', '},{', '\n')),
    m: fc.array(fc.integer(), { maxLength: 2 }),
  });
  const records = fc.uniqueArray(record, { selector: ({ _id }) => _id, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom(undefined, 2), async (written, indent) => {
      const { documents } = await parseAs(json, `\n ${JSON.stringify(written, null, indent)}\n\n`);
      const lines = await parseAs(jsonl, written.map((one) => JSON.stringify(one)).join('\n'));
      expect(documents).toEqual(lines.documents);
    }),
  );
});

describe('errors', () => {
  it.each([
    ['[\n {"id":"a","text":"x"},\n\n {"id":"b"}\n]', ['j.json:4: no field for the text']],
    ['[{"id":"a","text":"x"},\n{"id":"a",\n"text":"y"}]', ['j.json:2: the id "a" is on line 1 already']],
    ['[{"id":"a","text":"x"},\n]', ['j.json:2: a comma with no object']],
    ['[,{"id":"a","text":"x"}]', ['j.json:1: a comma with no object']],
    ['[{"id":"a","text":"x"}\n', ['j.json:2: not valid JSON: the list is not closed']],
    ['[\n{"id":"a","text":"x}]', ['j.json:2: not valid JSON: the string is not closed']],
    ['[]\n\nx', ['j.json:3: something follows the end']],
    ['[1,\n"a"]', ['j.json:1: a number where', 'j.json:2: a string where']],
    ['\n12', ['j.json:2: neither a JSON list of objects nor an object a line']],
  ])('%#', async (file, messages) => {
    const faults = await faultsOf(json, file, undefined, 'j.json');
    expect(faults).toHaveLength(messages.length);
    messages.forEach((message, n) => {
      expect(faults[n]!.startsWith(message), faults[n]).toBe(true);
    });
  });
});

it('lines of JSON under the name of .json are read, and a warning is said once', async () => {
  const file = Buffer.concat([Buffer.from('{"id":"a","text":"f'), Buffer.from([0xfc]), Buffer.from('r"}\n')]);
  const { documents, warnings } = await parseAs(json, file);
  expect(documents[0]!.text).toBe('für');
  expect(warnings).toHaveLength(1);
  expect((await parseAs(json, ' \n')).documents).toEqual([]);
  expect((await parseAs(json, ' [ ]')).documents).toEqual([]);
});

it('a single object holds settings, which is said and no fault of the folder they are in', async () => {
  const { documents, warnings } = await parseAs(json, '{\n "name": "site", "version": "1.0.0"\n}');
  expect(documents).toEqual([]);
  expect(warnings).toEqual(['one JSON object, not a list of them: no documents']);
});

it('any text gives documents or errors', async () => {
  const parts = fc.array(fc.oneof(fc.constantFrom(...'[]{},:"\\\n1 '), fc.constant('{"id":"a","text":"x"}')));
  await fc.assert(
    fc.asyncProperty(parts, async (written) => {
      await parseAs(json, `[${written.join('')}`).catch((error: unknown) => {
        expect(error instanceof LabError || error instanceof LabErrors).toBe(true);
      });
    }),
    { numRuns: 500 },
  );
});

describe('the contract of document formats', () => {
  for (const { name, run } of documentFormatContract(json, {
    samples: ['[{"_id":"a","text":"x"},\n {"id":2,"title":"T","text":"y","m":{"k":[1]}}]'],
  }))
    it(name, run);
});
