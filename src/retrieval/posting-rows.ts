// Rows of postings as a search uses them: what a term is worth in each chunk as a share of the most it is worth anywhere, and
// how often it occurs in a given chunk.
import type { ChunkOrd } from '../core/model.ts';
import { bm25TfFactor } from './bm25-formula.ts';
import { type InvertedIndex, postingAt } from './inverted-index.ts';

/** A factor as large as the term's largest, in the 16 bits of a share. */
export const WHOLE_SHARE = 0xffff;

/** A row with a posting in every so many chunks has a table of where each block of chunks begins. */
const SPARSE = 256;
const BLOCK_BITS = 8;

/** Rows of fewer postings than so many times the chunks asked for are gone through, not searched. */
const MERGED = 8;

export interface PostingRows {
  /** The term's largest factor of the formula; once asked for, its shares stand by posting. */
  largestFactor(id: number): number;
  /** By posting: the factor as a share of the term's largest, rounded up. */
  shares(): Uint16Array;
  /** How often a term occurs in a chunk. */
  tf(id: number, ord: ChunkOrd): number;
  /**
   * The same for each of some chunks, ascending.
   * @param counts takes them
   */
  tfs(id: number, ords: Uint32Array, counts: Uint32Array): void;
}

/** @param norms by ordinal: the length norm of the formula */
export function openPostingRows(index: InvertedIndex, k1: number, norms: Float64Array): PostingRows {
  const { chunks, offsets, docs, tfs } = index;
  // The memory of terms that no question has asked for stays untouched.
  let shares = new Uint16Array(0);
  // By term: its largest factor, 0 where unknown.
  const largest = new Float64Array(index.terms.length);
  const tables = new Map<number, Uint32Array>();
  let factors = new Float64Array(0);

  const sizeOf = (id: number): number => offsets[id + 1]! - offsets[id]!;

  function prepare(id: number): number {
    if (shares.length === 0) shares = new Uint16Array(docs.length);
    const from = offsets[id]!;
    const size = sizeOf(id);
    if (factors.length < size) factors = new Float64Array(2 * size);
    const most = rowFactors(index, id, k1, norms, factors).largest;
    largest[id] = most;
    const perFactor = WHOLE_SHARE / most;
    for (let i = 0; i < size; i++) shares[from + i] = Math.min(WHOLE_SHARE, Math.ceil(factors[i]! * perFactor));
    return most;
  }

  function hasTable(id: number): boolean {
    return sizeOf(id) * SPARSE >= chunks;
  }

  function tableOf(id: number): Uint32Array {
    let table = tables.get(id);
    if (!table) {
      table = blockTable(docs, offsets[id]!, offsets[id + 1]!, chunks);
      tables.set(id, table);
    }
    return table;
  }

  function inTable(table: Uint32Array, ord: ChunkOrd): number {
    const block = ord >>> BLOCK_BITS;
    const at = postingAt(docs, table[block]!, table[block + 1]!, ord);
    return at < 0 ? 0 : tfs[at]!;
  }

  function tf(id: number, ord: ChunkOrd): number {
    if (hasTable(id)) return inTable(tableOf(id), ord);
    const at = postingAt(docs, offsets[id]!, offsets[id + 1]!, ord);
    return at < 0 ? 0 : tfs[at]!;
  }

  function merge(id: number, ords: Uint32Array, counts: Uint32Array): void {
    const end = offsets[id + 1]!;
    let at = offsets[id]!;
    for (let i = 0; i < ords.length; i++) {
      const ord = ords[i]!;
      while (at < end && docs[at]! < ord) at++;
      counts[i] = at < end && docs[at] === ord ? tfs[at]! : 0;
    }
  }

  return {
    largestFactor: (id) => largest[id]! || prepare(id),
    shares: () => shares,
    tf,
    tfs(id, ords, counts) {
      if (sizeOf(id) < MERGED * ords.length) merge(id, ords, counts);
      else if (hasTable(id)) {
        const table = tableOf(id);
        for (let i = 0; i < ords.length; i++) counts[i] = inTable(table, ords[i]!);
      } else for (let i = 0; i < ords.length; i++) counts[i] = tf(id, ords[i]!);
    },
  };
}

/**
 * The formula's factors of a term, in the order of its postings.
 * @param factors takes them
 * @returns the least and the largest of them
 */
export function rowFactors(
  { offsets, docs, tfs }: InvertedIndex,
  id: number,
  k1: number,
  norms: Float64Array,
  factors: Float64Array,
): { least: number; largest: number } {
  const from = offsets[id]!;
  const size = offsets[id + 1]! - from;
  let least = Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < size; i++) {
    const factor = bm25TfFactor(tfs[from + i]!, k1, norms[docs[from + i]!]!);
    factors[i] = factor;
    if (factor < least) least = factor;
    if (factor > largest) largest = factor;
  }
  return { least, largest };
}

/** Where the postings of each block of chunks begin; one entry more for the end. */
function blockTable(docs: Uint32Array, from: number, to: number, chunks: number): Uint32Array {
  const table = new Uint32Array((chunks >>> BLOCK_BITS) + 2);
  let at = from;
  for (let block = 0; block < table.length; block++) {
    const begin = block << BLOCK_BITS;
    while (at < to && docs[at]! < begin) at++;
    table[block] = at;
  }
  return table;
}
