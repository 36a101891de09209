// Chunks that say nearly the same: shared word 5-grams (Broder 1997, "On the resemblance and containment of documents").
import type { ChunkOrd } from '../core/model.ts';

const WORDS_A_SHINGLE = 5;
/** Jaccard similarity from which two chunks count as copies: a page with a changed line, not a page on the same subject. */
const SIMILAR = 0.8;

export type IsNearCopy = (a: ChunkOrd, b: ChunkOrd) => boolean;

/**
 * Compares chunks by the sets of their lower-cased word 5-grams; a text of fewer words is one shingle.
 * Shingles are hashed once a chunk, on first use.
 * @param texts by ordinal
 */
export function createNearCopies(texts: readonly string[]): IsNearCopy {
  const cache = new Map<ChunkOrd, Uint32Array>();
  const shingles = (ord: ChunkOrd): Uint32Array => {
    let found = cache.get(ord);
    if (!found) {
      found = shingleHashes(texts[ord]!);
      cache.set(ord, found);
    }
    return found;
  };
  return (a, b) => a === b || jaccard(shingles(a), shingles(b)) >= SIMILAR;
}

/**
 * The rank that the entry at `rank` has once near-copies above it are collapsed into the first of them, or undefined
 * where that is beyond `cutoff`.
 * @param chunks ordinals, best first
 */
export function rankAmongDistinct(
  chunks: ArrayLike<ChunkOrd>,
  rank: number,
  cutoff: number,
  isNearCopy: IsNearCopy,
): number | undefined {
  const distinct: ChunkOrd[] = [];
  // Stops as soon as the top is full, so that a far-off answer costs no more than a near one.
  for (let i = 0; i < rank - 1 && distinct.length < cutoff; i++) {
    const ord = chunks[i]!;
    if (!distinct.some((kept) => isNearCopy(kept, ord))) distinct.push(ord);
  }
  return distinct.length < cutoff ? distinct.length + 1 : undefined;
}

/** Distinct 32-bit hashes, ascending. A collision among the few hundred shingles of two chunks moves Jaccard by under 1 %. */
function shingleHashes(text: string): Uint32Array {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(hashWord);
  const count = Math.max(1, words.length - WORDS_A_SHINGLE + 1);
  const hashes = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    let hash = OFFSET;
    for (const word of words.slice(i, i + WORDS_A_SHINGLE)) hash = Math.imul(hash ^ word, PRIME) ^ (hash >>> 15);
    hashes[i] = hash;
  }
  return Uint32Array.from(new Set(hashes)).sort();
}

/** Offset and prime of FNV-1a, 32 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

function hashWord(word: string): number {
  let hash = OFFSET;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
  return hash;
}

/** |a and b| / |a or b| of two ascending sets. */
function jaccard(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = a[i]!;
    const y = b[j]!;
    if (x === y) common++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return common / (a.length + b.length - common);
}
