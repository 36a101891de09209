// The scan against loops over plain numbers: what it finds, what it writes, and what it leaves alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODES, SCAN_BLOCK } from '../../src/retrieval/bound-scan.ts';
import { linkScanKernels } from '../../src/retrieval/scan-kernels.ts';
import { createMemory } from '../../src/vector/wasm.ts';
import { numbersFrom } from './made-index.ts';

const MOST_BLOCKS = 4;
const MOST_TERMS = 32;
const CHUNKS = 1024;
// With room behind each part, to see what is written there.
const SUMS = 0;
const TABLES = SUMS + 2 * SCAN_BLOCK * (MOST_BLOCKS + 1);
const PLACES = TABLES + CODES * MOST_TERMS;
const LIST = PLACES + 4 * MOST_TERMS;
const ESTIMATES = LIST + 4 * SCAN_BLOCK * (MOST_BLOCKS + 1);
const ROWS = ESTIMATES + 4 * SCAN_BLOCK * (MOST_BLOCKS + 1);

const memory = createMemory(ROWS + CHUNKS * MOST_TERMS);
const { scan } = linkScanKernels(memory);
const sums = new Uint16Array(memory.buffer, SUMS, SCAN_BLOCK * (MOST_BLOCKS + 1));
const tables = new Uint8Array(memory.buffer, TABLES, CODES * MOST_TERMS);
const places = new Uint32Array(memory.buffer, PLACES, MOST_TERMS);
const list = new Uint32Array(memory.buffer, LIST, SCAN_BLOCK * (MOST_BLOCKS + 1));
const estimates = new Float32Array(memory.buffer, ESTIMATES, list.length);
/** The bits of the estimates. */
const estimateWords = new Uint32Array(memory.buffer, ESTIMATES, list.length);
const rows = new Uint8Array(memory.buffer, ROWS, CHUNKS * MOST_TERMS);

interface Window {
  readonly blocks: number;
  readonly terms: number;
  readonly shift: number;
  readonly bar: number;
  readonly base: number;
}

type Hit = readonly [ord: number, sum: number];
/** A chunk, its sum, and what its sum and its terms come to together. */
type Whole = readonly [...Hit, whole: number];

/** What each chunk of the window comes to, by the words of the contract. */
function wholes({ blocks, terms, shift, base }: Window): Whole[] {
  return Array.from({ length: blocks * SCAN_BLOCK }, (_, place) => {
    let steps = 0;
    for (let term = 0; term < terms; term++) {
      const byte = rows[places[term]! - ROWS + base + place]!;
      steps += tables[CODES * term + (byte % CODES)]!;
    }
    return [base + place, sums[place]!, Math.min(0xffff, sums[place]! + steps * 2 ** shift)];
  });
}

/** What a scan has to list. */
const expectedOf = (window: Window): Hit[] =>
  wholes(window).flatMap(([ord, sum, whole]) => (whole >= window.bar ? [[ord, sum] as const] : []));

function found({ blocks, terms, shift, bar, base }: Window): Hit[] {
  const hits = scan(SUMS, blocks, TABLES, PLACES, terms, shift, bar, LIST, ESTIMATES, base);
  return Array.from({ length: hits }, (_, i) => [list[i]!, estimates[i]!]);
}

/** Fills all parts with what a seed makes: rows in any order, sums that are often nothing, worths that add to `most` at most. */
function fill(seed: number, terms: number, most: number, largestSum: number): void {
  const next = numbersFrom(seed);
  for (let i = 0; i < rows.length; i++) rows[i] = Math.floor(256 * next());
  for (let i = 0; i < sums.length; i++) sums[i] = next() < 0.5 ? 0 : Math.floor((largestSum + 1) * next());
  const each = terms > 0 ? Math.floor(most / terms) : 0;
  for (let i = 0; i < tables.length; i++) tables[i] = next() < 0.2 ? each : Math.floor((each + 1) * next());
  for (let term = 0; term < MOST_TERMS; term++) places[term] = ROWS + CHUNKS * ((term * 7) % MOST_TERMS);
}

/** A copy. */
const bytesOf = (part: Uint8Array | Uint16Array | Uint32Array): Buffer =>
  Buffer.from(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));

const windows = fc.record({
  blocks: fc.integer({ min: 1, max: MOST_BLOCKS }),
  terms: fc.constantFrom(0, 1, 2, 7, 31, MOST_TERMS),
  shift: fc.integer({ min: 0, max: 8 }),
  bar: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 0xffff })),
  base: fc.integer({ min: 0, max: CHUNKS / SCAN_BLOCK - MOST_BLOCKS }).map((block) => block * SCAN_BLOCK),
});

describe('a scan', () => {
  it('lists what reaches the bar, in order, clears the sums of its window and writes nowhere else', () => {
    const seeds = fc.integer({ min: 1 });
    fc.assert(
      fc.property(windows, seeds, fc.constantFrom(0, 1, 40, 0x7fff, 0xffff), (window, seed, largestSum) => {
        fill(seed, window.terms, 255, largestSum);
        list.fill(0xdead_beef);
        estimateWords.fill(0xdead_beef);
        const behind = sums.slice(window.blocks * SCAN_BLOCK);
        const rest = [tables, places, rows].map((part) => bytesOf(part));
        const expected = expectedOf(window);
        expect(found(window)).toEqual(expected);
        expect(sums.subarray(0, window.blocks * SCAN_BLOCK).every((sum) => sum === 0)).toBe(true);
        expect(bytesOf(sums.subarray(window.blocks * SCAN_BLOCK)).equals(bytesOf(behind))).toBe(true);
        for (const part of [list, estimateWords]) {
          expect(part.subarray(expected.length).every((word) => word === 0xdead_beef)).toBe(true);
        }
        expect([tables, places, rows].every((part, i) => bytesOf(part).equals(rest[i]!))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('takes a bar that is met exactly and leaves one that is missed by one', () => {
    for (const whole of [1, 255, 256, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff]) {
      for (const place of [0, 7, 8, 15, 16, 40, 63]) {
        for (const [bar, hits] of [
          [whole, [[place, whole]]],
          [whole + 1, []],
        ] as const) {
          if (bar > 0xffff) continue;
          sums.fill(0);
          sums[place] = whole;
          expect(found({ blocks: 1, terms: 0, shift: 0, bar, base: 0 }), `${whole} at ${place}`).toEqual(hits);
        }
      }
    }
  });

  it('lists every chunk of a window where all reach the bar', () => {
    fill(5, 2, 200, 40);
    for (let i = 0; i < sums.length; i++) sums[i] = 1000 + i;
    const window = { blocks: MOST_BLOCKS, terms: 2, shift: 3, bar: 1, base: SCAN_BLOCK };
    const expected = expectedOf(window);
    expect(expected).toHaveLength(MOST_BLOCKS * SCAN_BLOCK);
    expect(found(window)).toEqual(expected);
  });

  it('holds the largest steps, and stops at the most that 16 bits hold', () => {
    rows.fill(15);
    tables.fill(0);
    for (let term = 0; term < MOST_TERMS; term++) {
      tables[CODES * term + 15] = term === 0 ? 255 - (MOST_TERMS - 1) : 1;
      places[term] = ROWS + CHUNKS * term;
    }
    const window = { blocks: 1, terms: MOST_TERMS, shift: 8, base: 0 };
    // By bar: the first chunks that reach it. A sum that ran over would be small, and reach none of these.
    for (const [bar, first] of [
      [0xff00, 0],
      [0xff01, 1],
      [0xffff, 1],
    ] as const) {
      sums.fill(0);
      sums.set([0, 255, 256, 0xffff]);
      const reached = bar === 0xff00 ? SCAN_BLOCK : 3;
      const hits = found({ ...window, bar });
      expect(hits).toHaveLength(reached);
      expect(hits.slice(0, 4 - first)).toEqual(
        [
          [0, 0],
          [1, 255],
          [2, 256],
          [3, 0xffff],
        ].slice(first),
      );
    }
  });
});
