// Orders. `rankScores` is the only maker of a Ranking and `compareText` the only comparator of strings.
import type { Ranking, TopicId } from './model.ts';

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
  const candidates = candidatesOf(scores.length, allowed);
  const n = candidates.length;
  const keep = Math.min(depth, n);
  const chunks = keep === n ? fullOrder(scores, candidates) : topOrder(scores, keep, candidates);
  const kept = new Float64Array(keep);
  let signal = 0;
  for (let i = 0; i < keep; i++) {
    const score = scores[chunks[i]!]!;
    if (!Number.isFinite(score)) throw new RangeError(`score ${score} of chunk ${chunks[i]} is not finite`);
    kept[i] = score;
    if (score > floor) signal++;
  }
  return { topicId, chunks, scores: kept, signal };
}

/** Ordinals that may be ranked, ascending. */
function candidatesOf(n: number, allowed: Uint8Array | undefined): Uint32Array {
  const candidates = new Uint32Array(n);
  let size = 0;
  for (let ord = 0; ord < n; ord++) if (!allowed || allowed[ord]) candidates[size++] = ord;
  return candidates.subarray(0, size);
}

function fullOrder(scores: ArrayLike<number>, candidates: Uint32Array): Uint32Array {
  return candidates.slice().sort((a, b) => scores[b]! - scores[a]! || a - b);
}

/** The best `keep` ordinals, by a bounded heap whose root is the worst entry kept. */
function topOrder(scores: ArrayLike<number>, keep: number, candidates: Uint32Array): Uint32Array {
  const heap = new Uint32Array(keep);
  if (keep === 0) return heap;
  const worse = (a: number, b: number): boolean => scores[a]! < scores[b]! || (scores[a]! === scores[b]! && a > b);
  const sink = (from: number, size: number): void => {
    let at = from;
    const moved = heap[at]!;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && worse(heap[child + 1]!, heap[child]!)) child++;
      if (!worse(heap[child]!, moved)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = moved;
  };
  heap.set(candidates.subarray(0, keep));
  for (let i = (keep >> 1) - 1; i >= 0; i--) sink(i, keep);
  for (let at = keep; at < candidates.length; at++) {
    const ord = candidates[at]!;
    if (worse(heap[0]!, ord)) {
      heap[0] = ord;
      sink(0, keep);
    }
  }
  for (let size = keep; size > 1; size--) {
    const worst = heap[0]!;
    heap[0] = heap[size - 1]!;
    heap[size - 1] = worst;
    sink(0, size - 1);
  }
  return heap;
}
