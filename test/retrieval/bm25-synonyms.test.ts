import { describe, expect, it } from 'vitest';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { bm25Synonyms, expandQuery } from '../../src/retrieval/bm25-synonyms.ts';
import { collectionOf, contextOf, matched, matches, topicOf } from './small-world.ts';

const groups = [
  ['leave', 'vacation', 'holiday'],
  ['badge', 'card'],
];
const expansions = new Map([
  ['id', ['badge']],
  ['card', ['badge']],
  ['vacation', ['leave', 'holiday']],
]);

describe('query expansion', () => {
  it('adds a term once even if several terms of the question add it', () => {
    expect(expandQuery(['id', 'card'], expansions)).toEqual(['id', 'card', 'badge']);
  });

  it('does not add a term that the question holds already', () => {
    expect(expandQuery(['vacation', 'leave'], expansions)).toEqual(['vacation', 'leave', 'holiday']);
  });

  it('keeps repeated words of the question', () => {
    expect(expandQuery(['desk', 'desk', 'card'], expansions)).toEqual(['desk', 'desk', 'card', 'badge']);
  });
});

describe('bm25-synonyms', () => {
  const collection = collectionOf(['annual leave', 'access badge', 'meeting room']);
  const params = { k1: 1.2, b: 0.75, analyzer: 'article' };

  it('finds a chunk that shares only a synonym with the question, and explains it by that term', async () => {
    const searcher = await bm25Synonyms.open(collection, params, contextOf({ groups }), []);
    const topic = topicOf('vacation days');
    const [ranking] = await searcher.search([{ topic, depth: 3 }]);
    expect(matched(ranking!)).toEqual([0]);
    expect((await searcher.explain!(topic, 0)).map(({ term }) => term)).toEqual(['leave']);
    expect(searcher.terms!(topic).map(({ term }) => term)).toEqual(['vacation', 'day', 'leave', 'holiday']);
  });

  it('equals bm25 where there are no synonyms', async () => {
    const request = [{ topic: topicOf('annual badge'), depth: 3 }];
    const expanded = await bm25Synonyms.open(collection, params, contextOf(), []);
    const plain = await bm25.open(collection, params, contextOf(), []);
    expect(matches((await expanded.search(request))[0]!)).toEqual(matches((await plain.search(request))[0]!));
  });

  it('reads synonyms with the analyzer of the question', async () => {
    const relations = collectionOf(['general relation', 'room']);
    const synonyms = contextOf({ groups: [['kinship', 'relations']] });
    const searcher = await bm25Synonyms.open(relations, { ...params, analyzer: 'english-lucene' }, synonyms, []);
    const [ranking] = await searcher.search([{ topic: topicOf('KINSHIPS'), depth: 2 }]);
    expect([...ranking!.chunks.subarray(0, ranking!.signal)]).toEqual([0]);
  });
});
