import { describe, expect, it } from 'vitest';
import { judgedRate, unjudgedRate } from '../../../src/eval/measures/judgment-rates.ts';
import { judgedOf } from '../judged-of.ts';

const judged = judgedOf([1, undefined, 0, -1]);

describe('Judged', () => {
  it('is a share of what was returned, or of k', () => {
    expect(judgedRate.evaluate(judged, { rel: 1, of: 'returned', cutoff: 3 })).toBeCloseTo(2 / 3, 15);
    expect(judgedRate.evaluate(judged, { rel: 1, of: 'returned', cutoff: 10 })).toBe(0.5);
    expect(judgedRate.evaluate(judged, { rel: 1, of: 'cutoff', cutoff: 10 })).toBe(0.2);
    expect(judgedRate.evaluate(judged, { rel: 1, of: 'returned' })).toBe(0.5);
    expect(judgedRate.evaluate(judgedOf([]), { rel: 1, of: 'returned', cutoff: 5 })).toBe(0);
  });
});

describe('unj', () => {
  it('is a share of k places, however few were returned', () => {
    expect(unjudgedRate.evaluate(judged, { rel: 1, cutoff: 2 })).toBe(0.5);
    expect(unjudgedRate.evaluate(judged, { rel: 1, cutoff: 10 })).toBe(0.2);
  });
});
