// The inner product: its value, its offsets and its summation order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot } from '../../src/vector/dot.ts';

const floats = fc.array(fc.float({ noNaN: true, min: -100, max: 100 }), { maxLength: 40 });

describe('dot', () => {
  it('multiplies and adds from the offsets on', () => {
    expect(dot(Float32Array.of(9, 1, 2, 3), 1, Float32Array.of(4, 5, 6), 0, 3)).toBe(32);
    expect(dot(Float32Array.of(), 0, Float32Array.of(), 0, 0)).toBe(0);
  });

  it('agrees with a plain sum', () => {
    fc.assert(
      fc.property(floats, (values) => {
        const a = Float32Array.from(values);
        const b = Float32Array.from(values, (value, i) => value - i);
        const plain = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
        expect(dot(a, 0, b, 0, a.length)).toBeCloseTo(plain, 6);
      }),
    );
  });

  it('adds in four interleaved sums, the tail to the first', () => {
    fc.assert(
      fc.property(floats, (values) => {
        const a = Float32Array.from(values);
        const ones = new Float32Array(a.length).fill(1);
        const sums = [0, 0, 0, 0];
        a.forEach((value, i) => {
          sums[i < (a.length & ~3) ? i % 4 : 0]! += value;
        });
        expect(dot(a, 0, ones, 0, a.length)).toBe(sums[0]! + sums[1]! + (sums[2]! + sums[3]!));
      }),
    );
  });
});
