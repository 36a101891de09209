import { describe, expect, it } from 'vitest';
import { expectedReciprocalRank as err } from '../../../src/eval/measures/expected-reciprocal-rank.ts';
import { judgedOf } from '../judged-of.ts';

describe('ERR', () => {
  it('is the chance to stop at each entry, over its rank', () => {
    // Grades 3 and 1 of 4: 7/16 at rank 1, then 1/16 of what goes on at rank 3.
    const expected = 7 / 16 + ((9 / 16) * (1 / 16)) / 3;
    expect(err.evaluate(judgedOf([3, 0, 1]), { rel: 1, max: 4 })).toBeCloseTo(expected, 15);
    expect(err.evaluate(judgedOf([3, 0, 1]), { rel: 1, max: 4, cutoff: 2 })).toBe(7 / 16);
  });

  it('takes a grade above the highest as the highest', () => {
    expect(err.evaluate(judgedOf([9]), { rel: 1, max: 2 })).toBe(3 / 4);
  });
});
