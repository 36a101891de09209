// The chunks that can be among the best of a question, without scoring all that its terms occur in (MaxScore: Turtle and Flood
// 1995; in windows of chunks, as Lucene does it). What is skipped is certain to stand further behind: sums here are whole
// units, never less than the score that they stand for and hardly more, and whoever asks scores what is left by the formula.
import { bm25TfFactor } from './bm25-formula.ts';
import { CODES, SCAN_BLOCK } from './bound-scan.ts';
import { createCandidates } from './candidates.ts';
import { countIn, type FrequentRow, type FrequentRows, openFrequentRows } from './frequent-rows.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { openPostingRows, WHOLE_SHARE } from './posting-rows.ts';
import { linkScanKernels, type ScanKernels } from './scan-kernels.ts';
import { ESTIMATE_GROUP } from './term-estimates.ts';

/** A term of a question: its number in the index, and what an occurrence is worth. */
export interface WeightedRow {
  readonly id: number;
  /** Above 0. */
  readonly weight: number;
}

export interface TopChunks {
  /**
   * Ordinals of every chunk that can be among the first `depth`, and of some more, ascending. Undefined where nothing can be
   * skipped: too many terms, or no memory to scan.
   */
  find(rows: readonly WeightedRow[], depth: number, allowed?: Uint8Array): Uint32Array | undefined;
  /**
   * How often a term occurs in each of some chunks.
   * @param ords ascending
   * @param counts takes the answer
   */
  tfs(id: number, ords: Uint32Array, counts: Uint32Array): void;
}

/** Chunks whose sums are in the processor's cache together. The first windows are small: they raise the bar for the rest. */
const WINDOW = 1 << 13;
const FIRST_WINDOW = 1 << 8;

/**
 * What all terms of a question can add together, in units: with what rounding up adds, 16 bits hold every sum. No more than
 * MOST_STEPS - MOST_SCANNED steps of 2^8, so that steps are never larger: of 2^9, 16 bits would hold half of MOST_STEPS.
 */
const UNITS = 57_000;
/** By how many units a term's part of a sum may be too much: its share, its weight and their product are rounded up. */
const ROUNDED_UP = 3;
/** With more terms, rounding up might fill 16 bits. */
const MOST_TERMS = 1000;
/** More terms than this are not scanned: 8 bits hold what they add together, each rounded up. */
const MOST_SCANNED = 32;
const MOST_STEPS = 0xff;

/** Far below what could change an estimate. */
const LEAST_NORM = 1e-20;

/** Nanoseconds, about: estimated from a few laps, not fitted. They choose the way, never the result. */
const COST = {
  /** To scan a chunk, and for each of its terms. */
  scan: 0.12,
  scanTerm: 0.035,
  /** To add a posting up, to come back to its chunk, and to ask other terms about those chunks that need it. */
  add: 1.5,
  walk: 3,
  ask: 15,
};

// The beginning of the memory that a scan works on; the norms of all chunks end it, and the rows of frequent terms follow.
const SUMS = 0;
const LIST = SUMS + 2 * WINDOW;
const ESTIMATES = LIST + 4 * WINDOW;
const TABLES = ESTIMATES + 4 * WINDOW;
const PLACES = TABLES + CODES * MOST_SCANNED;
const NORMS = PLACES + 4 * MOST_SCANNED;

/** A term whose postings are added up. */
interface Added {
  readonly id: number;
  /** Units that a factor of 1 is worth. */
  readonly weight: number;
  /** Units that it adds at most. */
  readonly reach: number;
  /** Times a share, with 16 bits too many: units. */
  readonly multiplier: number;
  readonly begin: number;
  readonly end: number;
  /** The next posting, and the first of the window at hand. */
  at: number;
  start: number;
  /** What this term, those before it and all that are scanned add at most. */
  upTo: number;
}

/** A frequent term, scanned by its codes. */
interface Scanned {
  readonly id: number;
  readonly row: FrequentRow;
  readonly weight: number;
}

/** A question's terms; what they can add at most rises among those that are added up. */
interface Plan {
  readonly scanned: readonly Scanned[];
  readonly added: readonly Added[];
  /** What all that are scanned add at most. */
  readonly scannedReach: number;
  readonly reach: number;
}

interface ScanMemory extends ScanKernels {
  readonly frequent: FrequentRows;
  readonly sums: Uint16Array;
  /** Chunks of the window at hand that can matter, and estimates of their scores in units. */
  readonly list: Uint32Array;
  readonly estimates: Float32Array;
  readonly tables: Uint8Array;
  readonly places: Uint32Array;
  /** By ordinal: half as wide, for estimates; never 0, so that no occurrences are worth nothing and not 0 / 0. */
  readonly norms: Float32Array;
}

/** @param norms by ordinal: the length norm of the formula */
export function createTopChunks(index: InvertedIndex, k1: number, norms: Float64Array): TopChunks {
  const { chunks, docs } = index;
  const rows = openPostingRows(index, k1, norms);
  const found = createCandidates();
  let memory: ScanMemory | undefined;
  // Not asked again: the engine collects garbage, all of it, before it refuses.
  let isRefused = false;

  function prepare(): ScanMemory | undefined {
    if (memory || isRefused) return memory;
    const frequent = openFrequentRows(index, k1, norms, NORMS + 4 * chunks);
    if (!frequent) {
      isRefused = true;
      return undefined;
    }
    const { buffer } = frequent.memory;
    memory = {
      frequent,
      ...linkScanKernels(frequent.memory),
      sums: new Uint16Array(buffer, SUMS, WINDOW),
      list: new Uint32Array(buffer, LIST, WINDOW),
      estimates: new Float32Array(buffer, ESTIMATES, WINDOW),
      tables: new Uint8Array(buffer, TABLES, CODES * MOST_SCANNED),
      places: new Uint32Array(buffer, PLACES, MOST_SCANNED),
      norms: new Float32Array(buffer, NORMS, chunks),
    };
    for (let ord = 0; ord < chunks; ord++) memory.norms[ord] = Math.max(norms[ord]!, LEAST_NORM);
    return memory;
  }

  function tfs(id: number, ords: Uint32Array, counts: Uint32Array): void {
    const row = memory?.frequent.of(id);
    if (!row) rows.tfs(id, ords, counts);
    else for (let i = 0; i < ords.length; i++) counts[i] = countIn(row, ords[i]!) ?? rows.tf(id, ords[i]!);
  }

  /** Adds what a frequent term is worth in the listed chunks to their estimates. */
  function addScanned(
    { id, row, weight }: Scanned,
    hits: number,
    { addTerm, list, estimates, norms }: ScanMemory,
  ): void {
    if (!row.hasMany) {
      addTerm(Math.ceil(hits / ESTIMATE_GROUP), LIST, ESTIMATES, row.at, NORMS, weight * (k1 + 1));
      return;
    }
    for (let i = 0; i < hits; i++) {
      const ord = list[i]!;
      const tf = countIn(row, ord) ?? rows.tf(id, ord);
      estimates[i] = estimates[i]! + weight * bm25TfFactor(tf, k1, norms[ord]!);
    }
  }

  function planOf(terms: readonly WeightedRow[], frequent: FrequentRows): Plan {
    const frequentRows: (FrequentRow | undefined)[] = [];
    let most = 0;
    let scans = 0;
    for (let i = 0; i < terms.length; i++) {
      const { id, weight } = terms[i]!;
      const row = scans < MOST_SCANNED ? frequent.of(id) : undefined;
      if (row) scans++;
      frequentRows.push(row);
      most += weight * (row ? row.largest : rows.largestFactor(id));
    }
    const scanned: Scanned[] = [];
    const added: Added[] = [];
    let scannedReach = 0;
    for (let i = 0; i < terms.length; i++) {
      const { id } = terms[i]!;
      const weight = (terms[i]!.weight * UNITS) / most;
      const row = frequentRows[i];
      if (row) {
        scanned.push({ id, row, weight });
        scannedReach += weight * row.largest;
      } else {
        const reach = weight * rows.largestFactor(id);
        const multiplier = Math.ceil((reach * 0x10000) / WHOLE_SHARE);
        const [begin, end] = [index.offsets[id]!, index.offsets[id + 1]!];
        let place = added.length;
        for (; place > 0 && added[place - 1]!.reach > reach; place--) added[place] = added[place - 1]!;
        added[place] = { id, weight, reach, multiplier, begin, end, at: begin, start: begin, upTo: 0 };
      }
    }
    let reach = scannedReach;
    for (const term of added) {
      reach += term.reach;
      term.upTo = reach;
    }
    return { scanned, added, scannedReach, reach };
  }

  function find(terms: readonly WeightedRow[], depth: number, allowed?: Uint8Array): Uint32Array | undefined {
    const memory = prepare();
    if (!memory || terms.length > MOST_TERMS) return undefined;
    if (terms.length === 0) return new Uint32Array(0);
    const { scan, sums, list, estimates } = memory;
    const { scanned, added, scannedReach, reach } = planOf(terms, memory.frequent);
    const shift = layOut(scanned, scannedReach, memory);
    const shares = rows.shares();
    found.begin(depth, reach, ROUNDED_UP * added.length);
    /** Terms before it are not added up: together with those that are scanned they cannot lift a chunk over the bar. */
    let first = 0;

    /** Adds to the sums of the listed chunks what their other terms are worth, as long as those can matter. */
    const settle = (hits: number): void => {
      for (let i = first - 1; i >= 0; i--) {
        const { id, weight, upTo } = added[i]!;
        for (let hit = 0; hit < hits; hit++) {
          if (estimates[hit]! + upTo < found.bar) continue;
          const ord = list[hit]!;
          estimates[hit] = estimates[hit]! + weight * bm25TfFactor(rows.tf(id, ord), k1, memory.norms[ord]!);
        }
      }
      for (const term of scanned) addScanned(term, hits, memory);
      for (let hit = 0; hit < hits; hit++) {
        const ord = list[hit]!;
        if (!allowed || allowed[ord]) found.add(ord, estimates[hit]!);
      }
    };

    /** What it takes to add up the postings from a term on, and to come back to each of their chunks. */
    const walkCost = (from: number): number =>
      postingsFrom(added, from) * (COST.add + COST.walk + (from > 0 || scanned.length > 0 ? COST.ask : 0));
    const cheapestFirst = (): number => {
      let cheapest = first;
      for (let at = first; at < added.length && added[at]!.upTo < found.bar; at++) {
        if (walkCost(at + 1) < walkCost(cheapest)) cheapest = at + 1;
      }
      return cheapest;
    };

    let base = 0;
    let size = FIRST_WINDOW;
    const scanCost = chunks * (COST.scan + COST.scanTerm * scanned.length) + COST.add * postingsFrom(added, 0);
    // As long as chunks can matter that hold none of the terms added up, or it is cheaper, all are scanned.
    for (let limit = 0; base < chunks; base = limit) {
      if (scannedReach < found.bar) {
        first = cheapestFirst();
        if (walkCost(first) < scanCost) break;
        first = 0;
      }
      limit = Math.min(base + size, chunks);
      for (const term of added) addRow(docs, shares, sums, term, base, limit);
      const blocks = Math.ceil((limit - base) / SCAN_BLOCK);
      const bar = Math.max(1, Math.floor(found.bar));
      const hits = scan(SUMS, blocks, TABLES, PLACES, scanned.length, shift, bar, LIST, ESTIMATES, base);
      settle(hits);
      size = Math.min(WINDOW, 2 * size);
    }
    for (let limit = 0; base < chunks; base = limit) {
      first = cheapestFirst();
      // To the next chunk that holds one of the terms that count.
      base = chunks;
      for (let i = first; i < added.length; i++) {
        const { at, end } = added[i]!;
        if (at < end && docs[at]! < base) base = docs[at]!;
      }
      limit = Math.min(base + size, chunks);
      for (let i = first; i < added.length; i++) addRow(docs, shares, sums, added[i]!, base, limit);
      const least = found.bar - (first > 0 ? added[first - 1]!.upTo : scannedReach);
      let hits = 0;
      for (let i = first; i < added.length; i++) {
        const { start, at: end } = added[i]!;
        for (let at = start; at < end; at++) {
          const place = docs[at]! - base;
          const sum = sums[place]!;
          // Zero where another term has been there.
          if (sum === 0) continue;
          sums[place] = 0;
          if (sum < least) continue;
          list[hits] = docs[at]!;
          estimates[hits++] = sum;
        }
      }
      settle(hits);
      size = Math.min(WINDOW, 2 * size);
    }
    return found.take();
  }

  return { find, tfs };
}

/** Writes down what each code of each term is worth in a question; returns the power of two that its steps are, in units. */
function layOut(scanned: readonly Scanned[], reach: number, { tables, places }: ScanMemory): number {
  let shift = 0;
  while (reach > (MOST_STEPS - scanned.length) * 2 ** shift) shift++;
  for (let i = 0; i < scanned.length; i++) {
    const { row, weight } = scanned[i]!;
    places[i] = row.at;
    const perFactor = weight / 2 ** shift;
    for (let code = 0; code < CODES; code++) tables[CODES * i + code] = Math.ceil(row.levels[code]! * perFactor);
  }
  return shift;
}

/** Adds a row's postings of one window to the sums. */
function addRow(
  docs: Uint32Array,
  shares: Uint16Array,
  sums: Uint16Array,
  row: Added,
  base: number,
  limit: number,
): void {
  const { multiplier, end } = row;
  let at = row.at;
  row.start = at;
  while (at < end) {
    const ord = docs[at]!;
    if (ord >= limit) break;
    sums[ord - base] = sums[ord - base]! + (Math.imul(shares[at]!, multiplier) >>> 16) + 1;
    at++;
  }
  row.at = at;
}

function postingsFrom(added: readonly Added[], from: number): number {
  let postings = 0;
  for (let i = from; i < added.length; i++) postings += added[i]!.end - added[i]!.begin;
  return postings;
}
