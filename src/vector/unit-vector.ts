// A vector of length 1.

/** Scaled in double precision; zeros stay zeros. */
export function unitVector(values: ArrayLike<number>): Float32Array {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  const length = Math.sqrt(sum);
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0));
}
