import { describe, expect, it } from 'vitest';
import { recall } from '../../../src/eval/measures/recall.ts';
import { creditsOf, judgedOf } from '../judged-of.ts';

describe('R@k', () => {
  it('is the share of the relevant that stands in the top k', () => {
    const judged = judgedOf([undefined, 1, 0, 2], [1, 1]);
    expect(recall.evaluate(judged, { rel: 1, cutoff: 1 })).toBe(0);
    expect(recall.evaluate(judged, { rel: 1, cutoff: 2 })).toBe(0.25);
    expect(recall.evaluate(judged, { rel: 1, cutoff: 10 })).toBe(0.5);
    expect(recall.evaluate(judged, { rel: 2, cutoff: 10 })).toBe(1);
  });

  it('counts every need of a chunk that meets several', () => {
    expect(
      recall.evaluate(
        creditsOf(
          [
            [1, 1],
            [1, 1],
          ],
          [1],
        ),
        { rel: 1, cutoff: 1 },
      ),
    ).toBeCloseTo(2 / 3, 15);
  });

  it('is 0 where nothing is relevant', () => {
    expect(recall.evaluate(judgedOf([0, undefined]), { rel: 1, cutoff: 5 })).toBe(0);
  });
});
