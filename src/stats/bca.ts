// The bias-corrected and accelerated (BCa) bootstrap interval of a mean: like the percentile interval, but right for skew.
import type { Rng } from '../core/rng.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import type { Interval } from './wilson.ts';

/** As many as make the ends steady to a few hundredths of their width; for many topics fewer do, but never below the 2,000 of Efron and Tibshirani (1993). */
const MOST_RESAMPLES = 10_000;
const LEAST_RESAMPLES = 2_000;
/** Draws that are affordable at once: a second or two. */
const DRAWS = 20_000_000;
const Z95 = 1.959963984540054;

/** How many resamples an interval over n topics is made of. */
export function resamplesFor(n: number): number {
  return Math.max(LEAST_RESAMPLES, Math.min(MOST_RESAMPLES, Math.floor(DRAWS / n)));
}

/**
 * 95 % BCa intervals of the means of several vectors of one length: the resampled topics are shared.
 * @param rng equal generators give equal intervals, whatever else is asked along
 */
export function bcaIntervals(
  vectors: readonly ArrayLike<number>[],
  rng: Rng,
  resamples = resamplesFor(vectors[0]?.length ?? 0),
): readonly Interval[] {
  const n = vectors[0]?.length ?? 0;
  if (vectors.some((vector) => vector.length !== n)) throw new RangeError('vectors of several lengths');
  const sources = vectors.map((vector) => Float64Array.from(vector));
  const means = vectors.map(() => new Float64Array(resamples));
  const stream = rng.stream(`bca n=${n}`);
  const drawn = new Uint32Array(n);
  for (let b = 0; b < resamples; b++) {
    for (let i = 0; i < n; i++) drawn[i] = stream.int(n);
    for (let v = 0; v < sources.length; v++) {
      const source = sources[v]!;
      let sum = 0;
      for (let i = 0; i < n; i++) sum += source[drawn[i]!]!;
      means[v]![b] = sum / n;
    }
  }
  return sources.map((source, v) => bcaInterval(source, means[v]!));
}

/**
 * Efron (1987): the quantiles of the resampled means at Φ(z₀ + (z₀ ± z)/(1 − a(z₀ ± z))), where Φ(z₀) is the share of
 * resampled means below the observed one (equal ones count half) and a = Σd³ / (6 (Σd²)^1.5), d the deviations from the
 * mean: the jackknife's acceleration, which for a mean is this. Quantiles are interpolated linearly.
 * @param means of resamples of `values`; sorted in place
 */
export function bcaInterval(values: ArrayLike<number>, means: Float64Array): Interval {
  const n = values.length;
  if (n === 0 || means.length === 0) throw new RangeError('no values to resample');
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i]!;
  const mean = sum / n;
  let squares = 0;
  let cubes = 0;
  for (let i = 0; i < n; i++) {
    const d = values[i]! - mean;
    squares += d * d;
    cubes += d * d * d;
  }
  means.sort();
  const last = means.length - 1;
  // All values are equal but for rounding: the interval is a point.
  if (means[last]! - means[0]! <= 1e-12 * Math.abs(mean)) return { low: mean, high: mean };

  const a = cubes / (6 * squares ** 1.5);
  const z0 = normalQuantile(shareBelow(means, mean));
  const quantile = (z: number): number => {
    const level = normalCdf(z0 + (z0 + z) / (1 - a * (z0 + z)));
    const place = level * last;
    const at = Math.floor(place);
    const next = Math.min(at + 1, last);
    return means[at]! + (means[next]! - means[at]!) * (place - at);
  };
  return { low: quantile(-Z95), high: quantile(Z95) };
}

/** Within (0, 1) in any case: were no mean below (or above) the observed one, half of one would count. */
function shareBelow(sorted: Float64Array, mean: number): number {
  const noise = 1e-12 * Math.max(Math.abs(sorted[0]!), Math.abs(sorted.at(-1)!));
  let halves = 0;
  for (const one of sorted) {
    if (one < mean - noise) halves += 2;
    else if (one <= mean + noise) halves += 1;
    else break;
  }
  const share = halves / (2 * sorted.length);
  const least = 1 / (2 * sorted.length);
  return Math.min(1 - least, Math.max(least, share));
}
