// Chunks that say nearly the same: shared word 5-grams (Broder 1997, "On the resemblance and containment of documents").
import type { ChunkOrd } from '../core/model.ts';

const WORDS_A_SHINGLE = 5;
// Jaccard similarity from which two chunks count as copies is 4/5, here and below in whole numbers: a page with a changed line,
// not a page on the same subject.

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
  return (a, b) => a === b || areSimilar(shingles(a), shingles(b));
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
 * Prefix filtering (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007; by place: Xiao, Wang, Lin and Yu 2008).
 * All shingles stand in one order, rarest first. Two sets are similar if they share 4/9 of their sizes together, so the first
 * shingle that they share is among the first n - ceil(4n/5) + 1 of the larger one and n - ceil(8n/9) + 1 of the smaller, and
 * behind it both still have 4/9 of the two. Chunks are compared with those alone for which this holds, and no pair is missed.
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
  const rareness = countShingles(sets);
  const asLarger = createChains(sets, largerPrefix);
  const asSmaller = createChains(sets, smallerPrefix);
  // The last set that was compared with this one, so that two are compared once.
  const compared = new Int32Array(sets.length).fill(-1);
  let near = 0;
  sets.forEach((set, own) => {
    const prefix = rarest(set, rareness);
    let first = own;
    const compare = (length: number, { heads, nexts, hashes, owners, places }: Chains, larger: boolean): void => {
      for (let place = 0; place < length; place++) {
        const hash = prefix[place]!;
        for (let at = heads[hash & (heads.length - 1)]!; at >= 0; at = nexts[at]!) {
          const other = owners[at]!;
          if (hashes[at] !== hash || other >= first || compared[other] === own) continue;
          const size = sets[other]!.length;
          if (larger ? size > set.length : size <= set.length) continue;
          // Whether there can be enough behind the first shingle that both have decides once and for all.
          compared[other] = own;
          if (Math.min(set.length - place, size - places[at]!) < sharedBySimilar(set.length, size)) continue;
          if (groups && groups[distinct[other]!] !== groups[distinct[own]!]) continue;
          if (areSimilar(set, sets[other]!)) first = other;
        }
      }
    };
    compare(largerPrefix(set.length), asSmaller, true);
    compare(smallerPrefix(set.length), asLarger, false);
    if (first !== own) {
      keptBy[distinct[own]!] = distinct[first]!;
      near++;
      return;
    }
    addToChains(asLarger, prefix, largerPrefix(set.length), own);
    addToChains(asSmaller, prefix, smallerPrefix(set.length), own);
  });
  return near;
}

/** Sets by the shingles in their prefixes, in flat arrays: a bucket is a chain of entries, and -1 ends it. */
interface Chains {
  readonly heads: Int32Array;
  readonly nexts: Int32Array;
  readonly hashes: Uint32Array;
  readonly owners: Uint32Array;
  /** Of the shingle in its owner's order, from 0. */
  readonly places: Uint32Array;
  filled: number;
}

function createChains(sets: readonly Uint32Array[], prefixLength: (n: number) => number): Chains {
  const size = sets.reduce((sum, set) => sum + prefixLength(set.length), 0);
  return {
    heads: new Int32Array(powerOfTwo(size, MOST_BUCKETS)).fill(-1),
    nexts: new Int32Array(size),
    hashes: new Uint32Array(size),
    owners: new Uint32Array(size),
    places: new Uint32Array(size),
    filled: 0,
  };
}

function addToChains(chains: Chains, prefix: Uint32Array, length: number, owner: number): void {
  const { heads, nexts, hashes, owners, places } = chains;
  for (let place = 0; place < length; place++) {
    const at = chains.filled++;
    const bucket = prefix[place]! & (heads.length - 1);
    hashes[at] = prefix[place]!;
    owners[at] = owner;
    places[at] = place;
    nexts[at] = heads[bucket]!;
    heads[bucket] = at;
  }
}

/** 64 MB of counters at most. */
const MOST_BUCKETS = 2 ** 24;

function powerOfTwo(atLeast: number, most: number): number {
  let power = 1;
  while (power < atLeast && power < most) power *= 2;
  return power;
}

/** How many sets hold a shingle, by the low bits of its hash: any order of shingles is right, this one is quick. */
function countShingles(sets: readonly Uint32Array[]): Uint32Array {
  const all = sets.reduce((sum, set) => sum + set.length, 0);
  const counts = new Uint32Array(powerOfTwo(all, MOST_BUCKETS));
  const mask = counts.length - 1;
  for (const set of sets) for (const hash of set) counts[hash & mask] = counts[hash & mask]! + 1;
  return counts;
}

// In whole numbers, since 0.8 n may come out a little too large.
const largerPrefix = (n: number): number => n - Math.ceil((4 * n) / 5) + 1;
const smallerPrefix = (n: number): number => n - Math.ceil((8 * n) / 9) + 1;

/** |a and b| / |a or b| >= 4/5 where 9 |a and b| >= 4 (|a| + |b|). */
function sharedBySimilar(a: number, b: number): number {
  return Math.ceil((4 * (a + b)) / 9);
}

/** The shingles at the front of a set, rarest first; equally rare ones by hash. */
function rarest(set: Uint32Array, counts: Uint32Array): Uint32Array {
  const mask = counts.length - 1;
  const keys = Float64Array.from(set, (hash) => counts[hash & mask]! * 2 ** 32 + hash).sort();
  return Uint32Array.from(keys.subarray(0, largerPrefix(set.length)), (key) => key % 2 ** 32);
}

/** Two ascending sets; ends as soon as what is left cannot be enough. */
function areSimilar(a: Uint32Array, b: Uint32Array): boolean {
  let missing = sharedBySimilar(a.length, b.length);
  for (let i = 0, j = 0; missing > 0; ) {
    if (a.length - i < missing || b.length - j < missing) return false;
    const x = a[i]!;
    const y = b[j]!;
    if (x === y) missing--;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return true;
}
