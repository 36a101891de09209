// A Parquet file as records.
import { parquetReadObjects } from 'hyparquet';
import { type ByteSource, readPieces, sourceName } from '../../byte-source.ts';
import { malformed } from './question-importer.ts';

const MOST_BYTES = 1e9;
const MAGIC = 'PAR1';

export async function isParquet(file: ByteSource): Promise<boolean> {
  for await (const piece of readPieces(file)) return Buffer.from(piece.subarray(0, 4)).toString('latin1') === MAGIC;
  return false;
}

export async function readParquet(file: ByteSource): Promise<Record<string, unknown>[]> {
  const name = sourceName(file);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of readPieces(file)) {
    size += piece.length;
    if (size > MOST_BYTES) throw malformed(name, `more than ${MOST_BYTES / 1e9} GB`);
    pieces.push(Buffer.from(piece));
  }
  const bytes = Uint8Array.from(Buffer.concat(pieces));
  const { buffer } = bytes;
  try {
    return await parquetReadObjects({
      file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
    });
  } catch (error) {
    const message = (error as Error).message.replace(/^parquet /, '');
    const remedy = /compression/.test(message) ? '; accepted: uncompressed or snappy, as pandas writes it' : '';
    throw malformed(name, `not readable as Parquet: ${message}${remedy}`);
  }
}
