import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { createBootstrap, percentileInterval, resampledMeans } from '../../src/stats/bootstrap.ts';

const golden = JSON.parse(readFileSync(new URL('../fixtures/trec/golden-stats.json', import.meta.url), 'utf8')) as {
  'exact_bootstrap_n5_[0,0,1,1,1]': { mean: number; 'p2.5': number; 'p97.5': number; n_resamples: number };
};

describe('the bootstrap of a mean', () => {
  it('over every resample of five values gives the exact bounds', () => {
    const expected = golden['exact_bootstrap_n5_[0,0,1,1,1]'];
    const all = Uint32Array.from({ length: 5 ** 5 * 5 }, (_, at) => Math.floor(Math.floor(at / 5) / 5 ** (at % 5)) % 5);
    const means = resampledMeans([0, 0, 1, 1, 1], all);
    expect(means).toHaveLength(expected.n_resamples);
    expect(Math.abs(means.reduce((a, b) => a + b) / means.length - expected.mean)).toBeLessThan(1e-12);
    const { low, high } = percentileInterval(means);
    expect(Math.abs(low - expected['p2.5'])).toBeLessThan(1e-12);
    expect(Math.abs(high - expected['p97.5'])).toBeLessThan(1e-12);
  });

  it('sets as many means aside below as above', () => {
    const means = Float64Array.from({ length: 1000 }, (_, i) => 999 - i);
    expect(percentileInterval(means)).toEqual({ low: 25, high: 974 });
  });

  it('is the same for the same seed, whatever was asked before', () => {
    const values = Array.from({ length: 30 }, (_, i) => 1 / (1 + (i % 7)));
    const first = createBootstrap(createRng(404).stream('bootstrap'));
    const second = createBootstrap(createRng(404).stream('bootstrap'));
    second.meanInterval(values.slice(0, 15));
    second.meanInterval(values.toReversed());
    expect(second.meanInterval(values)).toEqual(first.meanInterval(values));
    expect(createBootstrap(createRng(405)).meanInterval(values)).not.toEqual(first.meanInterval(values));
  });

  it('lies within the values, around the mean, and is a point where they are equal', () => {
    const bootstrap = createBootstrap(createRng(1));
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, (list) => {
        const { low, high } = bootstrap.meanInterval(list);
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...list) - 1e-12);
        expect(high).toBeLessThanOrEqual(Math.max(...list) + 1e-12);
      }),
    );
    expect(bootstrap.meanInterval([0.25])).toEqual({ low: 0.25, high: 0.25 });
    expect(bootstrap.meanInterval(Array(12).fill(0.5))).toEqual({ low: 0.5, high: 0.5 });
  });

  it('comes close to the normal interval for many values', () => {
    const rng = createRng(7);
    const values = Array.from({ length: 400 }, () => rng.float());
    const mean = values.reduce((a, b) => a + b) / 400;
    const half = 1.96 / Math.sqrt(12 * 400);
    const { low, high } = createBootstrap(rng.stream('b')).meanInterval(values);
    expect(Math.abs(low - (mean - half))).toBeLessThan(0.006);
    expect(Math.abs(high - (mean + half))).toBeLessThan(0.006);
  });

  it('refuses an empty list', () => {
    expect(() => createBootstrap(createRng(1)).meanInterval([])).toThrow(RangeError);
  });
});
