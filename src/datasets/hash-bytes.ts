// A 32-bit hash of bytes: FNV-1a, then mixed so that its low bits depend on all of it (tables are masked).

export const HASH_SEED = 0x811c9dc5 | 0;
export const HASH_FACTOR = 0x01000193;

/** The last step, where the caller ran `hash = Math.imul(hash ^ byte, HASH_FACTOR)` itself while doing other things. */
export function finishHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, HASH_FACTOR);
  return finishHash(hash);
}

/** A table of this many slots is at most a quarter full, so that most looks meet nothing; a power of two, to mask hashes into. */
export function slotsFor(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, 4 * entries)));
}
