// Parquet files of a single column, byte by byte: whole ones, and ones in which one thing is not as it should be.

/** A value in Thrift's compact encoding, with the type that stands before it. */
export interface Encoded {
  readonly type: number;
  readonly bytes: Uint8Array;
}

export function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let left = BigInt(value);
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Uint8Array.from([...bytes, Number(left)]);
}

const zigzag = (value: number): Uint8Array => varint(value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value));
const joined = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

export const i32 = (value: number): Encoded => ({ type: 5, bytes: zigzag(value) });
export const i64 = (value: number): Encoded => ({ type: 6, bytes: zigzag(value) });
export const raw = (type: number, bytes: Uint8Array | readonly number[]): Encoded => ({ type, bytes: joined(bytes) });
export const text = (value: string): Encoded => raw(8, joined(varint(value.length), Buffer.from(value)));

/** @param size what the list says its length is */
export function list(type: number, values: readonly Encoded[], size = values.length): Encoded {
  const head = size < 15 ? [(size << 4) | type] : [0xf0 | type, ...varint(size)];
  return raw(9, joined(head, ...values.map(({ bytes }) => bytes)));
}

/** Fields by their number; an absent one is left out. */
export function struct(fields: Readonly<Record<number, Encoded | undefined>>): Encoded {
  const parts: (Uint8Array | readonly number[])[] = [];
  let last = 0;
  for (const [id, field] of Object.entries(fields)) {
    if (!field) continue;
    const step = Number(id) - last;
    parts.push(step < 16 ? [(step << 4) | field.type] : joined([field.type], zigzag(Number(id))), field.bytes);
    last = Number(id);
  }
  return raw(12, joined(...parts, [0]));
}

/** Types, repetitions and encodings as Parquet numbers them. */
export const INT32 = 1;
export const BYTE_ARRAY = 6;
const REQUIRED = 0;
export const OPTIONAL = 1;
const PLAIN = 0;
const RLE = 3;
export const DELTA = 5;
export const DELTA_BYTE_ARRAY = 7;
export const DICTIONARY = 8;

export const element = (name: string, more: Readonly<Record<number, Encoded>>): Encoded =>
  struct({ ...more, 4: text(name) });
const SCHEMA = (type: number, repetition: number): Encoded[] => [
  element('schema', { 5: i32(1) }),
  element('query', { 1: i32(type), 3: i32(repetition) }),
];

export interface PageSpec {
  readonly bytes: Uint8Array;
  readonly values: number;
  readonly encoding?: number;
  readonly kind?: 'data' | 'dictionary' | 'data-2';
  /** Fields of the header that differ. */
  readonly header?: Readonly<Record<number, Encoded | undefined>>;
}

export function page({ bytes, values, encoding = PLAIN, kind = 'data', header = {} }: PageSpec): Uint8Array {
  const own = {
    data: { 1: i32(0), 5: struct({ 1: i32(values), 2: i32(encoding), 3: i32(RLE), 4: i32(RLE) }) },
    dictionary: { 1: i32(2), 7: struct({ 1: i32(values), 2: i32(encoding) }) },
    'data-2': {
      1: i32(3),
      8: struct({ 1: i32(values), 2: i32(0), 3: i32(values), 4: i32(encoding), 5: i32(0), 6: i32(0) }),
    },
  }[kind];
  return joined(struct({ 2: i32(bytes.length), 3: i32(bytes.length), ...own, ...header }).bytes, bytes);
}

export interface FileSpec {
  readonly pages: readonly Uint8Array[];
  readonly rows: number;
  readonly type?: number;
  readonly repetition?: number;
  readonly schema?: readonly Encoded[];
  /** How many row groups say that they hold the one column. */
  readonly groups?: number;
  /** Fields of the footer that differ. */
  readonly footer?: Readonly<Record<number, Encoded>>;
}

export function parquetFile(spec: FileSpec): Uint8Array {
  const { rows, type = BYTE_ARRAY, repetition = REQUIRED, groups = 1 } = spec;
  const data = joined(...spec.pages);
  const chunk = struct({
    1: i32(type),
    2: list(5, [i32(PLAIN)]),
    3: list(8, [text('query')]),
    4: i32(0),
    5: i64(rows),
    6: i64(data.length),
    7: i64(data.length),
    9: i64(4),
  });
  const group = struct({ 1: list(12, [struct({ 2: i64(4), 3: chunk })]), 2: i64(data.length), 3: i64(rows) });
  const footer = struct({
    1: i32(1),
    2: list(12, spec.schema ?? SCHEMA(type, repetition)),
    3: i64(rows * groups),
    4: list(
      12,
      Array.from({ length: groups }, () => group),
    ),
    ...spec.footer,
  });
  return closed(data, footer.bytes);
}

/** Between the marks, with the length of the footer. */
export function closed(data: Uint8Array, footer: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, footer.length, true);
  return joined(Buffer.from('PAR1'), data, footer, length, Buffer.from('PAR1'));
}

/** A text as PLAIN has it: its length in four bytes, then itself. */
export function plain(...texts: readonly string[]): Uint8Array {
  return joined(
    ...texts.map((value) => joined(new Uint8Array(Uint32Array.of(value.length).buffer), Buffer.from(value))),
  );
}

export const bytesOf = joined;
