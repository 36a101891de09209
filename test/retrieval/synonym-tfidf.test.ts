import { describe, expect, it } from 'vitest';
import { indexOf } from '../../src/retrieval/inverted-index.ts';
import { synonymTfidf } from '../../src/retrieval/synonym-tfidf.ts';
import { articleAnalyzer } from '../../src/text/article-analyzer.ts';
import { collectionOf, contextOf, matched, topicOf } from './small-world.ts';

const groups = [['leave', 'vacation', 'holiday']];

describe('synonym-tfidf', () => {
  const collection = collectionOf([
    'The parking garage opens at six.',
    'Annual leave requests must be submitted at least 3 weeks in advance.',
    'Badges are replaced by the security desk.',
  ]);

  it('closes the gap between vacation and leave', async () => {
    const searcher = await synonymTfidf.open(
      collection,
      { trigram: 0.2, analyzer: 'article' },
      contextOf({ groups }),
      [],
    );
    const [ranking] = await searcher.search([
      { topic: topicOf('How early do I have to ask for vacation days?'), depth: 3 },
    ]);
    expect(ranking!.chunks[0]).toBe(1);
  });

  it('lets near spellings overlap by trigrams, and not without them', async () => {
    const request = [{ topic: topicOf('securely'), depth: 3 }];
    const near = await synonymTfidf.open(collection, { trigram: 0.2, analyzer: 'article' }, contextOf(), []);
    const exact = await synonymTfidf.open(collection, { trigram: 0, analyzer: 'article' }, contextOf(), []);
    expect((await near.search(request))[0]!.chunks[0]).toBe(2);
    expect(matched((await exact.search(request))[0]!)).toEqual([]);
  });

  it('refuses a list with a term in two groups', async () => {
    const twice = {
      groups: [
        ['leave', 'vacation'],
        ['leave', 'quit'],
      ],
      expansions: new Map(),
    };
    await expect(
      synonymTfidf.open(collection, { trigram: 0.2, analyzer: 'article' }, { ...contextOf(), synonyms: twice }, []),
    ).rejects.toThrow(/"leave"/);
  });

  it('shares its index of terms with the other lexical systems', async () => {
    const before = indexOf(collection, articleAnalyzer);
    await synonymTfidf.open(collection, { trigram: 0.2, analyzer: 'article' }, contextOf({ groups }), []);
    expect(indexOf(collection, articleAnalyzer)).toBe(before);
  });

  it('reads synonyms with the analyzer of the question', async () => {
    const relations = collectionOf(['general relation', 'room']);
    const synonyms = contextOf({ groups: [['kinship', 'relations']] });
    const searcher = await synonymTfidf.open(relations, { trigram: 0, analyzer: 'english-lucene' }, synonyms, []);
    const [ranking] = await searcher.search([{ topic: topicOf('KINSHIPS'), depth: 2 }]);
    expect([...ranking!.chunks.subarray(0, ranking!.signal)]).toEqual([0]);
  });
});
