import { expect, it } from 'vitest';
import { tfidf } from '../../src/retrieval/tfidf.ts';
import { collectionOf, contextOf, matched, topicOf } from './small-world.ts';

it('matches whole words only, whatever synonyms the dataset has', async () => {
  const collection = collectionOf(['annual leave', 'vacation days', 'vacationing']);
  const searcher = await tfidf.open(
    collection,
    { analyzer: 'article' },
    contextOf({ groups: [['leave', 'vacation']] }),
    [],
  );
  const [ranking] = await searcher.search([{ topic: topicOf('vacation'), depth: 3 }]);
  expect(matched(ranking!)).toEqual([1]);
});
