// Seeded percentile bootstrap of a mean. The draws are shared: one matrix of resampled positions for each n, used by every measure.
import type { Rng } from '../core/rng.ts';
import type { Interval } from './wilson.ts';

export interface Bootstrap {
  /**
   * 95 % percentile interval of the mean (Efron 1979): the means at ranks 26 and 975 of 1,000, in order.
   * @param values one a topic; at least one
   */
  meanInterval(values: ArrayLike<number>): Interval;
}

const RESAMPLES = 1000;

/** @param rng equal generators give equal intervals, whatever is asked in whatever order: each n has its own stream */
export function createBootstrap(rng: Rng, resamples = RESAMPLES): Bootstrap {
  const matrices = new Map<number, Uint32Array>();
  const matrixFor = (n: number): Uint32Array => {
    let matrix = matrices.get(n);
    if (!matrix) {
      const stream = rng.stream(`n=${n}`);
      matrix = new Uint32Array(resamples * n);
      for (let at = 0; at < matrix.length; at++) matrix[at] = stream.int(n);
      matrices.set(n, matrix);
    }
    return matrix;
  };
  return { meanInterval: (values) => percentileInterval(resampledMeans(values, matrixFor(values.length))) };
}

/**
 * The mean of each resample.
 * @param matrix positions in `values`, one row of `values.length` a resample
 */
export function resampledMeans(values: ArrayLike<number>, matrix: Uint32Array): Float64Array {
  const n = values.length;
  if (n === 0) throw new RangeError('no values to resample');
  const source = Float64Array.from(values);
  const means = new Float64Array(matrix.length / n);
  for (let row = 0, at = 0; row < means.length; row++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += source[matrix[at++]!]!;
    means[row] = sum / n;
  }
  return means;
}

/** The middle 95 %: as many means lie below `low` as above `high`, and both occurred. Sorts its argument. */
export function percentileInterval(means: Float64Array): Interval {
  means.sort();
  const outside = Math.floor(means.length * 0.025);
  return { low: means[outside]!, high: means[means.length - 1 - outside]! };
}
