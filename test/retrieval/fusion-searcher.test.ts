import { describe, expect, it } from 'vitest';
import type { Searcher } from '../../src/core/contracts.ts';
import { openFusion } from '../../src/retrieval/fusion-searcher.ts';
import { cannedSearcher } from './canned-searcher.ts';
import { topicOf } from './small-world.ts';

const list = cannedSearcher([[0, 1]]);
const ones = { votesOf: () => [1], weightOf: () => 1 };
const withTerms = (terms: Record<string, number>): Searcher => ({
  ...list,
  terms: () => Object.entries(terms).map(([term, chunks]) => ({ term, chunks })),
});

describe('a fusion', () => {
  it('has the terms of its inputs when all have terms, and none when one reads more than terms', () => {
    const both = openFusion([withTerms({ leave: 2 }), withTerms({ leave: 3, day: 1 })], 9, 1, ones);
    expect(both.terms!(topicOf('q'))).toEqual([
      { term: 'leave', chunks: 3 },
      { term: 'day', chunks: 1 },
    ]);
    expect(openFusion([withTerms({ leave: 2 }), list], 9, 1, ones).terms).toBeUndefined();
  });

  it('reaches as far as the input that reads furthest', () => {
    const clipped: Searcher = { ...list, reach: () => 100 };
    const further: Searcher = { ...list, reach: () => 300 };
    expect(openFusion([clipped, further], 9, 1, ones).reach!(0)).toBe(300);
    expect(openFusion([clipped, list], 9, 1, ones).reach).toBeUndefined();
  });

  it('is explained by the names of its inputs, or their numbers where they have none', async () => {
    const fusion = openFusion([{ ...list, name: 'dense(pool=mean)' }, list], 9, 2, {
      votesOf: () => [2],
      weightOf: () => 1,
    });
    expect(await fusion.explain!(topicOf('a', 'a'), 0)).toEqual([
      { term: 'dense(pool=mean) rank 1', weight: 2 },
      { term: 'list 2 rank 1', weight: 2 },
    ]);
  });

  it('sums votes over inputs for each question by itself', async () => {
    const fusion = openFusion([list, list], 9, 2, ones);
    const rankings = await fusion.search([
      { topic: topicOf('a', 'a'), depth: 2 },
      { topic: topicOf('b', 'b'), depth: 2 },
    ]);
    expect(rankings.map(({ topicId, scores, signal }) => [topicId, [...scores], signal])).toEqual([
      ['a', [2, 0], 1],
      ['b', [2, 0], 1],
    ]);
  });
});
