// A Parquet file as records.
import { type ByteSource, readPieces, sourceName } from '../../byte-source.ts';
import { checkParquet } from './check-parquet.ts';
import { readRowsInThread } from './parquet-thread.ts';
import { malformed } from './question-importer.ts';

const MOST_BYTES = 1e9;
/** So long, and more for a larger file: ordinary ones take a tenth of it. */
const SECONDS = 30;
const BYTES_A_SECOND = 1e6;
const MAGIC = 'PAR1';

export async function isParquet(file: ByteSource): Promise<boolean> {
  for await (const piece of readPieces(file)) return Buffer.from(piece.subarray(0, 4)).toString('latin1') === MAGIC;
  return false;
}

/** @param seconds for tests: how long reading may take */
export async function readParquet(file: ByteSource, seconds?: number): Promise<Record<string, unknown>[]> {
  const name = sourceName(file);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of readPieces(file)) {
    size += piece.length;
    if (size > MOST_BYTES) throw malformed(name, `more than ${MOST_BYTES / 1e9} GB`);
    pieces.push(Buffer.from(piece));
  }
  const bytes = Uint8Array.from(Buffer.concat(pieces));
  try {
    checkParquet(bytes);
    return await readRowsInThread(bytes.buffer, seconds ?? SECONDS + Math.ceil(size / BYTES_A_SECOND));
  } catch (error) {
    const message = (error as Error).message.replace(/^parquet /, '');
    const remedy = /compression/.test(message) ? '; accepted: uncompressed or snappy, as pandas writes it' : '';
    throw malformed(name, `not readable as Parquet: ${message}${remedy}`);
  }
}
