import { describe, expect, it } from 'vitest';
import { countFound, countRelevant } from '../../../src/eval/measures/credits.ts';
import { judgedOf } from '../judged-of.ts';

describe('counting credits', () => {
  const judged = judgedOf([undefined, 3, 0, 1, -2, 2], [1, 3]);

  it('counts what is relevant by minimum grade, retrieved or not', () => {
    expect([1, 2, 3, 4].map((rel) => countRelevant(judged, rel))).toEqual([5, 3, 2, 0]);
  });

  it('counts what was found within the cutoff, by minimum grade', () => {
    expect([1, 2, 4, 6, Infinity].map((cutoff) => countFound(judged, 1, cutoff))).toEqual([0, 1, 2, 3, 3]);
    expect(countFound(judged, 2, 6)).toBe(2);
  });
});
