import { expect, it } from 'vitest';
import { oracle } from '../../src/retrieval/oracle.ts';
import { collectionOf, contextOf, matches, topicOf } from './small-world.ts';

it('puts the judged chunks first, best grade first; only they have signal', async () => {
  const judged = new Map([
    [
      't',
      new Map([
        [3, 1],
        [1, 2],
        [0, 0],
        [2, -1],
      ]),
    ],
  ]);
  const searcher = await oracle.open(collectionOf(['', '', '', '', '']), {}, contextOf({ judged }), []);
  const [known, unknown] = await searcher.search([
    { topic: topicOf('', 't'), depth: 5 },
    { topic: topicOf('', 'other'), depth: 5 },
  ]);
  expect(matches(known!)).toEqual([
    [1, 2],
    [3, 1],
  ]);
  expect(unknown!.signal).toBe(0);
  expect(await searcher.explain!(topicOf('', 't'), 1)).toEqual([{ term: 'grade 2', weight: 2 }]);
  expect(await searcher.explain!(topicOf('', 't'), 2)).toEqual([]);
});
