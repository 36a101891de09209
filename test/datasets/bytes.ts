// Text as named bytes in pieces of a given size, as a slow pipe would deliver them.
import type { NamedBytes } from '../../src/datasets/byte-source.ts';

export function bytesOf(text: string | Uint8Array, size = Infinity, name = 'f'): NamedBytes {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return { name, bytes: pieces() };
}
