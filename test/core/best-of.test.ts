import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf, kthLargest } from '../../src/core/best-of.ts';

/** A stable sort of all places by falling value. */
function sorted(values: Float64Array, depth: number): number[] {
  return Array.from(values.keys())
    .sort((a, b) => (values[a]! < values[b]! ? 1 : values[a]! > values[b]! ? -1 : a - b))
    .slice(0, depth);
}

/** Shallow and deep enough for each way of choosing, and their borders. */
function depthsOf(n: number): number[] {
  const shares = [16, 8, 2, 1].map((share) => Math.floor(n / share));
  return [0, 1, 2, ...shares.flatMap((depth) => [depth - 1, depth, depth + 1]), n + 5].filter((depth) => depth >= 0);
}

function agrees(values: Float64Array): void {
  for (const depth of depthsOf(values.length)) {
    const before = values.slice();
    expect(Array.from(bestOf(values, depth)), `${values.length} values, depth ${depth}`).toEqual(sorted(values, depth));
    expect(values).toEqual(before);
  }
}

describe('bestOf', () => {
  const values = {
    'whole numbers, most of them equal': fc.integer({ min: -2, max: 2 }),
    'zeros, and a few that are more': fc.oneof(
      { weight: 9, arbitrary: fc.constant(0) },
      fc.double({ min: 0, max: 9, noNaN: true }),
    ),
    'any numbers': fc.double({ noNaN: true }),
    'numbers so near that steps cannot tell them apart': fc.constantFrom(1, 1 + 2 ** -52, 1 + 2 ** -51, 1 - 2 ** -53),
    'numbers so far apart that their difference is infinite': fc.constantFrom(
      -Number.MAX_VALUE,
      0,
      1,
      Number.MAX_VALUE,
    ),
    'the least that there are': fc.constantFrom(0, 5e-324, 1e-323),
  };
  for (const [what, value] of Object.entries(values)) {
    it(`is a stable sort, cut at the depth: ${what}`, () => {
      fc.assert(
        fc.property(fc.array(value, { maxLength: 400, size: 'max' }), (list) => agrees(Float64Array.from(list))),
        { numRuns: 60 },
      );
    });
  }

  it('is the same for values that rise, fall, or stand as an organ pipe, where choosing is slowest', () => {
    for (const n of [33, 1000, 5000]) {
      agrees(Float64Array.from({ length: n }, (_, i) => i));
      agrees(Float64Array.from({ length: n }, (_, i) => -i));
      agrees(Float64Array.from({ length: n }, (_, i) => Math.min(i, n - i)));
      agrees(Float64Array.from({ length: n }, (_, i) => i % 7));
    }
  });

  it('gives an array of its own, no longer than what it holds', () => {
    const found = bestOf(
      Float64Array.from({ length: 1000 }, (_, i) => i % 13),
      10,
    );
    expect(found.buffer.byteLength).toBe(40);
  });
});

describe('kthLargest', () => {
  const number = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, 1, -1, Infinity, -Infinity));

  it('is what stands at that place after sorting, and looks at no more than it is told', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), fc.nat(), fc.nat(5), (values, place, beyond) => {
        const n = 1 + (place % values.length);
        const given = Float64Array.from([...values, ...Array(beyond).fill(Infinity)]);
        const expected = values.toSorted((a, b) => b - a || 0)[n - 1]!;
        expect(kthLargest(given, n, values.length) === expected).toBe(true);
        expect(given.slice(0, values.length).sort()).toEqual(Float64Array.from(values).sort());
      }),
      { numRuns: 1000 },
    );
  });

  it('takes sorted and equal numbers in its stride', () => {
    const n = 200_000;
    for (const at of [(i: number) => i, (i: number) => -i, () => 3, (i: number) => i % 2])
      expect(
        kthLargest(
          Float64Array.from({ length: n }, (_, i) => at(i)),
          n,
          n,
        ),
      ).toBe(Math.min(at(0), at(n - 1)));
  });
});
