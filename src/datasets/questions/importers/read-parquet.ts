// A Parquet file as records.
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
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
    const source = {
      byteLength: buffer.byteLength,
      slice: (start: number, end?: number): ArrayBuffer => buffer.slice(start, end),
    };
    // Looking for places on maps, the reader never ends where a damaged footer counts fewer than no children.
    const metadata = await parquetMetadataAsync(source, { geoparquet: false });
    if (metadata.schema.some(({ num_children: children = 0 }) => children < 0))
      throw new Error('its schema is damaged');
    return await parquetReadObjects({ file: source, metadata });
  } catch (error) {
    const message = (error as Error).message.replace(/^parquet /, '');
    const remedy = /compression/.test(message) ? '; accepted: uncompressed or snappy, as pandas writes it' : '';
    throw malformed(name, `not readable as Parquet: ${message}${remedy}`);
  }
}
