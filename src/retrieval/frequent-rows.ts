// Terms that many chunks hold, a byte a chunk by ordinal: what the term is worth there at most, in 15 steps, and how often it
// occurs. They are scanned sixteen chunks at a time, and looked up without a search.
import type { ChunkOrd } from '../core/model.ts';
import { createMemory, type SharedMemory } from '../vector/wasm.ts';
import { CODES, SCAN_BLOCK } from './bound-scan.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { rowFactors } from './posting-rows.ts';

/** A term in one chunk of so many or more is frequent. */
const FREQUENT = 16;
/** Occurrences from here on do not fit the half of a byte. */
export const MANY = 15;
/** Bytes of memory that rows may take together: no more than a 32-bit memory holds. */
const MOST_BYTES = 2 ** 31;

export interface FrequentRow {
  /** Place of the first chunk's byte in the memory. */
  readonly at: number;
  /** By chunk: the lower half is the code, 0 where the term does not occur; the upper half counts occurrences, up to 15. */
  readonly bytes: Uint8Array;
  /** By code: the largest factor of the formula that has it. */
  readonly levels: Float64Array;
  readonly largest: number;
  /** Whether the term occurs 15 times or more in some chunk. */
  readonly hasMany: boolean;
}

export interface FrequentRows {
  readonly memory: SharedMemory;
  /** @returns undefined for a term that is not frequent */
  of(id: number): FrequentRow | undefined;
}

/**
 * @param norms by ordinal: the length norm of the formula
 * @param before bytes at the beginning of the memory that are left to the caller
 * @returns undefined where the machine has no room for such a memory
 */
export function openFrequentRows(
  index: InvertedIndex,
  k1: number,
  norms: Float64Array,
  before: number,
): FrequentRows | undefined {
  const { chunks, offsets, docs, tfs } = index;
  const isFrequent = (id: number): boolean => (offsets[id + 1]! - offsets[id]!) * FREQUENT >= chunks;
  // Whole blocks, the bytes beyond the last chunk zeros.
  const stride = Math.ceil(chunks / SCAN_BLOCK) * SCAN_BLOCK;
  let most = 0;
  for (let id = 0; id < index.terms.length; id++) if (isFrequent(id)) most++;
  most = Math.max(0, Math.min(most, Math.floor((MOST_BYTES - before) / stride)));
  let memory: SharedMemory;
  try {
    // Pages are the machine's only once a row is written to them.
    memory = createMemory(before + most * stride);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const rows = new Map<number, FrequentRow>();

  function of(id: number): FrequentRow | undefined {
    let row = rows.get(id);
    if (!row && rows.size < most && isFrequent(id)) {
      row = rowOf(id, before + rows.size * stride);
      rows.set(id, row);
    }
    return row;
  }

  function rowOf(id: number, at: number): FrequentRow {
    const from = offsets[id]!;
    const factors = new Float64Array(offsets[id + 1]! - from);
    const { least, largest } = rowFactors(index, id, k1, norms, factors);
    // Evenly from the least to the largest; codes begin at 1.
    const step = (largest - least) / (CODES - 1);
    const perStep = step > 0 ? 1 / step : 0;
    const levels = new Float64Array(CODES);
    let hasMany = false;
    const bytes = new Uint8Array(memory.buffer, at, stride);
    for (let i = 0; i < factors.length; i++) {
      const factor = factors[i]!;
      const code = Math.min(CODES - 1, 1 + Math.floor((factor - least) * perStep));
      // What has the code says what the code is worth: rounding cannot make it less.
      if (factor > levels[code]!) levels[code] = factor;
      const tf = tfs[from + i]!;
      if (tf >= MANY) hasMany = true;
      bytes[docs[from + i]!] = code | (Math.min(tf, MANY) << 4);
    }
    return { at, bytes, levels, largest, hasMany };
  }

  return { memory, of };
}

/** Occurrences in a chunk, or undefined where they are too many for the row. */
export function countIn(row: FrequentRow, ord: ChunkOrd): number | undefined {
  const tf = row.bytes[ord]! >>> 4;
  return tf < MANY ? tf : undefined;
}
