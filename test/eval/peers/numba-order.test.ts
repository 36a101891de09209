import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbaOrder } from '../../../src/eval/peers/numba-order.ts';

const order = (keys: readonly number[]): number[] => [...numbaOrder(Float64Array.from(keys))];

describe('numbaOrder', () => {
  it('is an order by ascending key, of every position once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 30 }), { maxLength: 200 }), (keys) => {
        const sorted = order(keys);
        expect(sorted.toSorted((a, b) => a - b)).toEqual(keys.map((_, i) => i));
        expect(sorted.map((i) => keys[i])).toEqual(keys.toSorted((a, b) => a - b));
      }),
    );
  });

  it('keeps up to 15 equal keys in order; 16 are shuffled as numba shuffles them', () => {
    const positions = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
    expect(order(Array(15).fill(1))).toEqual(positions(15));
    // numpy.argsort compiled by numba 0.68.1, of np.ones(16).
    expect(order(Array(16).fill(1))).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15]);
    expect(order([])).toEqual([]);
  });
});
