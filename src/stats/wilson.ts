// Wilson's score interval for a proportion: honest at small n and at 0 and 1, where the normal interval is not.

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The normal distribution's 97.5 % point. */
const Z95 = 1.959963984540054;

/**
 * 95 % interval for `hits` of `n`, within 0 and 1 (Wilson 1927). With p = hits / n:
 * (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
 * @throws RangeError unless n is at least 1 and hits from 0 to n
 */
export function wilsonInterval(hits: number, n: number, z = Z95): Interval {
  if (!(n >= 1 && hits >= 0 && hits <= n)) throw new RangeError(`${hits} of ${n} is not a proportion`);
  const p = hits / n;
  const zz = (z * z) / n;
  const centre = p + zz / 2;
  const half = z * Math.sqrt((p * (1 - p)) / n + zz / (4 * n));
  // At the ends the bound is 0 or 1 exactly; rounding would leave it a bit away.
  return {
    low: hits === 0 ? 0 : Math.max(0, (centre - half) / (1 + zz)),
    high: hits === n ? 1 : Math.min(1, (centre + half) / (1 + zz)),
  };
}
