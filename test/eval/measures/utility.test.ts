import { expect, it } from 'vitest';
import { utility } from '../../../src/eval/measures/utility.ts';
import { judgedOf } from '../judged-of.ts';

it('utility is so much for each relevant document retrieved, for each other one, for each missed', () => {
  const judged = judgedOf([1, 0, undefined], [1, 1]);
  expect(utility.evaluate(judged, { rel: 1, hit: 1, other: -1, missed: 0 })).toBe(-1);
  expect(utility.evaluate(judged, { rel: 1, hit: 3, other: -1, missed: -0.5 })).toBe(0);
});
