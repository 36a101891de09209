// What reaches its cut is listed, and nothing else, in order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sift } from '../../src/vector/sift.ts';
import { siftRows, siftTiles } from '../../src/vector/sift.ts';
import { compile, createMemory, link } from '../../src/vector/wasm.ts';

const memory = createMemory(65_536);
const functions = link<{ siftRows: Sift; siftTiles: Sift }>(compile([siftTiles, siftRows]), memory);
const [PRODUCTS, SCALES, CUTS, LIST] = [0, 16_384, 32_768, 40_000] as const;
const cut = fc.oneof(fc.float({ noNaN: true, min: -2000, max: 2000 }), fc.constantFrom(Infinity, -Infinity, 0));

it('lists the vectors of which some product, times its scale, reaches the cut of its place', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 4, maxLength: 4 }), fc.nat(20)), {
        maxLength: 40,
      }),
      fc.array(cut, { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      (vectors, cuts, tiles) => {
        new Int32Array(memory.buffer, PRODUCTS).set(vectors.flatMap(([products]) => products));
        const scaleOf = (at: number, place: number): number => vectors[at]![1] + (tiles ? place / 8 : 0);
        const scales = vectors.flatMap((_, at) => (tiles ? [0, 1, 2, 3] : [0]).map((place) => scaleOf(at, place)));
        new Float32Array(memory.buffer, SCALES).set(scales);
        new Float32Array(memory.buffer, CUTS).set(cuts);
        const list = new Uint32Array(memory.buffer, LIST, 41);
        const run = tiles ? functions.siftTiles : functions.siftRows;
        const count = run(vectors.length, PRODUCTS, SCALES, CUTS, LIST);
        const expected = vectors.flatMap(([products], at) =>
          products.some((product, place) => Math.fround(product * scaleOf(at, place)) >= cuts[place]!) ? [at] : [],
        );
        expect([...list.slice(0, count)]).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});
