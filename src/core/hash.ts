// SHA-256 of texts and bytes. The one allowed `node:` import among the pure folders.
import { createHash } from 'node:crypto';

/** Hex SHA-256 over parts, each preceded by its length, so that no two lists of parts collide by concatenation. */
export function sha256(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    hash.update(`${bytes.length}:`);
    hash.update(bytes);
  }
  return hash.digest('hex');
}

/** Hex SHA-256 of the plain concatenation, as `sha256sum` prints it. */
export function sha256Raw(parts: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Base64 SHA-256 of a text, as a content security policy names what may be applied. */
export function sha256Base64(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64');
}
