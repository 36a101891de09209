// An inverted index as bytes and back: what `--index-cache` keeps, so that a second run does not index again.
import type { ByteSource } from '../core/contracts.ts';
import { sha256 } from '../core/hash.ts';
import type { Collection } from '../core/model.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { InvertedIndex } from './inverted-index.ts';

/** Goes up whenever the layout below or what an analyzer makes of a text changes: older files are then of no use. */
const FORMAT = 1;

/** Words on which analyzers differ, so that one that was changed does not meet the index of its former self. */
const PROBE =
  "The policies of U.S. offices: can't re-use 3.14 or 1,000 badges; naïve İstanbul's ﬁles — running, ran, generalizations, access, bus.";

/** Equal keys, equal indexes. */
export function indexKey({ fingerprint, chunks }: Collection, analyzer: Analyzer): string {
  const probed = sha256(analyzer.terms(PROBE));
  const lengths = [23, 24, 39, 40, 1000, 123_456].map((length) => analyzer.storedLength?.(length) ?? length);
  return [`index ${FORMAT}`, analyzer.name, probed, lengths.join(), fingerprint, chunks.length].join('\n');
}

// Numbers of the header, doubles: they are exact up to 2^53.
const HEADER = ['chunks', 'terms', 'units', 'postings', 'tfBytes', 'lengthsKept', 'averageLength'] as const;
type Header = Readonly<Record<(typeof HEADER)[number], number>>;

/** In the order in which `parseIndex` asks for them. */
export function* formatIndex(index: InvertedIndex): Iterable<Uint8Array> {
  const { chunks, terms, offsets, docs, tfs, lengths, storedLengths, averageLength } = index;
  const { units, ends } = unitsOf(terms);
  const lengthsKept = Number(storedLengths !== lengths);
  const header: Header = {
    chunks,
    terms: terms.length,
    units: units.length,
    postings: docs.length,
    tfBytes: tfs.BYTES_PER_ELEMENT,
    lengthsKept,
    averageLength,
  };
  yield bytesOf(Float64Array.from(HEADER, (name) => header[name]));
  for (const part of [ends, units, offsets, docs, tfs, lengths]) yield bytesOf(part);
  if (lengthsKept) yield bytesOf(storedLengths);
}

/** @throws RangeError where the source is not as long as its header says */
export function parseIndex(source: ByteSource): InvertedIndex {
  const values = new Float64Array(source.take(8 * HEADER.length));
  const header = Object.fromEntries(HEADER.map((name, i) => [name, values[i]!])) as Header;
  const { chunks, postings, tfBytes } = header;
  const width = tfBytes === 1 ? Uint8Array : tfBytes === 2 ? Uint16Array : Uint32Array;
  const expected =
    4 * header.terms +
    2 * header.units +
    4 * (header.terms + 1) +
    (4 + width.BYTES_PER_ELEMENT) * postings +
    4 * chunks * (1 + header.lengthsKept);
  // Before memory is asked for.
  if (!(expected === source.left)) throw new RangeError('not as long as its header says');
  const ends = new Uint32Array(source.take(4 * header.terms));
  const terms = termsOf(new Uint16Array(source.take(2 * header.units)), ends);
  const offsets = new Uint32Array(source.take(4 * (header.terms + 1)));
  const docs = new Uint32Array(source.take(4 * postings));
  const tfs = new width(source.take(width.BYTES_PER_ELEMENT * postings));
  const lengths = new Uint32Array(source.take(4 * chunks));
  return {
    chunks,
    // A Map: `__proto__` and `constructor` are terms like any other.
    termIds: new Map(terms.map((term, id) => [term, id])),
    terms,
    offsets,
    docs,
    tfs,
    lengths,
    storedLengths: header.lengthsKept ? new Uint32Array(source.take(4 * chunks)) : lengths,
    averageLength: header.averageLength,
  };
}

function bytesOf(part: Exclude<NodeJS.TypedArray, BigInt64Array | BigUint64Array>): Uint8Array {
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

/** UTF-16 units keep every term as it is, a lone surrogate too. */
function unitsOf(terms: readonly string[]): { readonly units: Uint16Array; readonly ends: Uint32Array } {
  const ends = new Uint32Array(terms.length);
  let size = 0;
  for (const [id, term] of terms.entries()) {
    size += term.length;
    ends[id] = size;
  }
  const units = new Uint16Array(size);
  let at = 0;
  for (const term of terms) for (let i = 0; i < term.length; i++) units[at++] = term.charCodeAt(i);
  return { units, ends };
}

/** Arguments a call at most. */
const MOST_ARGUMENTS = 4096;

function termsOf(units: Uint16Array, ends: Uint32Array): string[] {
  const terms = new Array<string>(ends.length);
  let from = 0;
  for (const [id, end] of ends.entries()) {
    let term = '';
    for (; from < end; from += MOST_ARGUMENTS) {
      term += String.fromCharCode(...units.subarray(from, Math.min(from + MOST_ARGUMENTS, end)));
    }
    from = end;
    terms[id] = term;
  }
  return terms;
}
