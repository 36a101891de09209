import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { bcaInterval, bcaIntervals } from '../../src/stats/bca.ts';
import { resampledMeans } from '../../src/stats/bootstrap.ts';
import { error, scipy } from './recorded.ts';

/** The mean of every resample there is. */
function allMeans(values: readonly number[]): Float64Array {
  const n = values.length;
  const matrix = Uint32Array.from(
    { length: n ** n * n },
    (_, at) => Math.floor(Math.floor(at / n) / n ** (at % n)) % n,
  );
  return resampledMeans(values, matrix);
}

describe('the BCa interval', () => {
  it.each(scipy.bca)('over every resample of $values agrees with scipy', ({ values, low, high }) => {
    const found = bcaInterval(values, allMeans(values));
    expect(error(found.low, low)).toBeLessThan(1e-9);
    expect(error(found.high, high)).toBeLessThan(1e-9);
  });

  it('is a point where all values are equal', () => {
    expect(bcaIntervals([[0, 0, 0]], createRng(1))[0]).toEqual({ low: 0, high: 0 });
    const tenth = bcaIntervals([[0.1, 0.1, 0.1, 0.1, 0.1, 0.1]], createRng(1))[0]!;
    expect(tenth.high - tenth.low).toBe(0);
    expect(bcaIntervals([], createRng(1))).toEqual([]);
  });

  it('leans with the skew, where the percentile interval does not', () => {
    const values = Array.from({ length: 40 }, (_, i) => (i % 10 === 0 ? 1 : 0.02 * (i % 3)));
    const mean = values.reduce((a, b) => a + b) / values.length;
    const { low, high } = bcaIntervals([values], createRng(404))[0]!;
    expect(low).toBeLessThan(mean);
    expect(high - mean).toBeGreaterThan(1.2 * (mean - low));
  });

  it('depends on the seed and on nothing that is asked along', () => {
    const one = Array.from({ length: 30 }, (_, i) => Math.sin(i));
    const other = Array.from({ length: 30 }, (_, i) => Math.cos(i));
    const alone = bcaIntervals([one], createRng(1), 500)[0];
    expect(bcaIntervals([other, one], createRng(1), 500)[1]).toEqual(alone);
    expect(bcaIntervals([one], createRng(2), 500)[0]).not.toEqual(alone);
    expect(() => bcaIntervals([one, [1]], createRng(1))).toThrow(RangeError);
  });

  it('covers the true mean about as often as it says', () => {
    const draw = createRng(404).stream('coverage');
    const trials = 400;
    let covered = 0;
    for (let trial = 0; trial < trials; trial++) {
      // Exponential, mean 1: skewed as differences of measures are.
      const values = Array.from({ length: 40 }, () => -Math.log(1 - draw.float()));
      const { low, high } = bcaIntervals([values], draw.stream(String(trial)), 400)[0]!;
      if (low <= 1 && 1 <= high) covered++;
    }
    expect(covered / trials).toBeGreaterThan(0.89);
    expect(covered / trials).toBeLessThan(0.98);
  });
});
