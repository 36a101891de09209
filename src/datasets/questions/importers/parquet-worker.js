// @ts-check
// A thread that reads a Parquet file for parquet-thread.ts, which ends it where it takes too long.
// JavaScript, since Node 20 starts no thread from TypeScript: tests run on the sources, and are to meet these bounds too.
import { parentPort, workerData } from 'node:worker_threads';

/**
 * @typedef {import('./parquet-thread.ts').ParquetJob} ParquetJob
 * @typedef {import('./parquet-thread.ts').ParquetReply} ParquetReply
 */

const MIB = 2 ** 20;
/** Buffers for one file, and for each byte of it: Snappy packs to a twentieth at most. */
const MOST_BUFFERS = 256 * MIB;
const MOST_BUFFERS_A_BYTE = 32;
/** What is handed over, as it lies in memory: a text that stands once in the file may be the value of each row. */
const MOST_HANDED = 2048 * MIB;
const A_MESSAGE = 16 * MIB;
const A_VALUE = 16;
const A_ROW = 64;

/** @type {ParquetJob} */
const { bytes } = workerData;
let buffers = MOST_BUFFERS + MOST_BUFFERS_A_BYTE * bytes.byteLength;
let handed = MOST_HANDED;

/** @param {number} size */
function takeBuffer(size) {
  buffers -= size;
  if (buffers < 0) throw new Error('it unpacks to more memory than a file of its size may');
}

// No limit of memory covers these, and what a few bytes ask for may be gigabytes.
for (const name of /** @type {const} */ ([
  'Uint8Array',
  'Int32Array',
  'BigInt64Array',
  'Float32Array',
  'Float64Array',
])) {
  /** @type {any} */ (globalThis)[name] = new Proxy(globalThis[name], {
    construct(target, args, newTarget) {
      if (typeof args[0] === 'number') takeBuffer(args[0] * target.BYTES_PER_ELEMENT);
      return Reflect.construct(target, args, newTarget);
    },
  });
}

// The reader makes a list as long as a page says, and then writes runs of values into it, however long they are: a list that
// grows by a billion values ends the process, not only the thread.
globalThis.Array = new Proxy(Array, {
  construct(target, args, newTarget) {
    const list = Reflect.construct(target, args, newTarget);
    return args.length === 1 && typeof args[0] === 'number' ? Object.preventExtensions(list.fill(undefined)) : list;
  },
});

// After the bounds are set.
const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');

/** @param {ParquetReply} reply */
function tell(reply) {
  parentPort?.postMessage(reply);
}

const file = {
  byteLength: bytes.byteLength,
  /** @param {number} start @param {number} [end] */
  slice: (start, end) => bytes.slice(start, end),
};

/**
 * What a value takes once it is handed over.
 * @param {unknown} value
 * @returns {number}
 */
function weigh(value) {
  if (typeof value === 'string' || value instanceof Uint8Array) return A_VALUE + value.length;
  if (typeof value !== 'object' || value === null) return A_VALUE;
  return Object.values(value).reduce((/** @type {number} */ size, part) => size + weigh(part), A_ROW);
}

/**
 * Bytes as a copy: what they are a part of, a page or a whole column, would go along with them.
 * @param {unknown} value
 * @returns {unknown}
 */
function detached(value) {
  if (value instanceof Uint8Array) return value.slice();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(detached);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, detached(part)]));
}

/** @param {readonly Record<string, unknown>[]} rows */
function handOver(rows) {
  const sizes = rows.map(weigh);
  for (const size of sizes) handed -= size;
  if (handed < 0) throw new Error(`its rows come to more than ${MOST_HANDED / MIB} MiB; no more are read`);
  let from = 0;
  let size = 0;
  for (let to = 1; to <= rows.length; to++) {
    size += sizes[to - 1] ?? 0;
    if (size < A_MESSAGE && to < rows.length) continue;
    const part = rows.slice(from, to).map(detached);
    tell({ kind: 'rows', rows: /** @type {Record<string, unknown>[]} */ (part) });
    from = to;
    size = 0;
  }
}

try {
  // Looking for places on maps, the reader never ends where a damaged footer counts fewer than no children.
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    if (rowEnd > rowStart) handOver(await parquetReadObjects({ file, metadata, rowStart, rowEnd }));
    rowStart = rowEnd;
  }
  tell({ kind: 'read' });
} catch (error) {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const isLong = error instanceof TypeError && message.endsWith('object is not extensible');
  tell({ kind: 'fault', problem: isLong ? 'a page of it holds more values than it says' : message });
}
