import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { mcnemarExact } from '../../src/stats/mcnemar.ts';
import { pairedDifferences } from '../../src/stats/paired-differences.ts';
import { signFlipTests } from '../../src/stats/sign-flip.ts';
import { golden } from './recorded.ts';

const rng = createRng(404);
const test = (differences: readonly number[], permutations?: number) =>
  signFlipTests([differences], rng, permutations)[0]!;

describe('the sign-flip test', () => {
  it('counts the golden example: 160 of 256, p .625', () => {
    const { A, B, sign_flip_exact_two_sided, sign_flip_exact_count } = golden.paired_example;
    const [count, total] = sign_flip_exact_count;
    const found = test([...pairedDifferences(A, B)]);
    expect(found.p).toBe(sign_flip_exact_two_sided);
    // Three topics do not differ, which leaves 2^5 assignments: the share is the same.
    expect(found.count / found.total).toBe(count / total);
    expect(found.exact).toBe(true);
  });

  it('agrees with plain enumeration', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 9 }), (differences) => {
        const observed = Math.abs(differences.reduce((a, b) => a + b, 0));
        let count = 0;
        for (let mask = 0; mask < 2 ** differences.length; mask++) {
          const sum = differences.reduce((total, d, i) => total + ((mask >> i) & 1 ? -d : d), 0);
          if (Math.abs(sum) >= observed) count++;
        }
        expect(test(differences).p).toBe(count / 2 ** differences.length);
      }),
    );
  });

  it('on hits is McNemar’s exact test', () => {
    for (const [b, c] of [
      [8, 1],
      [5, 3],
      [6, 0],
      [1, 0],
      [12, 8],
    ] as const) {
      const differences = [...Array(b).fill(1), ...Array(c).fill(-1), 0, 0, 0];
      expect(test(differences).p).toBeCloseTo(mcnemarExact(b, c), 14);
    }
  });

  it('is 1 for identical runs and for a single topic', () => {
    expect(test(Array(50).fill(0)).p).toBe(1);
    expect(test([0.3]).p).toBe(1);
    expect(signFlipTests([], rng)).toEqual([]);
  });

  it('is decided by sums, not by their rounding', () => {
    const tenths = [0.1, 0.2, -0.3, 0.3, 0.7, -0.1, 0.6, -0.2];
    const whole = tenths.map((d) => Math.round(d * 10));
    expect(test(tenths).p).toBe(test(whole).p);
    expect(test(tenths.toReversed()).p).toBe(test(whole).p);
    const many = Array.from({ length: 40 }, (_, i) => (i % 7) - 2);
    expect(test(many.map((d) => d / 10)).p).toBe(test(many).p);
  });

  it('is exact to 20 differences, and sampled beyond, with the observed one counted', () => {
    const twenty = Array(20).fill(1);
    expect(test(twenty)).toEqual({ p: 2 / 2 ** 20, exact: true, count: 2, total: 2 ** 20 });
    const many = test(Array(64).fill(1));
    expect(many).toEqual({ p: 1 / 100_001, exact: false, count: 1, total: 100_001 });
  });

  it('sampled, comes close to the exact value', () => {
    // 21 differences, by McNemar: 14 against 7.
    const differences = [...Array(14).fill(1), ...Array(7).fill(-1)];
    const exact = mcnemarExact(14, 7);
    const found = test(differences);
    expect(found.exact).toBe(false);
    // Four standard errors of a share of 100,000.
    expect(Math.abs(found.p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 100_000));
  });

  it('depends on the seed and on nothing that is asked along', () => {
    const one = Array.from({ length: 30 }, (_, i) => Math.sin(i) + 0.2);
    const other = Array.from({ length: 30 }, (_, i) => Math.cos(i));
    const alone = signFlipTests([one], createRng(1), 2000)[0];
    expect(signFlipTests([other, one], createRng(1), 2000)[1]).toEqual(alone);
    expect(signFlipTests([one], createRng(2), 2000)[0]).not.toEqual(alone);
    expect(signFlipTests([one.map((d) => -d)], createRng(1), 2000)[0]).toEqual(alone);
  });

  it('raises at most 5 % false alarms where the systems are the same', () => {
    const draw = createRng(404).stream('null');
    // Skewed and with ties, as measures are; each difference symmetric around 0, as the null hypothesis says.
    const value = (): number => (draw.float() < 0.4 ? 1 / (1 + draw.int(10)) : 0);
    for (const [n, trials, permutations] of [
      [15, 2000, 0],
      [40, 500, 999],
    ] as const) {
      let alarms = 0;
      for (let trial = 0; trial < trials; trial++) {
        const differences = Array.from({ length: n }, () => value() - value());
        if (signFlipTests([differences], draw.stream(`${n}/${trial}`), permutations)[0]!.p <= 0.05) alarms++;
      }
      // Three standard errors above 5 %.
      expect(alarms / trials).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials));
      expect(alarms).toBeGreaterThan(0);
    }
  });
});
