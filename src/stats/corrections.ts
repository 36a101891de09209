// Adjusted p values for several tests at once: Holm guards against any false alarm, Benjamini-Hochberg their share.

/**
 * Holm (1979): the i-th smallest of m values (i from 0) is multiplied by m - i; running maximum, at most 1.
 * Returned in the order given.
 */
export function holm(ps: readonly number[]): number[] {
  const adjusted: number[] = [];
  let highest = 0;
  ascending(ps).forEach((at, i) => {
    highest = Math.max(highest, Math.min(1, ps[at]! * (ps.length - i)));
    adjusted[at] = highest;
  });
  return adjusted;
}

/**
 * Benjamini and Hochberg (1995): the i-th smallest of m values (i from 1) is multiplied by m / i; running minimum from
 * the largest down. Returned in the order given.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const adjusted: number[] = [];
  let lowest = 1;
  const order = ascending(ps);
  for (let i = order.length; i >= 1; i--) {
    const at = order[i - 1]!;
    lowest = Math.min(lowest, (ps[at]! * ps.length) / i);
    adjusted[at] = lowest;
  }
  return adjusted;
}

function ascending(ps: readonly number[]): number[] {
  for (const p of ps) if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a p value`);
  return [...ps.keys()].sort((a, b) => ps[a]! - ps[b]! || a - b);
}
