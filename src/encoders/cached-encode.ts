// Encoding as models from elsewhere do it alike: by way of the cache, call by call, with zeros where there is nothing to read.
import type { Encoder } from '../core/contracts.ts';
import type { VectorCache } from './vector-cache.ts';

type Role = Parameters<Encoder['encode']>[1];

/**
 * @param sent what is handed to the model for a text that is not blank
 * @param compute gives each vector of the texts that the cache lacks
 */
export function cachedEncode(
  cache: VectorCache,
  dims: number,
  signal: AbortSignal,
  sent: (text: string, role: Role) => string,
  compute: Parameters<VectorCache['encode']>[1],
): Encoder['encode'] {
  // One call after the other: they share the cache.
  let last: Promise<unknown> = Promise.resolve();
  return (texts, role) => {
    const run = last.then(async () => {
      signal.throwIfAborted();
      // Nothing to read gives zeros, whatever a model makes of nothing.
      const asked = texts.flatMap((text, row) => (text.trim() === '' ? [] : [row]));
      const vectors = await cache.encode(
        asked.map((row) => sent(texts[row]!, role)),
        compute,
      );
      const rows = new Float32Array(texts.length * dims);
      asked.forEach((row, i) => {
        rows.set(vectors.subarray(i * dims, (i + 1) * dims), row * dims);
      });
      return rows;
    });
    last = run.catch(() => {});
    return run;
  };
}
