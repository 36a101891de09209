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

  it("tells each list's rank, score and vote, those that do not hold the chunk or let it not vote too", async () => {
    const strict = cannedSearcher(
      [
        [1, 9],
        [0, 0],
      ],
      1,
    );
    const fusion = openFusion([{ ...list, name: 'lex' }, strict, cannedSearcher([[1, 2]])], 9, 2, {
      votesOf: ({ signal }, input) => Array.from({ length: signal }, () => input + 1),
      weightOf: (input) => 10 * input,
      normalisedOf: ({ scores }) => scores.map((score) => score / 10),
    });
    expect(await fusion.anatomy!(topicOf('q'), 0)).toEqual({
      kind: 'lists',
      votes: [
        { list: 'lex', rank: 1, signal: true, score: 1, normalised: 0.1, weight: 0, vote: 1 },
        { list: 'list 2', rank: 2, signal: false, score: 0, normalised: 0, weight: 10, vote: 0 },
        { list: 'list 3', rank: null, signal: false, score: null, weight: 20, vote: 0 },
      ],
    });
    expect(await openFusion([list], 9, 2, ones).anatomy!(topicOf('q'), 1)).toBeUndefined();
  });

  it('reads a question as the first of its inputs that has words', () => {
    const reading = () => [{ word: 'Leave', terms: ['leave'], added: [], chunks: 1 }];
    expect(openFusion([list, { ...list, reading }], 9, 1, ones).reading!(topicOf('q'))).toEqual(reading());
    expect(openFusion([list], 9, 1, ones).reading).toBeUndefined();
  });
});
