import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mcnemarExact } from '../../src/stats/mcnemar.ts';

const golden = JSON.parse(readFileSync(new URL('../fixtures/trec/golden-stats.json', import.meta.url), 'utf8')) as {
  mcnemar: Record<string, { exact_p: number }>;
};

describe("McNemar's exact test", () => {
  it.each(Object.entries(golden.mcnemar))('%s agrees with the reference to 1e-12', (written, { exact_p }) => {
    const [b, c] = written.match(/\d+/g)!.map(Number) as [number, number];
    expect(Math.abs(mcnemarExact(b, c) / exact_p - 1)).toBeLessThan(1e-12);
    expect(mcnemarExact(c, b)).toBe(mcnemarExact(b, c));
  });

  it('25 against 0 is 5.96e-8, 8 against 1 .0390625, 6 against 0 .03125, 5 against 0 .0625', () => {
    expect(mcnemarExact(25, 0).toExponential(2)).toBe('5.96e-8');
    expect([mcnemarExact(8, 1), mcnemarExact(6, 0), mcnemarExact(5, 0)]).toEqual([0.0390625, 0.03125, 0.0625]);
  });

  it('is 1 where nothing differs or both sides win as often', () => {
    expect([mcnemarExact(0, 0), mcnemarExact(1, 0), mcnemarExact(7, 7), mcnemarExact(5000, 5000)]).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it('agrees with exact integers', () => {
    for (let n = 1; n <= 60; n++) {
      for (let c = 0; c <= n / 2; c++) {
        let term = 1n;
        let sum = 1n;
        for (let i = 1n; i <= BigInt(c); i++) {
          term = (term * (BigInt(n) - i + 1n)) / i;
          sum += term;
        }
        const exact = Math.min(1, Number(sum) / 2 ** (n - 1));
        expect(Math.abs(mcnemarExact(n - c, c) / exact - 1)).toBeLessThan(1e-12);
      }
    }
  });

  it('neither overflows nor reaches 0 for many pairs', () => {
    expect(mcnemarExact(100_000, 0)).toBe(Number.MIN_VALUE);
    // About two standard deviations: 2 * (1 - Phi(1.99)) is .0466.
    expect(mcnemarExact(5100, 4900)).toBeCloseTo(0.0466, 3);
  });

  it('refuses what is no count', () => {
    for (const [b, c] of [
      [-1, 2],
      [1.5, 2],
      [Number.NaN, 0],
    ] as const) {
      expect(() => mcnemarExact(b, c)).toThrow(RangeError);
    }
  });
});
