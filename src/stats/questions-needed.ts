// How many questions would settle a difference that was seen: the size at which a paired test finds one like it.
import { normalQuantile } from './normal.ts';

/** What a stated number of questions gives. */
const POWER = 0.8;

export interface SeenDifferences {
  /** One a question; 0 where nothing changed. */
  readonly differences: ArrayLike<number>;
  /** Every value is 0 or 1, so that the test is McNemar's exact one. */
  readonly hits: boolean;
  /** Two-sided level of the test, corrections included. */
  readonly alpha: number;
}

/**
 * The number of questions n at which a difference of this mean and spread is significant with 80 % power, by the normal
 * approximation. With d the mean, s its standard deviation, ψ the share of questions that changed:
 *
 * - means (Cohen 1988): |d| · √n = (z₁₋α⁄₂ + z.₈₀) · s
 * - hits (Miettinen 1968; Connor 1987), with McNemar's correction for continuity, since the exact test is conservative:
 *   |d| · n − 1 = (z₁₋α⁄₂ · √ψ + z.₈₀ · √(ψ − d²)) · √n
 *
 * Never fewer than those on which enough questions change for the smallest p that signs can give, 2^(1 − changed), to reach α.
 * @returns null where the mean is 0: nothing can settle what is not there
 */
export function questionsNeeded({ differences, hits, alpha }: SeenDifferences): number | null {
  const n = differences.length;
  let sum = 0;
  let squares = 0;
  let changed = 0;
  for (let i = 0; i < n; i++) {
    const d = differences[i]!;
    sum += d;
    squares += d * d;
    if (d !== 0) changed++;
  }
  const mean = Math.abs(sum) / n;
  if (!(mean > 0)) return null;
  const share = changed / n;
  const variance = Math.max(0, squares / n - mean ** 2);
  const zAlpha = normalQuantile(1 - alpha / 2);
  const zPower = normalQuantile(POWER);
  const reach = hits
    ? zAlpha * Math.sqrt(share) + zPower * Math.sqrt(Math.max(0, share - mean ** 2))
    : (zAlpha + zPower) * Math.sqrt(variance);
  // Solved for √n; without the correction the second term under the root is 0.
  const root = (reach + Math.sqrt(reach ** 2 + (hits ? 4 * mean : 0))) / (2 * mean);
  const least = (1 + Math.log2(1 / alpha)) / share;
  return Math.ceil(Math.max(root ** 2, least));
}
