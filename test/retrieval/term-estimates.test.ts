// What a term adds to estimates against plain arithmetic in single precision: the same bits, and nothing else written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkScanKernels } from '../../src/retrieval/scan-kernels.ts';
import { ESTIMATE_GROUP } from '../../src/retrieval/term-estimates.ts';
import { createMemory } from '../../src/vector/wasm.ts';
import { numbersFrom } from './made-index.ts';

const CHUNKS = 500;
const MOST_LISTED = 40;
// With room behind each part, to see what is written there.
const ROOM = MOST_LISTED + 2 * ESTIMATE_GROUP;
const LIST = 64;
const ESTIMATES = LIST + 4 * ROOM;
const NORMS = ESTIMATES + 4 * ROOM;
const ROWS = NORMS + 4 * CHUNKS;

const memory = createMemory(ROWS + 4 * CHUNKS);
const { addTerm } = linkScanKernels(memory);
const list = new Uint32Array(memory.buffer, LIST, ROOM);
const estimates = new Float32Array(memory.buffer, ESTIMATES, ROOM);
const norms = new Float32Array(memory.buffer, NORMS, CHUNKS);
const all = new Uint8Array(memory.buffer);

/** weight · tf / (tf + norm) more, each step rounded to single precision. */
function plain(estimate: number, tf: number, norm: number, weight: number): number {
  const { fround } = Math;
  const share = fround(fround(tf * fround(weight)) / fround(tf + fround(norm)));
  return fround(fround(estimate) + share);
}

const bits = (values: Float32Array): Uint32Array => new Uint32Array(Float32Array.from(values).buffer);

describe('what a term adds', () => {
  const world = fc.record({
    seed: fc.integer({ min: 1 }),
    // Of any remainder by four.
    listed: fc.integer({ min: 1, max: MOST_LISTED }),
    /** Where the row begins, behind the norms: at odd places, too. */
    at: fc.integer({ min: 0, max: 2 * CHUNKS }).map((behind) => ROWS + behind),
    weight: fc.oneof(
      fc.constantFrom(1e-30, 0.1, 1, 57_000, 57_000 * 1001),
      fc.double({ min: 1e-12, max: 1e9, noNaN: true }),
    ),
    /** Norms lie between them, by their logarithm. */
    norms: fc.constantFrom([-20, -20], [-20, 0], [-1, 1], [2, 4], [-20, 12], [-9, -9]),
    /** Some chunks hold the term; all; none. */
    share: fc.constantFrom(0, 0.5, 1),
    sum: fc.constantFrom(0, 1, 60_000),
  });

  it('is the formula in single precision to the last bit, for the listed chunks alone', () => {
    fc.assert(
      fc.property(world, ({ seed, listed, at, weight, norms: [low, high], share, sum }) => {
        const next = numbersFrom(seed);
        // Bytes that are read by mistake are told by what they make of an estimate.
        for (let i = ROWS; i < all.length; i++) all[i] = Math.floor(256 * next());
        const row = new Uint8Array(memory.buffer, at, CHUNKS);
        // The lower half is the code, which says nothing here.
        const tfs = Array.from(row, () => (next() < share ? Math.floor(15 * next()) : 0));
        for (const [ord, tf] of tfs.entries()) row[ord] = (tf << 4) | Math.floor(16 * next());
        for (let ord = 0; ord < CHUNKS; ord++) norms[ord] = 10 ** (low! + (high! - low!) * next());
        for (let i = 0; i < ROOM; i++) list[i] = Math.floor(CHUNKS * next());
        for (let i = 0; i < ROOM; i++) estimates[i] = sum * next();
        const groups = Math.ceil(listed / ESTIMATE_GROUP);
        const expected = Float32Array.from(estimates, (estimate, i) =>
          i < groups * ESTIMATE_GROUP ? plain(estimate, tfs[list[i]!]!, norms[list[i]!]!, weight) : estimate,
        );
        const [before, behind] = [all.slice(0, ESTIMATES), all.slice(NORMS)];
        addTerm(groups, LIST, ESTIMATES, at, NORMS, weight);
        expect(bits(estimates)).toEqual(bits(expected));
        expect(Buffer.from(before).equals(all.slice(0, ESTIMATES))).toBe(true);
        expect(Buffer.from(behind).equals(all.slice(NORMS))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('tells every number of occurrences, whatever the code beside it is', () => {
    const listed = 16;
    for (let code = 0; code < 16; code++) {
      for (let i = 0; i < listed; i++) {
        list[i] = CHUNKS - 1 - 3 * i;
        norms[list[i]!] = 1;
        all[ROWS + 1 + list[i]!] = (i << 4) | code;
      }
      estimates.fill(0);
      addTerm(listed / ESTIMATE_GROUP, LIST, ESTIMATES, ROWS + 1, NORMS, 1);
      expect([...estimates.subarray(0, listed)]).toEqual(
        Array.from({ length: listed }, (_, tf) => Math.fround(tf / (tf + 1))),
      );
    }
  });

  it('is nothing where a term does not occur, at the least norm and the largest weight', () => {
    norms.fill(1e-20);
    all.fill(0x0f, ROWS, ROWS + CHUNKS);
    for (let i = 0; i < ROOM; i++) list[i] = i;
    estimates.fill(0.1);
    addTerm(ROOM / ESTIMATE_GROUP, LIST, ESTIMATES, ROWS, NORMS, 57_000 * 1001);
    expect(estimates.every((estimate) => estimate === Math.fround(0.1))).toBe(true);
  });

  it('adds up, term after term', () => {
    const terms = [0.3, 7, 5000].map((weight, term) => ({ weight, at: ROWS + term * (CHUNKS + 1) }));
    for (let ord = 0; ord < CHUNKS; ord++) norms[ord] = 0.3 + ord / 100;
    for (const { at } of terms) for (let ord = 0; ord < CHUNKS; ord++) all[at + ord] = ((at + ord) % 15) << 4;
    for (let i = 0; i < ROOM; i++) list[i] = 10 * i;
    estimates.fill(0);
    let expected = Float32Array.from(estimates);
    for (const { at, weight } of terms) {
      addTerm(ROOM / ESTIMATE_GROUP, LIST, ESTIMATES, at, NORMS, weight);
      expected = expected.map((estimate, i) => plain(estimate, (at + 10 * i) % 15, norms[10 * i]!, weight));
    }
    expect(bits(estimates)).toEqual(bits(expected));
  });

  it('is not added to anything where no group is listed', () => {
    estimates.fill(3);
    addTerm(0, LIST, ESTIMATES, ROWS, NORMS, 1);
    expect(estimates.every((estimate) => estimate === 3)).toBe(true);
  });
});
