// The one inner product, over flat row-major matrices. Its summation order is part of every dense result.

/**
 * Inner product of a[aOffset..+n] and b[bOffset..+n], in double precision.
 * Four independent partial sums keep the adder busy (half the time of a single sum); element i belongs to sum i mod 4,
 * the tail to the first sum, and they are added as (s0 + s1) + (s2 + s3).
 */
export function dot(a: Float32Array, aOffset: number, b: Float32Array, bOffset: number, n: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const whole = n & ~3;
  let i = 0;
  for (; i < whole; i += 4) {
    s0 += a[aOffset + i]! * b[bOffset + i]!;
    s1 += a[aOffset + i + 1]! * b[bOffset + i + 1]!;
    s2 += a[aOffset + i + 2]! * b[bOffset + i + 2]!;
    s3 += a[aOffset + i + 3]! * b[bOffset + i + 3]!;
  }
  for (; i < n; i++) s0 += a[aOffset + i]! * b[bOffset + i]!;
  return s0 + s1 + (s2 + s3);
}
