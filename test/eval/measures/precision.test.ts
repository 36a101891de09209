import { describe, expect, it } from 'vitest';
import { precision } from '../../../src/eval/measures/precision.ts';
import { creditsOf, judgedOf } from '../judged-of.ts';

describe('P@k', () => {
  it('divides by k, however few were returned', () => {
    expect(precision.evaluate(judgedOf([1, 1]), { rel: 1, cutoff: 5 })).toBe(0.4);
    expect(precision.evaluate(judgedOf([1, 2]), { rel: 2, cutoff: 1 })).toBe(0);
  });

  it('counts places: a chunk that meets two needs is one entry', () => {
    expect(
      precision.evaluate(
        creditsOf([
          [1, 1],
          [1, 1],
        ]),
        { rel: 1, cutoff: 1 },
      ),
    ).toBe(1);
    expect(
      precision.evaluate(
        creditsOf([
          [1, 1],
          [1, 1],
          [3, 2],
        ]),
        { rel: 1, cutoff: 4 },
      ),
    ).toBe(0.5);
  });

  it('cannot be asked without a cutoff', () => {
    expect(() => precision.evaluate(judgedOf([1]), { rel: 1 })).toThrow(RangeError);
  });
});
