// A pass of queries ends in time, however slow the system; the rate is that of the fastest pass.
import { describe, expect, it } from 'vitest';

interface Measure {
  rate(most: number, ask: (count: number) => Promise<void>, budget: number, clock: () => number): Promise<number>;
}

/** Plain JavaScript without declarations. */
const load = <Module>(file: string): Promise<Module> => import(new URL(file, import.meta.url).href);
const { rate } = await load<Measure>('./measure.mjs');

/** A system whose queries take so many seconds each, on a clock of its own. */
async function asked(perQuery: number, most = 5000): Promise<{ value: number; seconds: number; counts: number[] }> {
  let now = 0;
  const counts: number[] = [];
  const ask = async (count: number): Promise<void> => {
    counts.push(count);
    now += perQuery * count;
  };
  const value = await rate(most, ask, 6, () => now);
  return { value, seconds: now, counts };
}

describe('rate', () => {
  it.each([1e-5, 1e-3, 0.05, 0.4, 0.9, 5, 40])(
    'of queries of %d seconds is found in bounded time',
    async (perQuery) => {
      const { value, seconds } = await asked(perQuery);
      expect(value).toBeCloseTo(1 / perQuery, 6);
      expect(seconds).toBeLessThanOrEqual(Math.max(42, perQuery));
    },
  );

  it('asks a slow system few queries, a fast one all, none that do not exist', async () => {
    expect(Math.max(...(await asked(0.9)).counts)).toBeLessThan(20);
    expect(Math.max(...(await asked(1e-5)).counts)).toBe(5000);
    expect(Math.max(...(await asked(1e-3, 93)).counts)).toBe(93);
  });

  it('counts the fastest pass', async () => {
    let now = 0;
    const costs = [1, 1, 1, 3, 2, 4, 4, 4];
    const ask = async (count: number): Promise<void> => {
      now += (costs.shift() ?? 4) * count * 0.01;
    };
    expect(await rate(20, ask, 1.5, () => now)).toBeCloseTo(1 / 0.02, 6);
  });
});
