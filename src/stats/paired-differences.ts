// What every paired statistic starts from: one difference a topic, with the noise of floating point taken out.

/**
 * Values closer than this share of their size are equal. Sums of a few terms in another order move the last bits, and stored
 * reports round to nine digits; real differences between measures are far larger.
 */
export const NOISE = 1e-8;

/** second − first, topic by topic; exactly 0 where the two are equal but for rounding. */
export function pairedDifferences(first: ArrayLike<number>, second: ArrayLike<number>): Float64Array {
  if (first.length !== second.length) throw new RangeError(`${first.length} values against ${second.length}`);
  return Float64Array.from(first, (a, i) => {
    const b = second[i]!;
    return Math.abs(b - a) <= NOISE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : b - a;
  });
}

export interface Moments {
  readonly mean: number;
  /** Standard deviation with n − 1 in the denominator; 0 for a single value. */
  readonly sd: number;
}

/** Mean and standard deviation of at least one value, in two passes; the deviation is exactly 0 where all are equal. */
export function momentsOf(values: ArrayLike<number>): Moments {
  const n = values.length;
  if (n === 0) throw new RangeError('no values');
  let sum = 0;
  let equal = true;
  for (let i = 0; i < n; i++) {
    sum += values[i]!;
    equal &&= Math.abs(values[i]! - values[0]!) <= NOISE * Math.abs(values[0]!);
  }
  const mean = sum / n;
  if (equal) return { mean, sd: 0 };
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i]! - mean) ** 2;
  return { mean, sd: Math.sqrt(squares / (n - 1)) };
}
