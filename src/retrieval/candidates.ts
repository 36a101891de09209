// Chunks with estimates of their scores, of which the best so many are wanted. Estimates are counted by how large they are, and
// what the last of the best so many reaches is read from the counts: nothing is sorted.
import type { ChunkOrd } from '../core/model.ts';

/**
 * Estimates are sums in single precision of no more than 1,000 terms, so of a share of less than 1e-4 (half of 2^-23 for each
 * addition, and for each of the few roundings of a term) too small or too large; once for a chunk, once for the bar.
 */
const ROUNDING = 2e-4;
/** Estimates are told apart by as many steps. */
const STEPS = 1024;

export interface Candidates {
  /** What a chunk must reach to matter: no more than the score of the worst of the best so far. */
  readonly bar: number;
  /**
   * @param most no estimate is more
   * @param excess by how much an estimate may be more than the score; it is never less
   */
  begin(depth: number, most: number, excess: number): void;
  add(ord: ChunkOrd, estimate: number): void;
  /** All that can be among the best, ascending. */
  take(): Uint32Array;
}

export function createCandidates(): Candidates {
  let ords = new Uint32Array(1024);
  let estimates = new Float64Array(1024);
  const counts = new Uint32Array(STEPS);
  let count = 0;
  let wanted = 0;
  let perStep = 0;
  let room = 0;
  /** The best so many are all of this step or of later ones; how many are of later ones. */
  let step = 0;
  let later = 0;

  const candidates = {
    bar: 0,

    begin(depth: number, most: number, excess: number): void {
      counts.fill(0);
      count = 0;
      step = 0;
      later = 0;
      wanted = depth;
      // The last step is left to what rounding makes of the most.
      perStep = (STEPS - 1) / most;
      room = excess;
      candidates.bar = 0;
    },

    add(ord: ChunkOrd, estimate: number): void {
      if (estimate < candidates.bar) return;
      if (count === ords.length) {
        ords = widened(ords, new Uint32Array(2 * count));
        estimates = widened(estimates, new Float64Array(2 * count));
      }
      ords[count] = ord;
      estimates[count++] = estimate;
      const at = Math.min(STEPS - 1, Math.floor(estimate * perStep));
      counts[at] = counts[at]! + 1;
      if (at <= step) return;
      later++;
      if (later >= wanted) raise();
    },

    take(): Uint32Array {
      let kept = 0;
      let ascends = true;
      for (let i = 0; i < count; i++) {
        if (estimates[i]! < candidates.bar) continue;
        if (kept > 0 && ords[kept - 1]! > ords[i]!) ascends = false;
        ords[kept++] = ords[i]!;
      }
      const found = ords.slice(0, kept);
      return ascends ? found : found.sort();
    },
  };

  function raise(): void {
    while (later >= wanted) later -= counts[++step]!;
    candidates.bar = Math.max(0, (step / perStep - room) * (1 - ROUNDING));
  }

  return candidates;
}

function widened<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
