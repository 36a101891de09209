import { expect, it } from 'vitest';
import { largestFirst } from '../../src/retrieval/explanation.ts';

it('puts the largest weight first and equal weights in the order of their terms', () => {
  const given = [
    { term: 'b', weight: 1 },
    { term: 'c', weight: 2 },
    { term: 'a', weight: 1 },
  ];
  expect(largestFirst(given).map(({ term }) => term)).toEqual(['c', 'a', 'b']);
});
