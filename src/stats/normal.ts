// The standard normal distribution: its cumulative probability, accurate far into the tails, and its quantiles.

/**
 * P(Z ≤ x) = erfc(−x / √2) / 2 (Abramowitz and Stegun 26.2.29). Relative error about 1e-14, in the lower tail too;
 * for the upper tail ask for normalCdf(−x).
 */
export function normalCdf(x: number): number {
  const u = Math.abs(x) / Math.SQRT2;
  const lower = u < SERIES_BELOW ? (1 - erfSeries(u)) / 2 : erfcFraction(u) / 2;
  return x <= 0 ? lower : 1 - lower;
}

/** The z with P(Z ≤ z) = p, by halving: exact to the last bits, and cheap enough for a handful of calls. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`${p} is not a probability between 0 and 1`);
  if (p > 0.5) return -normalQuantile(1 - p);
  let low = -40;
  let high = 0;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
}

/** Up to here the series loses at most two digits to cancellation; from here the fraction converges quickly. */
const SERIES_BELOW = 2;
const FRACTION_TERMS = 120;

/** erf(u) = 2/√π · e^(−u²) · Σ 2ⁿ u^(2n+1) / (1 · 3 ··· (2n + 1)) (Abramowitz and Stegun 7.1.6). */
function erfSeries(u: number): number {
  let term = u;
  let sum = u;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * u * u) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-u * u) * sum;
}

/** √π · e^(u²) · erfc(u) = 1/(u + (1/2)/(u + 1/(u + (3/2)/(u + 2/(u + ···))))) (Abramowitz and Stegun 7.1.14). */
function erfcFraction(u: number): number {
  let below = u;
  for (let n = FRACTION_TERMS; n >= 1; n--) below = u + n / 2 / below;
  return Math.exp(-u * u) / (Math.sqrt(Math.PI) * below);
}
