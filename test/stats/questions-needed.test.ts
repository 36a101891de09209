import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { mcnemarExact } from '../../src/stats/mcnemar.ts';
import { questionsNeeded } from '../../src/stats/questions-needed.ts';
import { pairedT } from '../../src/stats/student-t.ts';

/** n differences with so many lost and gained. */
function changes(n: number, lost: number, gained: number): number[] {
  return Array.from({ length: n }, (_, i) => (i < lost ? -1 : i < lost + gained ? 1 : 0));
}

describe('questionsNeeded', () => {
  it('follows the formula of means', () => {
    // sd 0.5 (population), mean 0.1: ((1.959964 + 0.841621) * 0.5 / 0.1)^2 = 196.2
    const differences = Array.from({ length: 1000 }, (_, i) => -0.1 + (i % 2 === 0 ? 0.5 : -0.5));
    expect(questionsNeeded({ differences, hits: false, alpha: 0.05 })).toBe(197);
  });

  it('asks for more questions the smaller the drop and the stricter the level', () => {
    const of = (lost: number, alpha: number) =>
      questionsNeeded({ differences: changes(100, lost, 2), hits: true, alpha })!;
    expect(of(4, 0.05)).toBeGreaterThan(of(8, 0.05));
    expect(of(4, 0.05 / 8)).toBeGreaterThan(of(4, 0.05));
  });

  it('never names a number on which no outcome could be significant', () => {
    // Five questions that all fell: p = 2^-4 = 0.0625 at best; six are needed.
    expect(questionsNeeded({ differences: changes(5, 5, 0), hits: true, alpha: 0.05 })).toBeGreaterThanOrEqual(6);
    expect(questionsNeeded({ differences: [-0.1, -0.1, -0.1], hits: false, alpha: 0.05 })).toBe(6);
  });

  it('is null where there is no difference', () => {
    expect(questionsNeeded({ differences: [0, 0], hits: true, alpha: 0.05 })).toBeNull();
    expect(questionsNeeded({ differences: [1, -1], hits: true, alpha: 0.05 })).toBeNull();
  });

  it.each([
    [12, 2],
    [6, 1],
    [25, 15],
  ])('gives 80 %% power to find %i lost and %i gained of 100 again', (lost, gained) => {
    const n = questionsNeeded({ differences: changes(100, lost, gained), hits: true, alpha: 0.05 })!;
    const rng = createRng(11).stream(`power ${lost} ${gained}`);
    const rounds = 2000;
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      let wins = 0;
      let losses = 0;
      for (let i = 0; i < n; i++) {
        const draw = rng.int(100);
        if (draw < lost) losses++;
        else if (draw < lost + gained) wins++;
      }
      if (mcnemarExact(wins, losses) <= 0.05) found++;
    }
    // 2,000 rounds: standard error 0.9 points.
    expect(found / rounds).toBeGreaterThan(0.77);
    expect(found / rounds).toBeLessThan(0.88);
  });

  it('gives 80 % power to a mean', () => {
    const seen = [-0.5, -0.5, 0.25, 0, 0, 0, 0, 0, 0, 0];
    const n = questionsNeeded({ differences: seen, hits: false, alpha: 0.05 })!;
    const rng = createRng(11).stream('power of means');
    let found = 0;
    for (let round = 0; round < 2000; round++) {
      const drawn = Float64Array.from({ length: n }, () => seen[rng.int(seen.length)]!);
      if ((pairedT(drawn)?.p ?? 1) <= 0.05) found++;
    }
    expect(found / 2000).toBeGreaterThan(0.77);
    expect(found / 2000).toBeLessThan(0.88);
  });
});
