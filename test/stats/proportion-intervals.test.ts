import { describe, expect, it } from 'vitest';
import { clopperPearsonInterval, jeffreysInterval } from '../../src/stats/proportion-intervals.ts';
import { error, golden } from './recorded.ts';

describe('beta intervals of a proportion', () => {
  it.each(Object.entries(golden.proportions))('%s agrees with the reference', (written, expected) => {
    const [hits, n] = written.split('/').map(Number) as [number, number];
    for (const [found, [low, high]] of [
      [clopperPearsonInterval(hits, n), expected.clopper_pearson95],
      [jeffreysInterval(hits, n), expected.jeffreys95],
    ] as const) {
      expect(error(found.low, low)).toBeLessThan(1e-12);
      expect(error(found.high, high)).toBeLessThan(1e-12);
    }
  });

  it('refuse what is no proportion', () => {
    expect(() => clopperPearsonInterval(2, 1)).toThrow(RangeError);
    expect(() => jeffreysInterval(0, 0)).toThrow(RangeError);
  });
});
