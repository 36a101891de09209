import { expect, it } from 'vitest';
import { readIds } from '../../src/datasets/read-ids.ts';
import { bytesOf } from './bytes.ts';
import { faultsOf } from './faults-of.ts';

it('reads ids one a line, or those of a corpus.jsonl, however the bytes arrive', async () => {
  for (const size of [1, 3, 1000]) {
    expect(await readIds(bytesOf('\ufeffé1\r\n\n  007 \nlast', size))).toEqual(new Set(['é1', '007', 'last']));
    const corpus = '{"_id": 12, "text": "a"}\n\n{"_id": "0012"}\n';
    expect(await readIds(bytesOf(corpus, size))).toEqual(new Set(['12', '0012']));
  }
});

it('refuses JSON without an id, with the line', async () => {
  expect(await faultsOf(() => readIds(bytesOf('a\n{"id": 1}\n')))).toEqual(['f:2: no "_id" that is text']);
  expect(await faultsOf(() => readIds(bytesOf('{"_id": 1e99}\n')))).toEqual(['f:1: no "_id" that is text']);
  expect(await faultsOf(() => readIds(bytesOf('{"_id"\n')))).toEqual(['f:1: not valid JSON']);
});
