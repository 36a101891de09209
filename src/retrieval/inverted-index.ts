// The inverted index that all lexical systems of an experiment share: compressed rows in typed arrays.
import type { IndexStore } from '../core/contracts.ts';
import type { Collection } from '../core/model.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { openStream } from '../text/term-stream.ts';
import { formatIndex, indexKey, parseIndex } from './index-file.ts';

/** Postings of term t stand at `offsets[t]` to `offsets[t + 1]`, chunks ascending. Holds no search parameter. */
export interface InvertedIndex {
  readonly chunks: number;
  /** term -> id, in order of first occurrence, so that ids depend on nothing but the collection. */
  readonly termIds: ReadonlyMap<string, number>;
  /** Terms by id. */
  readonly terms: readonly string[];
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  /** As narrow as the largest allows. */
  readonly tfs: Uint8Array | Uint16Array | Uint32Array;
  /** Terms a chunk, by ordinal. */
  readonly lengths: Uint32Array;
  /** The lengths that scores see, as the analyzer keeps them: `lengths` itself unless it keeps them coarser. */
  readonly storedLengths: Uint32Array;
  /** Mean of the exact `lengths`; 0 for an empty collection. */
  readonly averageLength: number;
}

const built = new WeakMap<Collection, Map<string, InvertedIndex>>();

/**
 * The index of a collection under an analyzer; built once, kept as long as the collection lives.
 * @param store keeps it for other runs too
 */
export function indexOf(collection: Collection, analyzer: Analyzer, store?: IndexStore): InvertedIndex {
  let byAnalyzer = built.get(collection);
  if (!byAnalyzer) {
    byAnalyzer = new Map();
    built.set(collection, byAnalyzer);
  }
  let index = byAnalyzer.get(analyzer.name);
  if (!index) {
    index = store ? storedIndex(collection, analyzer, store) : buildIndex(textsOf(collection), analyzer);
    byAnalyzer.set(analyzer.name, index);
  }
  return index;
}

function storedIndex(collection: Collection, analyzer: Analyzer, store: IndexStore): InvertedIndex {
  const key = indexKey(collection, analyzer);
  const stored = store.load(key, parseIndex);
  if (stored) return stored;
  const index = buildIndex(textsOf(collection), analyzer);
  store.save(key, formatIndex(index));
  return index;
}

function* textsOf({ chunks }: Collection): Iterable<string> {
  for (const { text } of chunks) yield text;
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

/**
 * Two passes: the first turns texts into postings by chunk and counts the terms' rows, the second fills the rows.
 * @param texts by ordinal; each is asked for once
 */
export function buildIndex(texts: Iterable<string>, analyzer: Analyzer): InvertedIndex {
  const stream = openStream(analyzer);
  const byChunk: ByChunk = { pieces: [], rowSizes: new Uint32Array(1024), places: new Float64Array(1024) };
  let lengths = new Uint32Array(1024);
  let distinct = new Uint32Array(1024);
  let chunks = 0;
  let streamed = 0;
  for (const text of texts) {
    const found = stream.read(text);
    if (chunks === lengths.length) {
      lengths = widened(lengths, new Uint32Array(2 * chunks));
      distinct = widened(distinct, new Uint32Array(2 * chunks));
    }
    lengths[chunks] = found.length;
    distinct[chunks] = addChunk(byChunk, found, stream.terms.length);
    chunks++;
    streamed += found.length;
  }
  lengths = lengths.slice(0, chunks);
  return {
    chunks,
    termIds: stream.ids,
    terms: stream.terms,
    ...fillRows(byChunk, stream.terms.length, distinct),
    lengths,
    storedLengths: analyzer.storedLength ? lengths.map((length) => analyzer.storedLength!(length)) : lengths,
    averageLength: chunks === 0 ? 0 : streamed / chunks,
  };
}

/** Postings by chunk, in the order read. Pieces, so that nothing is copied as they grow, and each goes once it is used. */
interface ByChunk {
  readonly pieces: Piece[];
  /** By term: how many chunks hold it. */
  rowSizes: Uint32Array;
  /** By term: where its last posting stands, counted over all pieces, from 1. */
  places: Float64Array;
}

/** Whole chunks. */
interface Piece {
  readonly ids: Uint32Array;
  readonly tfs: Uint16Array | Uint32Array;
  /** Postings of the pieces before. */
  readonly before: number;
  filled: number;
}

const PIECE = 1 << 18;

/** Adds the postings of one chunk, and says how many. */
function addChunk(byChunk: ByChunk, found: Uint32Array, terms: number): number {
  if (terms > byChunk.rowSizes.length) {
    byChunk.rowSizes = widened(byChunk.rowSizes, new Uint32Array(2 * terms));
    byChunk.places = widened(byChunk.places, new Float64Array(2 * terms));
  }
  const { rowSizes, places } = byChunk;
  const piece = pieceFor(byChunk, found.length);
  const { ids, tfs, before } = piece;
  const from = piece.filled;
  // What a term's last posting must lie beyond to be of this chunk.
  const earlier = before + from;
  let at = from;
  for (let i = 0; i < found.length; i++) {
    const id = found[i]!;
    const place = places[id]!;
    if (place > earlier) tfs[place - before - 1] = tfs[place - before - 1]! + 1;
    else {
      ids[at] = id;
      tfs[at] = 1;
      places[id] = before + ++at;
      rowSizes[id] = rowSizes[id]! + 1;
    }
  }
  piece.filled = at;
  return at - from;
}

/** The last piece, or another where it has no room for a chunk of so many terms. */
function pieceFor({ pieces }: ByChunk, length: number): Piece {
  const last = pieces.at(-1);
  // No term occurs more often than a chunk has terms.
  const wide = length > 0xffff;
  if (last && last.filled + length <= last.ids.length && (!wide || last.tfs instanceof Uint32Array)) return last;
  const size = Math.max(PIECE, length);
  const piece = {
    ids: new Uint32Array(size),
    tfs: wide ? new Uint32Array(size) : new Uint16Array(size),
    before: last ? last.before + last.filled : 0,
    filled: 0,
  };
  pieces.push(piece);
  return piece;
}

/** @param distinct postings of each chunk */
function fillRows(
  { pieces, rowSizes }: ByChunk,
  terms: number,
  distinct: Uint32Array,
): Pick<InvertedIndex, 'offsets' | 'docs' | 'tfs'> {
  const offsets = new Uint32Array(terms + 1);
  for (let id = 0; id < terms; id++) offsets[id + 1] = offsets[id]! + rowSizes[id]!;
  const docs = new Uint32Array(offsets[terms]!);
  const tfs = narrowest(pieces, docs.length);
  const next = offsets.slice(0, terms);
  let ord = 0;
  pieces.reverse();
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    for (let at = 0; at < piece.filled; ord++) at = fillChunk(piece, at, distinct[ord]!, ord, { docs, tfs, next });
  }
  return { offsets, docs, tfs };
}

interface Rows {
  readonly docs: Uint32Array;
  readonly tfs: InvertedIndex['tfs'];
  /** By term: where its next posting goes. */
  readonly next: Uint32Array;
}

/** Returns where the next chunk of the piece begins. */
function fillChunk(piece: Piece, from: number, count: number, ord: number, { docs, tfs, next }: Rows): number {
  const { ids, tfs: counts } = piece;
  const end = from + count;
  for (let at = from; at < end; at++) {
    const id = ids[at]!;
    const place = next[id]!;
    docs[place] = ord;
    tfs[place] = counts[at]!;
    next[id] = place + 1;
  }
  return end;
}

function narrowest(pieces: readonly Piece[], size: number): InvertedIndex['tfs'] {
  let most = 0;
  for (const { tfs, filled } of pieces) for (let at = 0; at < filled; at++) if (tfs[at]! > most) most = tfs[at]!;
  if (most <= 0xff) return new Uint8Array(size);
  return most <= 0xffff ? new Uint16Array(size) : new Uint32Array(size);
}

function widened<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
