import { describe, expect, it } from 'vitest';
import { reciprocalRank } from '../../../src/eval/measures/reciprocal-rank.ts';
import { judgedOf } from '../judged-of.ts';

describe('RR', () => {
  const judged = judgedOf([0, undefined, 1, 2]);

  it('is one over the rank of the first relevant entry', () => {
    expect(reciprocalRank.evaluate(judged, { rel: 1 })).toBe(1 / 3);
    expect(reciprocalRank.evaluate(judged, { rel: 2 })).toBe(1 / 4);
    expect(reciprocalRank.evaluate(judged, { rel: 3 })).toBe(0);
  });

  it('with a cutoff is 0 for anything below it', () => {
    expect(reciprocalRank.evaluate(judged, { rel: 1, cutoff: 2 })).toBe(0);
    expect(reciprocalRank.evaluate(judged, { rel: 1, cutoff: 3 })).toBe(1 / 3);
  });
});
