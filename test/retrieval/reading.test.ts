import { describe, expect, it } from 'vitest';
import type { Searcher } from '../../src/core/contracts.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { bm25Synonyms } from '../../src/retrieval/bm25-synonyms.ts';
import { synonymTfidf } from '../../src/retrieval/synonym-tfidf.ts';
import { collectionOf, contextOf, topicOf } from './small-world.ts';

const collection = collectionOf(['Annual leave is booked early.', 'Vacations are short.', 'Leave the badges.']);
const context = contextOf({ groups: [['vacation', 'leave', 'holiday']] });
const read = (searcher: Searcher, text: string) => searcher.reading!(topicOf(text));

describe('a question as it is read', () => {
  it('holds every word as typed, in order, with what became of it and where it occurs', async () => {
    const searcher = await bm25.open(collection, { k1: 1.2, b: 0.75, analyzer: 'article' }, context, []);
    expect(read(searcher, 'How long are Vacations? LEAVE!')).toEqual([
      { word: 'How', terms: [], dropped: 'stop word', added: [], chunks: 0 },
      { word: 'long', terms: ['long'], added: [], chunks: 0 },
      { word: 'are', terms: [], dropped: 'stop word', added: [], chunks: 0 },
      { word: 'Vacations', terms: ['vacation'], added: [], chunks: 1 },
      { word: 'LEAVE', terms: ['leave'], added: [], chunks: 2 },
    ]);
  });

  it('shows what an expansion adds, but not what the question holds already', async () => {
    const searcher = await bm25Synonyms.open(collection, { k1: 1.2, b: 0.75, analyzer: 'article' }, context, []);
    expect(read(searcher, 'vacation leave')).toEqual([
      { word: 'vacation', terms: ['vacation'], added: ['holiday'], by: 'expansion', chunks: 1 },
      { word: 'leave', terms: ['leave'], added: ['holiday'], by: 'expansion', chunks: 2 },
    ]);
  });

  it('counts the chunks of a whole group', async () => {
    const searcher = await synonymTfidf.open(collection, { trigram: 0.2, analyzer: 'article' }, context, []);
    expect(read(searcher, 'holiday')).toEqual([
      { word: 'holiday', terms: ['holiday'], added: ['vacation', 'leave'], by: 'group', chunks: 3 },
    ]);
  });

  it('reads nothing of nothing, and words in other scripts as its analyzer does', async () => {
    const params = { k1: 1.2, b: 0.75 };
    const article = await bm25.open(collection, { ...params, analyzer: 'article' }, context, []);
    const lucene = await bm25.open(collection, { ...params, analyzer: 'english-lucene' }, context, []);
    expect(read(article, ' ?! ')).toEqual([]);
    expect(read(article, 'Ünder')).toEqual([{ word: 'nder', terms: ['nder'], added: [], chunks: 0 }]);
    expect(read(lucene, "the cat's Ünders")).toEqual([
      { word: 'the', terms: [], dropped: 'stop word', added: [], chunks: 0 },
      { word: "cat's", terms: ['cat'], added: [], chunks: 0 },
      { word: 'Ünders', terms: ['ünder'], added: [], chunks: 0 },
    ]);
  });
});
