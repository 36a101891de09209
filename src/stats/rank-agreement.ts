// How far two rankings agree: overlap at a depth, rank-biased overlap, Kendall's tau.

/** The share of the top k that two rankings have in common: |S₁..k ∩ T₁..k| / k. Items of a ranking are distinct. */
export function overlapAt(first: readonly string[], second: readonly string[], k: number): number {
  if (!(Number.isSafeInteger(k) && k >= 1)) throw new RangeError(`${k} is not a depth`);
  const top = new Set(first.slice(0, k));
  return second.slice(0, k).filter((item) => top.has(item)).length / k;
}

/**
 * Rank-biased overlap, extrapolated (Webber, Moffat and Zobel 2010, equation 32, which is equation 30 for equal
 * lengths): with X_d the overlap at depth d, s ≤ l the two lengths,
 * (1 − p)/p · (Σ_{d≤l} X_d/d · p^d + Σ_{s<d≤l} X_s (d − s)/(s d) · p^d) + ((X_l − X_s)/l + X_s/s) · p^l.
 * @param p how likely a reader goes on to the next rank, between 0 and 1
 */
export function rankBiasedOverlap(first: readonly string[], second: readonly string[], p = 0.9): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`${p} is not between 0 and 1`);
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const s = short.length;
  const l = long.length;
  if (s === 0) return l === 0 ? 1 : 0;
  const inShort = new Set<string>();
  const inLong = new Set<string>();
  let common = 0;
  let commonAtShort = 0;
  let sum = 0;
  for (let d = 1; d <= l; d++) {
    const added = long[d - 1]!;
    inLong.add(added);
    if (inShort.has(added)) common++;
    if (d <= s) {
      const other = short[d - 1]!;
      inShort.add(other);
      if (inLong.has(other)) common++;
    }
    if (d === s) commonAtShort = common;
    const beyond = d > s ? (commonAtShort * (d - s)) / (s * d) : 0;
    sum += (common / d + beyond) * p ** d;
  }
  return ((1 - p) / p) * sum + ((common - commonAtShort) / l + commonAtShort / s) * p ** l;
}

/**
 * Kendall's tau-b (Kendall 1945): (concordant − discordant) / √((pairs − tied in x)(pairs − tied in y)).
 * @returns undefined where one side does not order anything
 */
export function kendallTau(x: ArrayLike<number>, y: ArrayLike<number>): number | undefined {
  if (x.length !== y.length) throw new RangeError(`${x.length} places against ${y.length}`);
  let score = 0;
  let inX = 0;
  let inY = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const dx = Math.sign(x[i]! - x[j]!);
      const dy = Math.sign(y[i]! - y[j]!);
      score += dx * dy;
      inX += dx * dx;
      inY += dy * dy;
    }
  }
  return inX === 0 || inY === 0 ? undefined : score / Math.sqrt(inX * inY);
}
