import { expect, it } from 'vitest';
import { averagePrecision } from '../../../src/eval/measures/average-precision.ts';
import { geometricMap } from '../../../src/eval/measures/geometric-map.ts';
import { judgedOf } from '../judged-of.ts';

it('GMAP is AP by topic, and a geometric mean over topics', () => {
  const judged = judgedOf([0, 1, 0, 2], [1]);
  expect(geometricMap.evaluate(judged, { rel: 1 })).toBe(averagePrecision.evaluate(judged, { rel: 1 }));
  expect(geometricMap.aggregate).toBe('geometric');
});
