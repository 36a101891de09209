// The inverted index that all lexical systems of an experiment share: compressed rows in typed arrays.
import type { Collection } from '../core/model.ts';
import type { Analyzer } from '../text/analyzer.ts';

/** Postings of term t stand at `offsets[t]` to `offsets[t + 1]`, chunks ascending. Holds no search parameter. */
export interface InvertedIndex {
  readonly chunks: number;
  /** term -> id, in order of first occurrence, so that ids depend on nothing but the collection. */
  readonly termIds: ReadonlyMap<string, number>;
  /** Terms by id. */
  readonly terms: readonly string[];
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly tfs: Uint16Array | Uint32Array;
  /** Terms a chunk, by ordinal. */
  readonly lengths: Uint32Array;
  /** The lengths that scores see, as the analyzer keeps them: `lengths` itself unless it keeps them coarser. */
  readonly storedLengths: Uint32Array;
  /** Mean of the exact `lengths`; 0 for an empty collection. */
  readonly averageLength: number;
}

const built = new WeakMap<Collection, Map<string, InvertedIndex>>();

/** The index of a collection under an analyzer; built once, kept as long as the collection lives. */
export function indexOf(collection: Collection, analyzer: Analyzer): InvertedIndex {
  let byAnalyzer = built.get(collection);
  if (!byAnalyzer) {
    byAnalyzer = new Map();
    built.set(collection, byAnalyzer);
  }
  let index = byAnalyzer.get(analyzer.name);
  if (!index) {
    index = buildIndex(
      collection.chunks.map((chunk) => chunk.text),
      analyzer,
    );
    byAnalyzer.set(analyzer.name, index);
  }
  return index;
}

/** Number of chunks that hold a term; 0 for an unknown one. */
export function chunksWith(index: InvertedIndex, term: string): number {
  const id = index.termIds.get(term);
  return id === undefined ? 0 : index.offsets[id + 1]! - index.offsets[id]!;
}

/** Occurrences of a term in a chunk, by binary search in its postings. */
export function termFrequency(index: InvertedIndex, term: string, ord: number): number {
  const id = index.termIds.get(term);
  if (id === undefined) return 0;
  const at = postingAt(index.docs, index.offsets[id]!, index.offsets[id + 1]!, ord);
  return at < 0 ? 0 : index.tfs[at]!;
}

/** Position of a chunk among the ascending `docs[from..to)`, or -1. */
export function postingAt(docs: Uint32Array, from: number, to: number, ord: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle]! < ord) low = middle + 1;
    else high = middle;
  }
  return low < to && docs[low] === ord ? low : -1;
}

/** Two passes: the first turns texts into a stream of term ids and counts rows, the second fills them. */
export function buildIndex(texts: readonly string[], analyzer: Analyzer): InvertedIndex {
  const chunks = texts.length;
  const termIds = new Map<string, number>();
  const terms: string[] = [];
  const rowSizes: number[] = [];
  const lastSeen: number[] = [];
  const lengths = new Uint32Array(chunks);
  let stream = new Uint32Array(1024);
  let streamed = 0;
  let longest = 0;
  for (let ord = 0; ord < chunks; ord++) {
    const found = analyzer.terms(texts[ord]!);
    lengths[ord] = found.length;
    longest = Math.max(longest, found.length);
    if (streamed + found.length > stream.length) {
      const wider = new Uint32Array(Math.max(2 * stream.length, streamed + found.length));
      wider.set(stream);
      stream = wider;
    }
    for (const term of found) {
      let id = termIds.get(term);
      if (id === undefined) {
        id = terms.length;
        termIds.set(term, id);
        terms.push(term);
        rowSizes.push(0);
        lastSeen.push(-1);
      }
      if (lastSeen[id] !== ord) {
        lastSeen[id] = ord;
        rowSizes[id] = rowSizes[id]! + 1;
      }
      stream[streamed++] = id;
    }
  }

  const offsets = new Uint32Array(terms.length + 1);
  for (let id = 0; id < terms.length; id++) offsets[id + 1] = offsets[id]! + rowSizes[id]!;
  const docs = new Uint32Array(offsets[terms.length]!);
  // No term occurs more often than the longest chunk has terms.
  const tfs = longest <= 0xffff ? new Uint16Array(docs.length) : new Uint32Array(docs.length);
  const filled = offsets.slice(0, terms.length);
  let at = 0;
  for (let ord = 0; ord < chunks; ord++) {
    for (const end = at + lengths[ord]!; at < end; at++) {
      const id = stream[at]!;
      const last = filled[id]! - 1;
      if (last >= offsets[id]! && docs[last] === ord) tfs[last] = tfs[last]! + 1;
      else {
        docs[last + 1] = ord;
        tfs[last + 1] = 1;
        filled[id] = last + 2;
      }
    }
  }
  return {
    chunks,
    termIds,
    terms,
    offsets,
    docs,
    tfs,
    lengths,
    storedLengths: analyzer.storedLength ? lengths.map((length) => analyzer.storedLength!(length)) : lengths,
    averageLength: chunks === 0 ? 0 : streamed / chunks,
  };
}
