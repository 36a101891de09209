import { expect, it } from 'vitest';
import {
  numberNonRelevantRetrieved,
  numberOfTopics,
  numberRelevant,
  numberRelevantRetrieved,
  numberRetrieved,
} from '../../../src/eval/measures/counts.ts';
import { judgedOf } from '../judged-of.ts';

it('count topics, relevant, retrieved, both, and judged against', () => {
  const judged = judgedOf([2, undefined, 0, 1, -1], [1, 3]);
  expect(numberOfTopics.evaluate(judged, { rel: 1 })).toBe(1);
  expect(numberRelevant.evaluate(judged, { rel: 1 })).toBe(4);
  expect(numberRelevant.evaluate(judged, { rel: 2 })).toBe(2);
  expect(numberRetrieved.evaluate(judged, { rel: 0 })).toBe(5);
  expect(numberRetrieved.evaluate(judged, { rel: 2 })).toBe(1);
  expect(numberRelevantRetrieved.evaluate(judged, { rel: 1 })).toBe(2);
  expect(numberNonRelevantRetrieved.evaluate(judged, { rel: 1 })).toBe(1);
  expect(numberNonRelevantRetrieved.evaluate(judged, { rel: 2 })).toBe(2);
});
