// Student's paired t test: is the mean difference far from 0 for its spread, if differences were normal?
import { betaCdf, betaQuantile } from './beta.ts';
import { momentsOf } from './paired-differences.ts';
import type { Interval } from './wilson.ts';

export interface StudentT {
  readonly t: number;
  readonly df: number;
  /** Two-sided; never 0. */
  readonly p: number;
  /** 95 % interval of the mean difference. */
  readonly interval: Interval;
}

/**
 * Student (1908): t = mean / (sd / √n) on n − 1 degrees of freedom; p = I_x(df/2, 1/2) with x = df / (df + t²)
 * (Abramowitz and Stegun 26.7.1).
 * @returns undefined where the test says nothing: fewer than two differences, or all of them equal and not 0. Where all
 *   are 0, t is 0 and p is 1.
 */
export function pairedT(differences: ArrayLike<number>): StudentT | undefined {
  const n = differences.length;
  if (n < 2) return undefined;
  const { mean, sd } = momentsOf(differences);
  const df = n - 1;
  if (sd === 0) return mean === 0 ? { t: 0, df, p: 1, interval: { low: 0, high: 0 } } : undefined;
  const error = sd / Math.sqrt(n);
  const t = mean / error;
  const half = tQuantile(0.05, df) * error;
  return {
    t,
    df,
    p: Math.max(Number.MIN_VALUE, betaCdf(df / (df + t * t), df / 2, 0.5)),
    interval: { low: mean - half, high: mean + half },
  };
}

/** The t that |T| exceeds with this probability. */
function tQuantile(twoSided: number, df: number): number {
  const x = betaQuantile(twoSided, df / 2, 0.5);
  return Math.sqrt(df * (1 / x - 1));
}
