import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabError } from '../../src/core/errors.ts';
import { LabErrors } from '../../src/core/errors.ts';
import { readQrels } from '../../src/datasets/read-qrels.ts';
import { parseQrels } from '../../src/eval/trec.ts';
import { bytesOf } from './bytes.ts';
import { faultsOf } from './faults-of.ts';

const read = (text: string, size?: number) => readQrels(bytesOf(text, size));

describe('readQrels', () => {
  it('reads four columns, BEIR with its header, and JSON to the same judgments', async () => {
    const expected = new Map([
      ['q1', new Map([['d1', 1]])],
      ['007', new Map([['0012', -2]])],
    ]);
    expect(await read('q1 0 d1 1\n007 0 0012 -2')).toEqual(expected);
    expect(await read('\ufeffquery-id\tcorpus-id\tscore\r\nq1\td1\t1\r\n007\t0012\t-2\r\n')).toEqual(expected);
    // An object that JavaScript made would put 007 where it stands, but 7 first.
    expect(await read('{"q1": {"d1": 1}, "007": {"0012": -2}}', 5)).toEqual(expected);
  });

  it('does not take a header for a judgment, nor a judgment for a header', async () => {
    expect((await read('Query-ID Corpus-ID Score\n')).size).toBe(0);
    expect((await read('query-id 0 corpus-id 1\n')).get('query-id')?.get('corpus-id')).toBe(1);
  });

  it('refuses with the line', async () => {
    expect(await faultsOf(() => read('q1 d1 1\n'))).toEqual([
      'f:1: expected 4 fields (topic iteration document grade), got 3',
    ]);
    expect(await faultsOf(() => read('query-id corpus-id score\nq1 0 d1 1\n'))).toEqual([
      'f:2: expected 3 fields (query-id corpus-id score), got 4',
    ]);
    expect(await faultsOf(() => read('{"q": {"a": 1.0,\n"b": null, "b": 1, "b": 2}}'))).toEqual([
      'f:1: grade "1.0" is not an integer of 32 bits',
      'f:2: grade "null" is not an integer of 32 bits',
      'f:2: document "b" is listed twice for topic "q" (first on line 2)',
    ]);
    const latin1 = Buffer.from('q 0 caf\u00e9 1\n\u00e9 0 d 1\n', 'latin1');
    expect(await faultsOf(() => readQrels(bytesOf(latin1)))).toEqual([
      'f:1: the document id is not valid UTF-8',
      'f:2: the topic id is not valid UTF-8',
    ]);
    expect((await read('q 0 \ufffd 1')).get('q')?.get('\ufffd')).toBe(1);
  });

  it('says what may help where files are swapped, or where the first line of BEIR is missing', async () => {
    const remedies = (error: LabError | LabErrors): unknown[] =>
      (error instanceof LabErrors ? error.errors : [error]).map(({ remedy }) => remedy);
    const swapped = 'lines of 6 fields are a run: give them as a run, and judgments as qrels';
    expect(await read('q Q0 a 1 2 x\nq Q0 b 2 1 x\n').catch(remedies)).toEqual([undefined, swapped]);
    expect(await read('q a 1\n').catch(remedies)).toEqual([
      "lines of 3 fields are read after BEIR's first line: query-id<tab>corpus-id<tab>score",
    ]);
    expect(await read('q 0 a b 1\n').catch(remedies)).toEqual([undefined]);
  });

  it('is the simple reader, faults and all, however the bytes arrive', async () => {
    const field = fc.constantFrom('q', 'r', 'a', 'b#', '#', 'é', '\u00a0', '0', '1', '-1', '+2', '1.0', '99999999999');
    const line = fc.tuple(
      fc.constantFrom('', ' ', '#', '\t'),
      fc.oneof(
        { weight: 8, arbitrary: fc.array(field, { minLength: 4, maxLength: 4 }) },
        fc.array(field, { maxLength: 5 }),
      ),
      fc.constantFrom('\n', '\r\n', '\n\n'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 50 }), async (lines, size) => {
        const text = lines.map(([before, fields, end]) => `${before}${fields.join(' ')}${end}`).join('');
        const faults = await faultsOf(() => parseQrels(text, 'f'));
        expect(await faultsOf(() => read(text, size))).toEqual(faults);
        if (faults.length > 0) return;
        const list = (qrels: ReadonlyMap<string, ReadonlyMap<string, number>>) =>
          [...qrels].map(([topic, grades]) => [topic, [...grades]]);
        expect(list(await read(text, size))).toEqual(list(parseQrels(text, 'f')));
      }),
      { numRuns: 300 },
    );
  });
});
