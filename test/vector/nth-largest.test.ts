// A selection equals the sorted numbers' place.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nthLargest } from '../../src/vector/nth-largest.ts';

const number = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, 1, -1, Infinity, -Infinity));

it('is what stands at that place after sorting, and looks at no more than it is told', () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), fc.nat(), fc.nat(5), (values, place, beyond) => {
      const n = 1 + (place % values.length);
      const given = Float64Array.from([...values, ...Array(beyond).fill(Infinity)]);
      const expected = values.toSorted((a, b) => b - a || 0)[n - 1]!;
      expect(nthLargest(given, values.length, n) === expected).toBe(true);
      expect(given.slice(0, values.length).sort()).toEqual(Float64Array.from(values).sort());
    }),
    { numRuns: 1000 },
  );
});

it('takes sorted and equal numbers in its stride', () => {
  const n = 200_000;
  for (const at of [(i: number) => i, (i: number) => -i, () => 3, (i: number) => i % 2])
    expect(
      nthLargest(
        Float64Array.from({ length: n }, (_, i) => at(i)),
        n,
        n,
      ),
    ).toBe(Math.min(at(0), at(n - 1)));
});
