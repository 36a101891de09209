// The chunks that can be among the best of a question, without adding up all of its postings (MaxScore: Turtle and Flood 1995;
// in windows of chunks, as Lucene does it). What is skipped is certain to stand further behind: sums here are estimates that
// differ from scores in their last digits only, every comparison leaves that much room, and whoever asks scores what is
// left by the formula itself.
import type { ChunkOrd } from '../core/model.ts';
import { kthLargest } from '../core/order.ts';
import { bm25TfFactor } from './bm25-formula.ts';
import { type InvertedIndex, postingAt } from './inverted-index.ts';

/** A term of a question: its number in the index, and what an occurrence is worth. */
export interface WeightedRow {
  readonly id: number;
  /** Above 0. */
  readonly weight: number;
}

export interface TopChunks {
  /** Ordinals of every chunk that can be among the first `depth`; some more, and in no order. */
  find(rows: readonly WeightedRow[], depth: number, allowed?: Uint8Array): Uint32Array;
  /** How often a term occurs in a chunk. */
  tfOf(id: number, ord: ChunkOrd): number;
}

/**
 * Single precision rounds by 6e-8, a sum of up to thousands of terms by less than 1e-12: what lies further apart than this
 * stands in the same order as the exact scores.
 */
const ROOM = 1 - 1e-6;

/** Chunks whose sums are in the processor's cache together. The first windows are small: they raise the bar for the rest. */
const WINDOW = 1 << 13;
const FIRST_WINDOW = 1 << 10;

/** A term in one chunk of so many or more gets its occurrences by ordinal, a byte each, once they are looked up. */
const DENSE = 16;
/** Counts from here on do not fit a byte. */
const FULL_BYTE = 255;
const NOT_DENSE = new Uint8Array(0);

/** A row with a posting in every so many chunks has a table of where each block of chunks begins. */
const SPARSE = 256;
const BLOCK_BITS = 8;

/** @param norms by ordinal: the length norm of the formula */
export function createTopChunks(index: InvertedIndex, k1: number, norms: Float64Array): TopChunks {
  const { chunks, offsets, docs, tfs } = index;
  // By posting: its factor in the formula, once a question has asked for the term. The memory of other terms stays untouched.
  let factors = new Float32Array(0);
  // By term: its largest factor, 0 where unknown.
  const largest = new Float64Array(index.terms.length);
  const counted = new Array<Uint8Array | undefined>(index.terms.length);
  const blocks = new Map<number, Uint32Array>();
  const sums = new Float64Array(Math.min(WINDOW, chunks));
  const found = createCandidates();
  // By occurrences: what the shortest chunk would make of them, which no chunk exceeds.
  let least = Number.POSITIVE_INFINITY;
  for (const norm of norms) if (norm < least) least = norm;
  const mostByTf = Float64Array.from({ length: FULL_BYTE }, (_, tf) => (tf === 0 ? 0 : bm25TfFactor(tf, k1, least)));

  function prepare(id: number): void {
    if (largest[id] !== 0) return;
    if (factors.length === 0) factors = new Float32Array(docs.length);
    let most = 0;
    for (let at = offsets[id]!, end = offsets[id + 1]!; at < end; at++) {
      const factor = bm25TfFactor(tfs[at]!, k1, norms[docs[at]!]!);
      factors[at] = factor;
      if (factor > most) most = factor;
    }
    largest[id] = most;
  }

  /** Occurrences by ordinal, of a term that many chunks hold. */
  function denseCounts(id: number): Uint8Array | undefined {
    if (counted[id] === undefined) {
      const [from, to] = [offsets[id]!, offsets[id + 1]!];
      counted[id] = (to - from) * DENSE < chunks ? NOT_DENSE : byOrdinal(index, from, to);
    }
    return counted[id] === NOT_DENSE ? undefined : counted[id];
  }

  function tfOf(id: number, ord: ChunkOrd): number {
    const tf = denseCounts(id)?.[ord];
    return tf === undefined || tf === FULL_BYTE ? sparseTf(id, ord) : tf;
  }

  function sparseTf(id: number, ord: ChunkOrd): number {
    const from = offsets[id]!;
    const to = offsets[id + 1]!;
    const at = (to - from) * SPARSE < chunks ? postingAt(docs, from, to, ord) : blockPosting(id, ord);
    return at < 0 ? 0 : tfs[at]!;
  }

  function blockPosting(id: number, ord: ChunkOrd): number {
    let table = blocks.get(id);
    if (!table) {
      table = blockTable(docs, offsets[id]!, offsets[id + 1]!, chunks);
      blocks.set(id, table);
    }
    const block = ord >>> BLOCK_BITS;
    return postingAt(docs, table[block]!, table[block + 1]!, ord);
  }

  function find(rows: readonly WeightedRow[], depth: number, allowed?: Uint8Array): Uint32Array {
    for (const { id } of rows) prepare(id);
    found.begin(depth);
    // Those that can add least come first: at the front stand those that cannot lift a chunk over the bar by themselves.
    const sorted = rows.toSorted((a, b) => a.weight * largest[a.id]! - b.weight * largest[b.id]!);
    const terms = sorted.length;
    const ids = Uint32Array.from(sorted, ({ id }) => id);
    const weights = Float64Array.from(sorted, ({ weight }) => weight);
    const cursors = Float64Array.from(sorted, ({ id }) => offsets[id]!);
    const starts = new Float64Array(terms);
    const counts = sorted.map(({ id }) => denseCounts(id));
    /** What the first i terms can add together. */
    const reach = new Float64Array(terms + 1);
    for (let i = 0; i < terms; i++) reach[i + 1] = reach[i]! + weights[i]! * largest[ids[i]!]!;

    /** Takes a chunk with the sum of its terms from `first` on; asks for the others as long as they can matter. */
    const consider = (ord: ChunkOrd, sum: number, first: number): void => {
      if (allowed && !allowed[ord]) return;
      const { bar } = found;
      // By occurrences alone most are out: no norm is read, nothing divided.
      let upper = sum + reach[first]!;
      for (let i = first - 1; i >= 0; i--) {
        const tf = counts[i]?.[ord] ?? FULL_BYTE;
        if (tf === FULL_BYTE) continue;
        upper -= reach[i + 1]! - reach[i]! - weights[i]! * mostByTf[tf]!;
        if (upper < bar) return;
      }
      let whole = sum;
      for (let i = first - 1; i >= 0; i--) {
        if (whole + reach[i + 1]! < bar) return;
        const known = counts[i]?.[ord] ?? FULL_BYTE;
        const tf = known === FULL_BYTE ? sparseTf(ids[i]!, ord) : known;
        if (tf > 0) whole += weights[i]! * bm25TfFactor(tf, k1, norms[ord]!);
      }
      found.add(ord, whole);
    };

    let first = 0;
    let size = FIRST_WINDOW;
    let base = 0;
    for (;;) {
      while (first < terms && reach[first + 1]! < found.bar) first++;
      // To the next chunk that holds one of the terms that count.
      let next = chunks;
      for (let i = first; i < terms; i++) {
        let at = cursors[i]!;
        const end = offsets[ids[i]! + 1]!;
        // A window ends for all terms at the same chunk.
        while (at < end && docs[at]! < base) at++;
        cursors[i] = at;
        if (at < end && docs[at]! < next) next = docs[at]!;
      }
      if (next >= chunks) break;
      base = next;
      const limit = Math.min(base + size, chunks);
      let touched = 0;
      for (let i = first; i < terms; i++) {
        starts[i] = cursors[i]!;
        cursors[i] = addRow(docs, factors, sums, cursors[i]!, offsets[ids[i]! + 1]!, weights[i]!, base, limit);
        touched += cursors[i]! - starts[i]!;
      }
      const others = reach[first]!;
      if (2 * touched > limit - base) {
        const width = limit - base;
        let least = found.bar - others;
        for (let i = 0; i < width; i++) {
          const sum = sums[i]!;
          if (sum > 0 && sum >= least) {
            consider(base + i, sum, first);
            least = found.bar - others;
          }
        }
        sums.fill(0, 0, width);
      } else {
        for (let i = first; i < terms; i++) {
          for (let at = starts[i]!, end = cursors[i]!; at < end; at++) {
            const ord = docs[at]!;
            const sum = sums[ord - base]!;
            // Zero where another term has been there.
            if (sum > 0) {
              sums[ord - base] = 0;
              if (sum >= found.bar - others) consider(ord, sum, first);
            }
          }
        }
      }
      found.raise();
      base = limit;
      size = Math.min(WINDOW, 2 * size);
    }
    return found.take();
  }

  return { find, tfOf };
}

/** Adds a row's postings of one window to the sums, and returns where the next window's begin. */
function addRow(
  docs: Uint32Array,
  factors: Float32Array,
  sums: Float64Array,
  from: number,
  end: number,
  weight: number,
  base: number,
  limit: number,
): number {
  let at = from;
  while (at < end) {
    const ord = docs[at]!;
    if (ord >= limit) break;
    sums[ord - base] = sums[ord - base]! + weight * factors[at]!;
    at++;
  }
  return at;
}

function byOrdinal({ chunks, docs, tfs }: InvertedIndex, from: number, to: number): Uint8Array {
  const counts = new Uint8Array(chunks);
  for (let at = from; at < to; at++) counts[docs[at]!] = Math.min(tfs[at]!, FULL_BYTE);
  return counts;
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

/** Chunks with estimates, thinned out whenever there are twice as many as wanted. */
function createCandidates() {
  let ords = new Uint32Array(1024);
  let sums = new Float64Array(1024);
  let scratch = new Float64Array(1024);
  let count = 0;
  let wanted = 0;
  /** When to thin out. */
  let full = 0;

  const candidates = {
    /** What a chunk must reach to matter: a little less than the worst of the best so far. */
    bar: 0,

    begin(depth: number): void {
      count = 0;
      wanted = depth;
      full = 2 * depth + 64;
      candidates.bar = 0;
    },

    add(ord: ChunkOrd, sum: number): void {
      if (sum < candidates.bar) return;
      if (count === ords.length) {
        ords = widened(ords, new Uint32Array(2 * count));
        sums = widened(sums, new Float64Array(2 * count));
        scratch = new Float64Array(2 * count);
      }
      ords[count] = ord;
      sums[count++] = sum;
      if (count >= full) {
        thin();
        // Where many are equal nothing gets less.
        full = Math.max(full, 2 * count);
      }
    },

    /** Between windows, where there is something to gain. */
    raise(): void {
      if (2 * count > 3 * wanted) thin();
    },

    take(): Uint32Array {
      thin();
      return ords.slice(0, count);
    },
  };

  function thin(): void {
    if (count < wanted || wanted === 0) return;
    for (let i = 0; i < count; i++) scratch[i] = sums[i]!;
    candidates.bar = kthLargest(scratch, wanted, count) * ROOM;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (sums[i]! < candidates.bar) continue;
      ords[kept] = ords[i]!;
      sums[kept++] = sums[i]!;
    }
    count = kept;
  }

  return candidates;
}

function widened<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
