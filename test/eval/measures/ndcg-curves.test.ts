import { describe, expect, it } from 'vitest';
import { ndcgAtLevels, ndcgAtRelevant } from '../../../src/eval/measures/ndcg-curves.ts';
import { judgedOf } from '../judged-of.ts';

const log = (rank: number): number => Math.log2(1 + rank);

describe('ndcg_rel', () => {
  it('averages nDCG over the relevant documents, at the end for those not retrieved', () => {
    // Ideal 2, 1, 1: found 1 at rank 1 and 2 at rank 3.
    const best = 2 + 1 / log(2) + 1 / log(3);
    const end = (1 + 2 / log(3)) / best;
    expect(ndcgAtRelevant.evaluate(judgedOf([1, 0, 2], [1]), { rel: 1 })).toBeCloseTo((1 / 2 + end + end) / 3, 15);
  });
});

describe('Rndcg', () => {
  it('averages nDCG over the ends of the levels, and the end of a longer ranking', () => {
    const best = 2 + 1 / log(2);
    // Levels end at ranks 1 and 2: nothing found there. The ranking ends at 4, more than one place further.
    const end = (2 / log(3) + 1 / log(4)) / best;
    expect(ndcgAtLevels.evaluate(judgedOf([0, 0, 2, 1]), { rel: 1 })).toBeCloseTo((0 + 0 + end) / 3, 15);
    expect(ndcgAtLevels.evaluate(judgedOf([0, 0, 2], [1]), { rel: 1 })).toBe(0);
    expect(ndcgAtLevels.evaluate(judgedOf([2, 1]), { rel: 1 })).toBe(1);
  });

  it('is 0 where nothing reaches the minimum grade', () => {
    expect(ndcgAtLevels.evaluate(judgedOf([2, 1]), { rel: 3 })).toBe(0);
  });
});
