import { describe, expect, it } from 'vitest';
import { averagePrecision } from '../../../src/eval/measures/average-precision.ts';
import { creditsOf, judgedOf } from '../judged-of.ts';

describe('AP', () => {
  it('averages precision at each relevant entry over all that is relevant', () => {
    // (1/1 + 2/3) / 3: the third relevant document was not retrieved.
    expect(averagePrecision.evaluate(judgedOf([1, 0, 1], [1]), { rel: 1 })).toBeCloseTo((1 + 2 / 3) / 3, 15);
  });

  it('with a cutoff still divides by all that is relevant', () => {
    expect(averagePrecision.evaluate(judgedOf([1, 0, 1]), { rel: 1, cutoff: 2 })).toBe(0.5);
  });

  it('ranks only what has the minimum grade', () => {
    expect(averagePrecision.evaluate(judgedOf([1, 2]), { rel: 2 })).toBe(0.5);
    expect(averagePrecision.evaluate(judgedOf([1]), { rel: 2 })).toBe(0);
  });

  it('is 1, not more, where the first chunk meets every need', () => {
    expect(
      averagePrecision.evaluate(
        creditsOf([
          [1, 1],
          [1, 1],
          [1, 1],
        ]),
        { rel: 1 },
      ),
    ).toBe(1);
  });
});
