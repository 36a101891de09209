import { expect, it } from 'vitest';
import { relevanceString } from '../../src/eval/relevance-string.ts';
import { judgedOf } from './judged-of.ts';

it('is a character an entry: grade, > above 9, - unjudged, . pooled and unjudged', () => {
  const judged = judgedOf([undefined, 0, 3, 9, 10, -1, -2, 1]);
  expect(relevanceString(judged, 10)).toBe('-039>..1');
  expect(relevanceString(judged, 3)).toBe('-03');
  expect(relevanceString(judgedOf([]), 10)).toBe('');
});
