import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unitVector } from '../../src/vector/unit-vector.ts';

it('scales to length 1, and zeros to zeros', () => {
  expect([...unitVector([3, 4])]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  expect([...unitVector([0, 0])]).toEqual([0, 0]);
  expect(unitVector([])).toHaveLength(0);
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      fc.pre(values.some((value) => Math.abs(value) > 1e-3));
      expect(Math.hypot(...unitVector(values))).toBeCloseTo(1, 5);
    }),
  );
});
