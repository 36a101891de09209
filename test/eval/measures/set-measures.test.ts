import { describe, expect, it } from 'vitest';
import { setAp, setF, setPrecision, setRecall } from '../../../src/eval/measures/set-measures.ts';
import { judgedOf } from '../judged-of.ts';

describe('measures of the set', () => {
  // 2 of 4 retrieved are relevant, of 3 there are.
  const judged = judgedOf([0, 1, undefined, 2], [1]);

  it('precision, relative precision, recall, F and AP', () => {
    expect(setPrecision.evaluate(judged, { rel: 1, relative: false })).toBe(0.5);
    expect(setPrecision.evaluate(judged, { rel: 1, relative: true })).toBeCloseTo(2 / 3, 15);
    expect(setRecall.evaluate(judged, { rel: 1 })).toBeCloseTo(2 / 3, 15);
    expect(setF.evaluate(judged, { rel: 1, beta: 1 })).toBeCloseTo((2 * 0.5 * (2 / 3)) / (0.5 + 2 / 3), 15);
    expect(setF.evaluate(judged, { rel: 1, beta: 0.5 })).toBeCloseTo((1.5 * 0.5 * (2 / 3)) / (0.25 + 2 / 3), 15);
    expect(setAp.evaluate(judged, { rel: 1 })).toBeCloseTo(4 / 12, 15);
  });

  it('are 0 where nothing was retrieved, or nothing is relevant', () => {
    for (const empty of [judgedOf([], [1]), judgedOf([0, undefined]), judgedOf([])]) {
      expect(setPrecision.evaluate(empty, { rel: 1, relative: false })).toBe(0);
      expect(setPrecision.evaluate(empty, { rel: 1, relative: true })).toBe(0);
      expect(setRecall.evaluate(empty, { rel: 1 })).toBe(0);
      expect(setF.evaluate(empty, { rel: 1, beta: 1 })).toBe(0);
      expect(setAp.evaluate(empty, { rel: 1 })).toBe(0);
    }
  });
});
