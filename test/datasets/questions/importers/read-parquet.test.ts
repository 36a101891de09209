import { describe, expect, it } from 'vitest';
import { readParquet } from '../../../../src/datasets/questions/importers/read-parquet.ts';
import { faultsOf } from '../../faults-of.ts';
import {
  BYTE_ARRAY,
  bytesOf,
  closed,
  DELTA,
  DELTA_BYTE_ARRAY,
  DICTIONARY,
  element,
  type FileSpec,
  INT32,
  i32,
  i64,
  list,
  OPTIONAL,
  page,
  parquetFile,
  plain,
  raw,
  struct,
  text,
  varint,
} from './parquet-file.ts';

const GOOD: FileSpec = { pages: [page({ bytes: plain('Why?', 'How?'), values: 2 })], rows: 2 };
const source = (bytes: Uint8Array) => ({ name: 'a.parquet', bytes: [bytes] });
const read = (bytes: Uint8Array): Promise<Record<string, unknown>[]> => readParquet(source(bytes));

/** What is said of a file; a reader that is kept busy is ended after a second. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const [problem, ...more] = await faultsOf(() => readParquet(source(bytes), 1));
  expect(more).toEqual([]);
  expect(problem).toMatch(/^a\.parquet: not readable as Parquet: [^\n]+$/);
  return problem!.replace('a.parquet: not readable as Parquet: ', '');
}

describe('a Parquet file', () => {
  it('is read as records', async () => {
    expect(await read(parquetFile(GOOD))).toEqual([{ query: 'Why?' }, { query: 'How?' }]);
    expect(await read(parquetFile({ pages: [], rows: 0 }))).toEqual([]);
  });

  it('may leave values out, repeat them, and count them up', async () => {
    // Levels: a run of three that are there, then one that is not.
    const levels = bytesOf([4, 0, 0, 0], varint(6), [1], varint(2), [0]);
    const words = page({ kind: 'dictionary', bytes: plain('Who?'), values: 1 });
    const repeated = page({ bytes: bytesOf(levels, [1], varint(6), [0]), values: 4, encoding: DICTIONARY });
    expect(await read(parquetFile({ pages: [words, repeated], rows: 4, repetition: OPTIONAL }))).toEqual([
      ...Array.from({ length: 3 }, () => ({ query: 'Who?' })),
      { query: null },
    ]);
    const counted = page({ bytes: deltas(128, 1, 3, 1), values: 3, encoding: DELTA });
    expect(await read(parquetFile({ pages: [counted], rows: 3, type: INT32 }))).toEqual(
      [0, 1, 2].map((query) => ({ query })),
    );
  });

  it('has its row groups read in order, and much of it in several messages', async () => {
    const long = 'x'.repeat(1 << 20);
    const pages = [page({ bytes: plain(long), values: 1 })];
    const rows = await read(parquetFile({ pages, rows: 1 }));
    expect(rows).toEqual([{ query: long }]);
    const words = page({ kind: 'dictionary', bytes: plain(long, 'end'), values: 2 });
    const many = page({ bytes: bytesOf([1], varint(80), [0], varint(2), [1]), values: 41, encoding: DICTIONARY });
    const repeated = await read(parquetFile({ pages: [words, many], rows: 41 }));
    expect(repeated).toHaveLength(41);
    expect(repeated.at(-1)).toEqual({ query: 'end' });
    expect(repeated.slice(0, 40).every(({ query }) => query === long)).toBe(true);
  });
});

/** DELTA_BINARY_PACKED with one block: all differences are `step`, in no bits. The first value is 0. */
function deltas(block: number, miniblocks: number, values: number, step: number): Uint8Array {
  const widths = new Uint8Array(Math.min(miniblocks, 1));
  return bytesOf(varint(block), varint(miniblocks), varint(values), [0], varint(step * 2), widths);
}

describe('a damaged Parquet file is refused', () => {
  const root = element('schema', { 5: i32(1) });
  const leaf = (more: Parameters<typeof element>[1] = {}) =>
    element('query', { 1: i32(BYTE_ARRAY), 3: i32(0), ...more });
  const schema = (...elements: ReturnType<typeof element>[]): Uint8Array => parquetFile({ ...GOOD, schema: elements });

  it('where a column counts fewer than no children, which its reader counts back from for ever', async () => {
    expect(await refusal(schema(root, leaf({ 5: i32(-1) })))).toBe(
      'it is damaged or too large: children in its schema: -1; accepted: 0 to 2',
    );
    // The same file without that one field is a good one.
    expect(await read(schema(root, leaf()))).toHaveLength(2);
  });

  it('where its schema is no tree, or a deep one', async () => {
    expect(await refusal(schema(element('schema', { 5: i32(2) }), leaf()))).toContain('fewer elements than it counts');
    expect(await refusal(schema(root, leaf(), leaf()))).toContain('more elements than it counts');
    expect(await refusal(schema(root, leaf({ 5: i32(2 ** 31 - 1) })))).toContain('children in its schema: 2147483647');
    const deep = Array.from({ length: 20_000 }, () => root);
    expect(await refusal(schema(...deep, leaf()))).toBe('its schema is nested too deep');
  });

  it('where a list says that it is longer than the file', async () => {
    // Each of them is made before the next one is looked at: 256 MB for six bytes.
    let lists = raw(9, []);
    for (let n = 0; n < 64; n++) lists = list(9, [lists], 2 ** 25);
    expect(await refusal(parquetFile({ ...GOOD, footer: { 5: lists } }))).toBe('a list of it is longer than the file');
  });

  it('where a number has no end', async () => {
    const long = bytesOf(new Uint8Array(200_000).fill(0xff), [1]);
    expect(await refusal(parquetFile({ ...GOOD, footer: { 3: raw(6, long) } }))).toBe('a number of it is too long');
    expect(await refusal(parquetFile({ ...GOOD, footer: { 3: raw(5, long) } }))).toBe('a number of it is too long');
  });

  it('where structures are nested without end, or have fields without end', async () => {
    const nested = closed(new Uint8Array(0), new Uint8Array(100_000).fill(0x1c));
    expect(await refusal(nested)).toBe('its structures are nested too deep');
    const fields = closed(new Uint8Array(0), new Uint8Array(100_000).fill(0x11));
    expect(await refusal(fields)).toBe('a structure of it has too many fields');
  });

  it('where it holds more values than a footer needs', async () => {
    const empty = raw(9, bytesOf([0xf3], varint(2_100_000), new Uint8Array(2_100_000)));
    expect(await refusal(parquetFile({ ...GOOD, footer: { 5: empty } }))).toContain('it counts too many values');
  });

  it('where a page does not say how long it is, and would be read again and again', async () => {
    const bytes = plain('Why?', 'How?');
    const lost = page({ bytes, values: 2, header: { 3: undefined } });
    // There is a row more than it holds, so that its reader looks for a second page.
    expect(await refusal(parquetFile({ pages: [lost], rows: 3 }))).toBe(
      'it is damaged or too large: bytes of a page: not there',
    );
    const back = page({ bytes, values: 2, header: { 3: i32(-20) } });
    expect(await refusal(parquetFile({ ...GOOD, pages: [back] }))).toContain('bytes of a page: -20; accepted: 0 to ');
  });

  it('where levels of a page do not say how long they are', async () => {
    const bytes = bytesOf([0, 0], plain('Why?', 'How?'));
    const data = { 1: i32(2), 2: i32(0), 3: i32(2), 4: i32(0), 5: i32(0) };
    const lost = page({ kind: 'data-2', bytes, values: 2, header: { 8: struct(data) } });
    expect(await refusal(parquetFile({ pages: [lost], rows: 2, repetition: OPTIONAL }))).toContain(
      'bytes of levels: not there',
    );
    const whole = page({ kind: 'data-2', bytes: plain('Why?', 'How?'), values: 2 });
    expect(await read(parquetFile({ ...GOOD, pages: [whole] }))).toHaveLength(2);
  });

  it('where a few bytes say that they are billions of values, bytes or rows', async () => {
    const most = 2 ** 31 - 1;
    const bytes = plain('Why?', 'How?');
    const values = page({ bytes, values: most });
    expect(await refusal(parquetFile({ ...GOOD, pages: [values] }))).toContain(`values of a page: ${most}`);
    const words = page({ kind: 'dictionary', bytes, values: most });
    expect(await refusal(parquetFile({ ...GOOD, pages: [words] }))).toContain(`values of a page: ${most}`);
    const unpacked = page({ bytes, values: 2, header: { 2: i32(most) } });
    expect(await refusal(parquetFile({ ...GOOD, pages: [unpacked] }))).toContain(`bytes of an unpacked page: ${most}`);
    expect(await refusal(parquetFile({ ...GOOD, rows: most }))).toContain(`rows of a row group: ${most}`);
    const many = Array.from({ length: 3 }, () =>
      page({ bytes: Uint8Array.of(0), values: 2 ** 24, encoding: DICTIONARY }),
    );
    expect(await refusal(parquetFile({ ...GOOD, pages: many }))).toContain('more than 33554432 values in a row group');
  });

  it('where many row groups say that they are the same bytes', async () => {
    const pages = [page({ bytes: plain('x'.repeat(1000)), values: 1 })];
    expect(await refusal(parquetFile({ pages, rows: 1, groups: 1000 }))).toBe('its columns overlap');
    const rows = { ...GOOD, rows: 10_000_000, pages: [], groups: 2 };
    expect(await refusal(parquetFile(rows))).toBe('more than 10000000 rows; no more are read');
  });

  it('where a run of values is longer than its page, which ends the process and not only a thread', async () => {
    const run = bytesOf(varint(2 ** 31 - 2), [1]);
    const levels = page({ bytes: bytesOf([run.length, 0, 0, 0], run, plain('Why?')), values: 1 });
    const problem = 'a page of it holds more values than it says';
    expect(await refusal(parquetFile({ pages: [levels], rows: 1, repetition: OPTIONAL }))).toBe(problem);
    const words = page({ kind: 'dictionary', bytes: plain('Why?', 'How?'), values: 2 });
    const places = page({ bytes: bytesOf([1], run), values: 1, encoding: DICTIONARY });
    expect(await refusal(parquetFile({ pages: [words, places], rows: 1 }))).toBe(problem);
  });

  it('where its blocks go backwards, after a while', async () => {
    const back = page({ bytes: deltas(128, 2 ** 32 - 1, 3, 1), values: 3, encoding: DELTA });
    expect(await refusal(parquetFile({ pages: [back], rows: 3, type: INT32 }))).toBe(
      'reading it takes longer than 1 second',
    );
  });

  it('where a run of values without bits has fewer than none, after a while', async () => {
    const words = page({ kind: 'dictionary', bytes: plain('Why?'), values: 1 });
    const run = bytesOf([0], varint(2 ** 32 - 1), [0]);
    const places = page({ kind: 'data-2', bytes: run, values: 1, encoding: DICTIONARY });
    expect(await refusal(parquetFile({ pages: [words, places], rows: 1 }))).toBe(
      'reading it takes longer than 1 second',
    );
  });

  it('where each text is all those before it and one letter more', async () => {
    const n = 50_000;
    const prefixes = deltas(2 ** 20, 1, n, 1);
    const suffixes = bytesOf(varint(2 ** 20), [1], varint(n), varint(2), [0, 0]);
    const growing = page({
      bytes: bytesOf(prefixes, suffixes, Buffer.alloc(n, 'x')),
      values: n,
      encoding: DELTA_BYTE_ARRAY,
    });
    expect(await refusal(parquetFile({ pages: [growing], rows: n }))).toBe(
      'it unpacks to more memory than a file of its size may',
    );
  });

  it('where one long text is the value of each row', async () => {
    const words = page({ kind: 'dictionary', bytes: plain('x'.repeat(1 << 20)), values: 1 });
    const places = page({ bytes: bytesOf([1], varint(6000), [0]), values: 3000, encoding: DICTIONARY });
    expect(await refusal(parquetFile({ pages: [words, places], rows: 3000 }))).toBe(
      'its rows come to more than 2048 MiB; no more are read',
    );
  });

  it('where it is cut off', async () => {
    const whole = parquetFile(GOOD);
    for (const length of [4, 7, 8, 11, 12, whole.length - 1]) {
      expect(await refusal(whole.subarray(0, length))).toMatch(/cut off|does not end in PAR1|longer than the file/);
    }
    expect(await refusal(closed(new Uint8Array(0), struct({ 1: i32(1), 3: i64(0), 6: text('x') }).bytes))).toBe(
      'its schema elements are damaged',
    );
  });
});
