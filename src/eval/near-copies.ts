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
    const end = Math.min(words.length, i + WORDS_A_SHINGLE);
    for (let at = i; at < end; at++) hash = Math.imul(hash ^ words[at]!, PRIME) ^ (hash >>> 15);
    hashes[i] = hash;
  }
  hashes.sort();
  let distinct = 1;
  for (let i = 1; i < count; i++) if (hashes[i] !== hashes[i - 1]) hashes[distinct++] = hashes[i]!;
  return distinct === count ? hashes : hashes.slice(0, distinct);
}

/** Offset and prime of FNV-1a, 32 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

function hashWord(word: string): number {
  let hash = OFFSET;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
  return hash;
}

export interface Copies {
  /** By ordinal: the first chunk that this one is a copy of, and that is no copy itself; its own ordinal where it is none. */
  readonly keptBy: Uint32Array;
  /** Chunks whose text is that of an earlier one. */
  readonly exact: number;
  /** Further chunks that say nearly what an earlier one says; null where they were not looked for. */
  readonly near: number | null;
}

/**
 * Finds the chunks that repeat earlier ones, keeping the first of each kind by ordinal.
 * @param texts by ordinal
 * @param groups by ordinal: chunks of different groups are no copies of each other; absent means one group
 */
export function findCopies(texts: readonly string[], near: boolean, groups?: Uint8Array): Copies {
  const keptBy = Uint32Array.from(texts, (_, ord) => ord);
  const firsts = new Map<string, ChunkOrd>();
  const distinct: ChunkOrd[] = [];
  texts.forEach((text, ord) => {
    const key = groups ? `${groups[ord]!} ${text}` : text;
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, ord);
      distinct.push(ord);
    } else keptBy[ord] = first;
  });
  const exact = texts.length - distinct.length;
  if (!near) return { keptBy, exact, near: null };
  const found = collapseNearCopies(texts, distinct, keptBy, groups);
  // A copy of a chunk that turned out to be a near-copy itself.
  for (let ord = 0; ord < keptBy.length; ord++) keptBy[ord] = keptBy[keptBy[ord]!]!;
  return { keptBy, exact, near: found };
}

/**
 * Prefix filtering (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007): with all shingles in one order, rarest
 * first, two sets this similar share one among the first n - ceil(0.8 n) + 1 of either. So a chunk is compared with those
 * alone that share one of its rarest shingles, and no pair is missed.
 * @param distinct ordinals to look at, ascending
 * @param keptBy is written to
 */
function collapseNearCopies(
  texts: readonly string[],
  distinct: readonly ChunkOrd[],
  keptBy: Uint32Array,
  groups: Uint8Array | undefined,
): number {
  const sets = distinct.map((ord) => shingleHashes(texts[ord]!));
  const all = sets.reduce((sum, set) => sum + set.length, 0);
  const rareness = countShingles(sets, all);
  const size = sets.reduce((sum, set) => sum + prefixLength(set.length), 0);
  // Chains of kept chunks by shingle, in flat arrays: -1 ends a chain.
  const mask = powerOfTwo(size, MOST_BUCKETS) - 1;
  const heads = new Int32Array(mask + 1).fill(-1);
  const nexts = new Int32Array(size);
  const hashes = new Uint32Array(size);
  const owners = new Uint32Array(size);
  // The last set that was compared with this one, so that two are compared once.
  const compared = new Int32Array(sets.length).fill(-1);
  let filled = 0;
  let near = 0;
  sets.forEach((set, own) => {
    const prefix = rarest(set, rareness);
    let first = own;
    for (const hash of prefix) {
      for (let at = heads[hash & mask]!; at >= 0; at = nexts[at]!) {
        const other = owners[at]!;
        if (hashes[at] !== hash || other >= first || compared[other] === own) continue;
        compared[other] = own;
        if (groups && groups[distinct[other]!] !== groups[distinct[own]!]) continue;
        if (jaccard(set, sets[other]!) >= SIMILAR) first = other;
      }
    }
    if (first !== own) {
      keptBy[distinct[own]!] = distinct[first]!;
      near++;
      return;
    }
    for (const hash of prefix) {
      hashes[filled] = hash;
      owners[filled] = own;
      nexts[filled] = heads[hash & mask]!;
      heads[hash & mask] = filled++;
    }
  });
  return near;
}

/** 64 MB of counters at most. */
const MOST_BUCKETS = 2 ** 24;

function powerOfTwo(atLeast: number, most: number): number {
  let power = 1;
  while (power < atLeast && power < most) power *= 2;
  return power;
}

/** How many sets hold a shingle, by the low bits of its hash: any order of shingles is right, this one is quick. */
function countShingles(sets: readonly Uint32Array[], all: number): Uint32Array {
  const counts = new Uint32Array(powerOfTwo(all, MOST_BUCKETS));
  const mask = counts.length - 1;
  for (const set of sets) for (const hash of set) counts[hash & mask] = counts[hash & mask]! + 1;
  return counts;
}

/** In whole numbers, since 0.8 n may come out a little too large. */
function prefixLength(n: number): number {
  return n - Math.ceil((4 * n) / 5) + 1;
}

/** The shingles at the front of a set, rarest first; equally rare ones by hash. */
function rarest(set: Uint32Array, counts: Uint32Array): Uint32Array {
  const mask = counts.length - 1;
  const keys = Float64Array.from(set, (hash) => counts[hash & mask]! * 2 ** 32 + hash).sort();
  return Uint32Array.from(keys.subarray(0, prefixLength(set.length)), (key) => key % 2 ** 32);
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
