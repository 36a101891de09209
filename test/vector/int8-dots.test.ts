// The emitted integer products equal plain loops, whatever the shape; the largest values there are do not overflow.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileInt8Dots, GROUP, linkInt8Dots, STEP, TILE } from '../../src/vector/int8-dots.ts';
import { createMemory } from '../../src/vector/wasm.ts';

const memory = createMemory(1 << 20);
const dots = linkInt8Dots(compileInt8Dots(), memory);
const [ROWS, QUERIES, OUT] = [0, 1 << 18, 1 << 19] as const;

/** Element i of item n among `width` interleaved ones. */
const place = (n: number, i: number, width: number, elements: number): number =>
  Math.floor(n / width) * width * elements + (i >> 3) * STEP * width + (n % width) * STEP + (i & 7);

function check(tiles: number, elements: number, row: (n: number, i: number) => number, query: typeof row): void {
  const rows = new Int8Array(memory.buffer, ROWS, tiles * TILE * elements);
  const queries = new Int16Array(memory.buffer, QUERIES, GROUP * elements);
  const out = new Int32Array(memory.buffer, OUT, tiles * TILE * GROUP + 1);
  for (let n = 0; n < tiles * TILE; n++)
    for (let i = 0; i < elements; i++) rows[place(n, i, TILE, elements)] = row(n, i);
  const expected = (n: number, of: number): number => {
    let sum = 0;
    for (let i = 0; i < elements; i++) sum += row(n, i) * query(of, i);
    return sum;
  };

  for (let of = 0; of < GROUP; of++)
    for (let i = 0; i < elements; i++) queries[place(of, i, GROUP, elements)] = query(of, i);
  out.fill(-7);
  dots.four(tiles, elements, ROWS, QUERIES, OUT);
  for (let n = 0; n < tiles * TILE; n++)
    for (let of = 0; of < GROUP; of++) expect(out[n * GROUP + of]).toBe(expected(n, of));
  expect(out[tiles * TILE * GROUP]).toBe(-7);

  for (let i = 0; i < elements; i++) queries[i] = query(1, i);
  out.fill(-7);
  dots.one(tiles, elements, ROWS, QUERIES, OUT);
  for (let n = 0; n < tiles * TILE; n++) expect(out[n]).toBe(expected(n, 1));
  expect(out[tiles * TILE]).toBe(-7);
}

describe('integer products', () => {
  it('equal plain loops', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.integer({ min: 1, max: 9 }), fc.integer(), (tiles, steps, seed) => {
        const value = (n: number, i: number, salt: number): number =>
          (Math.imul(Math.imul(n + 1, 7919) + i + salt + seed, 0x9e3779b1) >>> 8) % 255;
        check(
          tiles,
          STEP * steps,
          (n, i) => value(n, i, 1) - 127,
          (n, i) => 100 * (value(n, i, 2) - 127),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('hold the largest products of 512 elements', () => {
    check(
      2,
      512,
      (n) => (n % 2 ? 127 : -127),
      (of) => (of % 2 ? 32_767 : -32_767),
    );
  });
});
