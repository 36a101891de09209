// The sign-flip (Fisher randomisation) test of paired differences: had chance named the systems, how often would the
// mean difference be this far from 0?
import type { Rng } from '../core/rng.ts';
import { NOISE } from './paired-differences.ts';

export interface SignFlip {
  /** Two-sided; never 0. */
  readonly p: number;
  /** True where every assignment of signs was counted. */
  readonly exact: boolean;
  /** Assignments at least as extreme as the observed one, of `total`. */
  readonly count: number;
  readonly total: number;
}

/** Up to so many differences that are not 0, all 2^n assignments are counted. */
const EXACT_UP_TO = 20;
export const PERMUTATIONS = 100_000;

/**
 * Fisher (1935); for retrieval Smucker, Allan and Carterette (2007). Under the null hypothesis each difference may have
 * either sign. p is the share of assignments whose |sum| reaches the observed one: all 2^n where at most 20 differences
 * are not 0 (a 0 has no sign to flip, so leaving it out changes nothing); beyond that 100,000 random ones, with
 * p = (b + 1) / (B + 1), which counts the observed one (Phipson and Smyth 2010).
 * @param vectors differences of one set of topics each, all of one length: they share the random signs
 * @param rng equal generators give equal p, whatever else is asked along
 */
export function signFlipTests(
  vectors: readonly ArrayLike<number>[],
  rng: Rng,
  permutations = PERMUTATIONS,
): readonly SignFlip[] {
  const results: SignFlip[] = [];
  const sampled: number[] = [];
  vectors.forEach((differences, at) => {
    const moved = Float64Array.from(differences).filter((d) => d !== 0);
    if (moved.length <= EXACT_UP_TO) results[at] = countAll(moved);
    else sampled.push(at);
  });
  const counts = countSampled(
    sampled.map((at) => Float64Array.from(vectors[at]!)),
    rng,
    permutations,
  );
  sampled.forEach((at, i) => {
    const count = counts[i]! + 1;
    const total = permutations + 1;
    results[at] = { p: count / total, exact: false, count, total };
  });
  return results;
}

/** Every assignment, by doubling: the sums over the first n differences give those over n + 1. */
function countAll(differences: Float64Array): SignFlip {
  const total = 2 ** differences.length;
  const sums = new Float64Array(total);
  let filled = 1;
  for (const d of differences) {
    for (let i = 0; i < filled; i++) {
      const sum = sums[i]!;
      sums[i] = sum + d;
      sums[filled + i] = sum - d;
    }
    filled *= 2;
  }
  // The first assignment flips nothing.
  const reach = Math.abs(sums[0]!) - tolerance(differences);
  let count = 0;
  for (const sum of sums) if (Math.abs(sum) >= reach) count++;
  return { p: count / total, exact: true, count, total };
}

/** Random assignments that are drawn at once, and groups of differences whose tables stay in a cache while all of them are summed. */
const BLOCK = 256;
const TILE = 64;

/** Eight signs at a time: a byte of random bits looks up the sum of eight differences under those signs. */
function countSampled(vectors: readonly Float64Array[], rng: Rng, permutations: number): number[] {
  const n = vectors[0]?.length ?? 0;
  if (vectors.some((vector) => vector.length !== n)) throw new RangeError('vectors of several lengths');
  const counts = vectors.map(() => 0);
  if (n === 0) return counts;
  const groups = Math.ceil(n / 8);
  const tables = vectors.map((vector) => signedSums(vector, groups));
  const reaches = tables.map((table, v) => {
    let observed = 0;
    for (let g = 0; g < groups; g++) observed += table[g * 256]!;
    return Math.abs(observed) - tolerance(vectors[v]!);
  });
  const stream = rng.stream(`sign-flip n=${n}`);
  const signs = new Uint8Array(groups * BLOCK);
  const sums = new Float64Array(BLOCK);
  for (let done = 0; done < permutations; done += BLOCK) {
    const size = Math.min(BLOCK, permutations - done);
    for (let b = 0; b < size; b++) drawSigns(stream, signs, b);
    for (let v = 0; v < tables.length; v++) {
      sums.fill(0);
      for (let from = 0; from < groups; from += TILE) {
        addTile(sums, signs, tables[v]!, from, Math.min(from + TILE, groups));
      }
      for (let b = 0; b < size; b++) if (Math.abs(sums[b]!) >= reaches[v]!) counts[v]!++;
    }
  }
  return counts;
}

/** Adds some groups of one vector to the sums under each assignment; four at a time, which need not wait for each other. */
function addTile(sums: Float64Array, signs: Uint8Array, table: Float64Array, from: number, to: number): void {
  for (let b = 0; b < BLOCK; b += 4) {
    let first = sums[b]!;
    let second = sums[b + 1]!;
    let third = sums[b + 2]!;
    let fourth = sums[b + 3]!;
    for (let g = from; g < to; g++) {
      const at = g * BLOCK + b;
      const group = g << 8;
      first += table[group | signs[at]!]!;
      second += table[group | signs[at + 1]!]!;
      third += table[group | signs[at + 2]!]!;
      fourth += table[group | signs[at + 3]!]!;
    }
    sums[b] = first;
    sums[b + 1] = second;
    sums[b + 2] = third;
    sums[b + 3] = fourth;
  }
}

/** The signs of one assignment: a byte a group, each group's bytes side by side. */
function drawSigns(stream: Rng, signs: Uint8Array, b: number): void {
  for (let at = b; at < signs.length; ) {
    const bits = stream.int(2 ** 48);
    // In two halves, since only 32 bits can be shifted.
    const high = Math.floor(bits / 2 ** 24);
    for (let half of [high, bits - high * 2 ** 24]) {
      for (let k = 0; k < 3 && at < signs.length; k++, at += BLOCK) {
        signs[at] = half;
        half >>= 8;
      }
    }
  }
}

/** For each group of eight differences, its 256 signed sums; bit i set flips difference i. */
function signedSums(differences: Float64Array, groups: number): Float64Array {
  const table = new Float64Array(groups * 256);
  for (let g = 0; g < groups; g++) {
    for (let byte = 0; byte < 256; byte++) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit++) {
        const d = differences[g * 8 + bit] ?? 0;
        sum += (byte >> bit) & 1 ? -d : d;
      }
      table[g * 256 + byte] = sum;
    }
  }
  return table;
}

/** Sums that are closer are equal: rounding must not decide whether an assignment is as extreme. */
function tolerance(differences: Float64Array): number {
  let size = 0;
  for (const d of differences) size += Math.abs(d);
  return size * NOISE;
}
