import { describe, expect, it } from 'vitest';
import { elevenPointAverage, interpolatedPrecision } from '../../../src/eval/measures/interpolated-precision.ts';
import { judgedOf } from '../judged-of.ts';

const iprec = (cutoff: number, place = 'nearest'): number =>
  interpolatedPrecision.evaluate(judgedOf([1, 0, 1, 0, 0, 1], [1]), { rel: 1, place, cutoff });

describe('IPrec', () => {
  it('is the best precision at that recall or beyond', () => {
    // Precision 1, 2/3, 1/2 at the first, second and third of four.
    expect([0, 0.25, 0.5, 0.75, 1].map((share) => iprec(share))).toEqual([1, 1, 2 / 3, 0.5, 0]);
  });

  it('rounds a share of recall to whole documents; trec_eval 9 went up', () => {
    expect(iprec(0.3)).toBe(1);
    expect(iprec(0.3, 'up')).toBe(2 / 3);
    expect(iprec(0.4)).toBe(2 / 3);
  });
});

describe('11pt_avg', () => {
  it('averages eleven points; where nothing is relevant it is 0', () => {
    // Of 4: places 1 1 1 1 2 2 2 3 3 4 4.
    const expected = (4 * 1 + (3 * 2) / 3 + 2 * 0.5) / 11;
    const judged = judgedOf([1, 0, 1, 0, 0, 1], [1]);
    expect(elevenPointAverage.evaluate(judged, { rel: 1, place: 'nearest' })).toBeCloseTo(expected, 15);
    expect(elevenPointAverage.evaluate(judgedOf([0]), { rel: 1, place: 'up' })).toBe(0);
  });
});
