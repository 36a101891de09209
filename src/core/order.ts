// Orders. `rankScores` is the only maker of a Ranking and `compareText` the only comparator of strings.
import { bestOf } from './best-of.ts';
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
  const candidates = allowed && candidatesOf(allowed);
  const values = valuesOf(scores, candidates);
  const chunks = bestOf(values, depth);
  const kept = new Float64Array(chunks.length);
  for (let i = 0; i < kept.length; i++) {
    kept[i] = values[chunks[i]!]!;
    if (candidates) chunks[i] = candidates[chunks[i]!]!;
  }
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
  const signal = new Uint32Array(found.length);
  const values = new Float64Array(found.length);
  let scored = 0;
  for (let place = 0; place < found.length; place++) {
    const score = scores[place]!;
    if (Number.isNaN(score)) throw notFinite(score, found[place]);
    if (score === 0) continue;
    signal[scored] = found[place]!;
    values[scored++] = score;
  }
  const best = bestOf(values.subarray(0, scored), depth);
  const ords = new Uint32Array(Math.min(depth, chunks));
  const kept = new Float64Array(ords.length);
  for (let i = 0; i < best.length; i++) {
    ords[i] = signal[best[i]!]!;
    kept[i] = values[best[i]!]!;
  }
  let size = best.length;
  // Here all that were found stand in the ranking already.
  for (let ord = 0, at = 0; size < ords.length && ord < chunks; ord++) {
    if (at < scored && signal[at] === ord) at++;
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

/** The scores of all, or of the candidates alone. */
function valuesOf(scores: ArrayLike<number>, candidates: Uint32Array | undefined): Float64Array {
  if (!candidates && scores instanceof Float64Array) {
    for (let i = 0; i < scores.length; i++) if (Number.isNaN(scores[i])) throw notFinite(scores[i], i);
    return scores;
  }
  const values = new Float64Array(candidates?.length ?? scores.length);
  for (let i = 0; i < values.length; i++) {
    const ord = candidates?.[i] ?? i;
    values[i] = scores[ord]!;
    if (Number.isNaN(values[i])) throw notFinite(values[i], ord);
  }
  return values;
}

/** Ordinals that may be ranked, ascending. */
function candidatesOf(allowed: Uint8Array): Uint32Array {
  const candidates = new Uint32Array(allowed.length);
  let size = 0;
  for (let ord = 0; ord < allowed.length; ord++) if (allowed[ord]) candidates[size++] = ord;
  return candidates.subarray(0, size);
}
