import { expect, it } from 'vitest';
import { relativePrecision } from '../../../src/eval/measures/relative-precision.ts';
import { judgedOf } from '../judged-of.ts';

it('relative_P is precision while k is at most R, then recall', () => {
  const judged = judgedOf([1, 0, 1], [1]);
  expect(relativePrecision.evaluate(judged, { rel: 1, cutoff: 2 })).toBe(0.5);
  expect(relativePrecision.evaluate(judged, { rel: 1, cutoff: 10 })).toBeCloseTo(2 / 3, 15);
  expect(relativePrecision.evaluate(judgedOf([0]), { rel: 1, cutoff: 10 })).toBe(0);
});
