// Orders. `rankScores` is the only maker of a Ranking and `compareText` the only comparator of strings.
import type { ChunkOrd, Ranking, TopicId } from './model.ts';

/** Unicode code point order, which is the byte order of UTF-8: the same in every locale. */
export function compareText(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // UTF-16 puts surrogates (D800-DFFF) below E000-FFFF; code points stand the other way round.
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

/**
 * Ranks all chunks by score: score descending, ordinal ascending.
 * @param scores one finite score a chunk, by ordinal
 * @param depth how many entries to keep
 * @param floor scores above it are signal: 0 for lexical systems, -Infinity for dense ones
 * @param allowed by ordinal: 0 where a chunk may not be ranked; absent means that all may
 */
export function rankScores(
  topicId: TopicId,
  scores: ArrayLike<number>,
  depth: number,
  floor: number,
  allowed?: Uint8Array,
): Ranking {
  const chunks = bestOf(scores, scores.length, depth, allowed && candidatesOf(allowed));
  const kept = new Float64Array(chunks.length);
  for (let i = 0; i < kept.length; i++) kept[i] = scores[chunks[i]!]!;
  return checked({ topicId, chunks, scores: kept, signal: signalOf(kept, floor) });
}

/**
 * The same ranking, made of those chunks alone that can be among its first `depth`: all others have the score 0, which is the floor.
 * @param found their ordinals, ascending, each once; none that may not be ranked
 * @param scores theirs, none below 0
 * @param chunks how many there are
 */
export function rankFound(
  topicId: TopicId,
  found: Uint32Array,
  scores: Float64Array,
  chunks: number,
  depth: number,
  allowed?: Uint8Array,
): Ranking {
  // Without those that score 0, which stand among all others of that score.
  const places = new Uint32Array(found.length);
  let scored = 0;
  for (let place = 0; place < found.length; place++) {
    if (Number.isNaN(scores[place])) throw notFinite(scores[place], found[place]);
    if (scores[place] !== 0) places[scored++] = place;
  }
  const best = bestOf(scores, scored, depth, places.subarray(0, scored));
  const ords = new Uint32Array(Math.min(depth, chunks));
  const kept = new Float64Array(ords.length);
  for (let i = 0; i < best.length; i++) {
    ords[i] = found[best[i]!]!;
    kept[i] = scores[best[i]!]!;
  }
  let size = best.length;
  // Here all that were found stand in the ranking already.
  for (let ord = 0, at = 0; size < ords.length && ord < chunks; ord++) {
    const place = at < scored ? places[at]! : -1;
    if (place >= 0 && found[place] === ord) at++;
    else if (!allowed || allowed[ord]) ords[size++] = ord;
  }
  const whole = size === ords.length;
  return checked({
    topicId,
    chunks: whole ? ords : ords.subarray(0, size),
    scores: whole ? kept : kept.subarray(0, size),
    signal: best.length,
  });
}

/** How many scores at the front are above the floor. */
function signalOf(scores: Float64Array, floor: number): number {
  let signal = 0;
  while (signal < scores.length && scores[signal]! > floor) signal++;
  return signal;
}

function checked(ranking: Ranking): Ranking {
  const { chunks, scores } = ranking;
  for (let i = 0; i < scores.length; i++) {
    if (!Number.isFinite(scores[i])) throw notFinite(scores[i], chunks[i]);
  }
  return ranking;
}

function notFinite(score: number | undefined, chunk: ChunkOrd | undefined): RangeError {
  return new RangeError(`score ${score} of chunk ${chunk} is not finite`);
}

/** Ordinals that may be ranked, ascending. */
function candidatesOf(allowed: Uint8Array): Uint32Array {
  const candidates = new Uint32Array(allowed.length);
  let size = 0;
  for (let ord = 0; ord < allowed.length; ord++) if (allowed[ord]) candidates[size++] = ord;
  return candidates.subarray(0, size);
}

/**
 * The best `depth`, best first: all that score more than the worst of them, and the first of its equals.
 * @param n how many ordinals, from 0, if not those of `candidates`, which ascend
 */
function bestOf(scores: ArrayLike<number>, n: number, depth: number, candidates?: Uint32Array): Uint32Array {
  const all = candidates ? candidates.length : n;
  const keep = Math.min(depth, all);
  if (keep === 0) return new Uint32Array(0);
  // Where few are left out, sorting them too is less than choosing.
  if (2 * keep >= all) {
    const ords = candidates?.slice() ?? Uint32Array.from({ length: all }, (_, i) => i);
    // Also behind the depth: what is no number would keep others from their places.
    for (let i = 0; i < all; i++) if (Number.isNaN(scores[ords[i]!])) throw notFinite(scores[ords[i]!], ords[i]);
    return sortByScore(scores, ords).subarray(0, keep);
  }
  const choose = SHALLOW * keep <= all ? gather : gatherByCount;
  return sortByScore(scores, choose(scores, all, keep, candidates)).subarray(0, keep);
}

/** From one in so many on, the worst of the best so far leaves out nearly all others. */
const SHALLOW = 16;

/** Goes through the ordinals once: what does not beat the worst of the best so far is left, the rest is thinned out now and then. */
function gather(scores: ArrayLike<number>, all: number, keep: number, candidates?: Uint32Array): Uint32Array {
  const room = Math.min(4 * keep, all);
  const gathered = new Uint32Array(room);
  const scratch = new Float64Array(room);
  let size = 0;
  // Nothing is less than or equal to it before the first are chosen.
  let worst = Number.NaN;
  for (let i = 0; i < all; i++) {
    const ord = candidates ? candidates[i]! : i;
    const score = scores[ord]!;
    // An equal one comes later, so it stands behind. Nothing is less or more than what is no number, which is told here.
    if (score <= worst) continue;
    if (Number.isNaN(score)) throw notFinite(score, ord);
    if (size === gathered.length) {
      worst = thinOut(scores, gathered, size, keep, scratch);
      size = keep;
    }
    if (!(score <= worst)) gathered[size++] = ord;
  }
  return gathered.slice(0, size);
}

/** Leaves the best of gathered ordinals, in their order, and returns the score of the worst of them. */
function thinOut(
  scores: ArrayLike<number>,
  gathered: Uint32Array,
  size: number,
  keep: number,
  scratch: Float64Array,
): number {
  for (let i = 0; i < size; i++) scratch[i] = scores[gathered[i]!]!;
  const worst = kthLargest(scratch, keep, size);
  let above = 0;
  for (let i = 0; i < size; i++) if (scores[gathered[i]!]! > worst) above++;
  let equals = keep - above;
  let kept = 0;
  for (let i = 0; i < size; i++) {
    const score = scores[gathered[i]!]!;
    if (score > worst || (score === worst && equals-- > 0)) gathered[kept++] = gathered[i]!;
  }
  return worst;
}

/** Scores are told apart by so many steps. */
const STEPS = 2048;

/** Counts how many score how much, reads from the counts what the best reach, and gathers those that do. */
function gatherByCount(scores: ArrayLike<number>, all: number, keep: number, candidates?: Uint32Array): Uint32Array {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < all; i++) {
    const score = scores[candidates ? candidates[i]! : i]!;
    if (score < least) least = score;
    if (score > most) most = score;
    if (Number.isNaN(score)) throw notFinite(score, candidates?.[i] ?? i);
  }
  const perScore = (STEPS - 1) / (most - least);
  // All are equal, or too far apart to be told apart by steps.
  if (!(perScore > 0 && Number.isFinite(perScore))) return gather(scores, all, keep, candidates);
  const counts = new Uint32Array(STEPS);
  for (let i = 0; i < all; i++) {
    const step = Math.floor((scores[candidates ? candidates[i]! : i]! - least) * perScore);
    counts[step] = counts[step]! + 1;
  }
  let step = STEPS;
  let size = 0;
  while (size < keep) size += counts[--step]!;
  const gathered = new Uint32Array(size);
  size = 0;
  for (let i = 0; i < all; i++) {
    const ord = candidates ? candidates[i]! : i;
    if (Math.floor((scores[ord]! - least) * perScore) >= step) gathered[size++] = ord;
  }
  if (size < 2 * keep) return gathered;
  thinOut(scores, gathered, size, keep, new Float64Array(size));
  return gathered.subarray(0, keep);
}

/** Shorter stretches are sorted by insertion. */
const FEW = 12;

/**
 * Sorts ascending ordinals in place by falling score; since it is stable, equals stay ascending. A merge sort of what
 * stands in memory already: a call a comparison would cost more than the rest.
 */
function sortByScore(scores: ArrayLike<number>, ords: Uint32Array): Uint32Array {
  const n = ords.length;
  for (let from = 0; from < n; from += FEW) {
    for (let i = from + 1, end = Math.min(from + FEW, n); i < end; i++) {
      const moved = ords[i]!;
      const score = scores[moved]!;
      let at = i;
      for (; at > from && scores[ords[at - 1]!]! < score; at--) ords[at] = ords[at - 1]!;
      ords[at] = moved;
    }
  }
  const half = new Uint32Array(n);
  for (let width = FEW; width < n; width *= 2) {
    for (let from = 0; from + width < n; from += 2 * width) {
      const middle = from + width;
      const end = Math.min(middle + width, n);
      // Zeros at the end of a ranking are in order already.
      if (!(scores[ords[middle - 1]!]! < scores[ords[middle]!]!)) continue;
      for (let i = from; i < middle; i++) half[i - from] = ords[i]!;
      let left = 0;
      let right = middle;
      let at = from;
      while (left < width && right < end) {
        ords[at++] = scores[ords[right]!]! > scores[half[left]!]! ? ords[right++]! : half[left++]!;
      }
      while (left < width) ords[at++] = half[left++]!;
    }
  }
  return ords;
}

/**
 * The k-th largest of the first `n` values, which are moved around (Hoare's selection: Communications of the ACM 4, 1961).
 * @param k from 1
 */
export function kthLargest(values: Float64Array, k: number, n: number = values.length): number {
  let low = 0;
  let high = n - 1;
  const place = k - 1;
  // What does not end soon has been made so that it does not: sorting bounds it.
  for (let rounds = 4 * (32 - Math.clz32(n)); low < high; rounds--) {
    if (rounds === 0) return values.subarray(low, high + 1).sort()[high - place]!;
    const pivot = middleOf(values[low]!, values[(low + high) >>> 1]!, values[high]!);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i <= j) {
        const moved = values[i]!;
        values[i++] = values[j]!;
        values[j--] = moved;
      }
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return values[place]!;
  }
  return values[place]!;
}

function middleOf(a: number, b: number, c: number): number {
  if (a > b) return b > c ? b : Math.min(a, c);
  return a > c ? a : Math.min(b, c);
}
