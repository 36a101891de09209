// The worked values of reciprocal rank fusion, and scaling that no list of finite scores breaks.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minMaxScaled, rrfVote } from '../../src/core/fusion-formulas.ts';

const golden = JSON.parse(readFileSync(new URL('../fixtures/trec/golden-stats.json', import.meta.url), 'utf8')).rrf;

describe('rrfVote', () => {
  it('gives the worked votes', () => {
    expect(rrfVote(60, 1) + rrfVote(60, 40)).toBeCloseTo(golden.seed_1_and_40, 15);
    expect(rrfVote(60, 10) + rrfVote(60, 10)).toBeCloseTo(golden.seed_10_and_10, 15);
    expect(rrfVote(60, 1) + rrfVote(60, 8)).toBeCloseTo(0.0311, 4);
    expect(rrfVote(60, 3) + rrfVote(60, 2)).toBeCloseTo(0.032, 4);
    expect(rrfVote(60, 1) + rrfVote(60, 3)).toBeCloseTo(0.03227, 5);
    expect(rrfVote(60, 1)).toBeCloseTo(0.01639, 5);
  });
});

describe('minMaxScaled', () => {
  it('scales by the first and the last', () => {
    expect([...minMaxScaled(Float64Array.of(14, 11, 10))]).toEqual([1, 0.25, 0]);
  });

  it('is 1 for each where all are equal, a single one too', () => {
    expect([...minMaxScaled(Float64Array.of(0.42, 0.42, 0.42))]).toEqual([1, 1, 1]);
    expect([...minMaxScaled(Float64Array.of(-7))]).toEqual([1]);
    expect(minMaxScaled(Float64Array.of())).toHaveLength(0);
  });

  it('stays within 0 and 1 and keeps the order, whatever the scores', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (scores) => {
        const scaled = minMaxScaled(Float64Array.from(scores).sort().reverse());
        expect(scaled[0]).toBe(1);
        for (const [i, value] of scaled.entries()) {
          expect(value >= 0 && value <= (scaled[i - 1] ?? 1)).toBe(true);
        }
      }),
    );
  });
});
