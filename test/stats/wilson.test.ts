import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../../src/stats/wilson.ts';

const golden = JSON.parse(readFileSync(new URL('../fixtures/trec/golden-stats.json', import.meta.url), 'utf8')) as {
  proportions: Record<string, { wilson95: [number, number] }>;
};

describe("Wilson's interval", () => {
  it.each(Object.entries(golden.proportions))('%s agrees with the reference to 1e-12', (written, { wilson95 }) => {
    const [hits, n] = written.split('/').map(Number) as [number, number];
    const { low, high } = wilsonInterval(hits, n);
    expect(Math.abs(low - wilson95[0])).toBeLessThan(1e-12);
    expect(Math.abs(high - wilson95[1])).toBeLessThan(1e-12);
  });

  it('gives the figures that the report is known by', () => {
    const shown = (hits: number, n: number, digits: number): string[] => {
      const { low, high } = wilsonInterval(hits, n);
      return [low.toFixed(digits), high.toFixed(digits)];
    };
    expect(shown(29, 30, 4)).toEqual(['0.8333', '0.9941']);
    expect(shown(4, 30, 4)).toEqual(['0.0531', '0.2968']);
    expect(shown(9, 15, 3)).toEqual(['0.357', '0.802']);
    expect(shown(6, 15, 3)).toEqual(['0.198', '0.643']);
    expect(shown(10, 10, 4)).toEqual(['0.7225', '1.0000']);
  });

  it('holds the proportion, stays within 0 and 1, touches the ends only there, and mirrors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const hits = Math.round(share * n);
        const { low, high } = wilsonInterval(hits, n);
        expect(low <= hits / n && hits / n <= high && low >= 0 && high <= 1).toBe(true);
        expect([low === 0, high === 1]).toEqual([hits === 0, hits === n]);
        expect(wilsonInterval(n - hits, n).low).toBeCloseTo(1 - high, 10);
      }),
    );
  });

  it('refuses what is no proportion', () => {
    for (const [hits, n] of [
      [0, 0],
      [2, 1],
      [-1, 3],
      [Number.NaN, 3],
    ] as const) {
      expect(() => wilsonInterval(hits, n)).toThrow(RangeError);
    }
  });
});
