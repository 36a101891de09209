// The first character of a file that is no white space: it tells JSON from markup from tables.
import { type ByteSource, type ReadingOptions, readPieces } from './byte-source.ts';

/** Empty for a file of white space. The source must be one that can be read twice. */
export async function firstSign(source: ByteSource, options: ReadingOptions): Promise<string> {
  const { signal } = options;
  for await (const piece of readPieces(source, signal ? { signal } : {})) {
    for (const byte of piece) if (byte > 32) return String.fromCharCode(byte);
  }
  return '';
}
