// Field case C31 (absent documents, first rank, weights) and the worked values of reciprocal rank fusion.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Searcher } from '../../src/core/contracts.ts';
import { rrf } from '../../src/retrieval/rrf.ts';
import { cannedSearcher } from './canned-searcher.ts';
import { readCase } from './field-case.ts';
import { collectionOf, contextOf, matches, topicOf } from './small-world.ts';

const defaults = { k: 60, depth: 100, unmatched: 'skip', weights: '' };
const golden = JSON.parse(readFileSync(new URL('../fixtures/trec/golden-stats.json', import.meta.url), 'utf8')).rrf;

async function fuse(inputs: readonly Searcher[], size: number, params: Partial<typeof defaults> = {}) {
  const collection = collectionOf(Array.from({ length: size }, () => ''));
  const searcher = await rrf.open(collection, { ...defaults, ...params }, contextOf(), inputs);
  const [ranking] = await searcher.search([{ topic: topicOf('q'), depth: size }]);
  return { searcher, ranking: ranking! };
}

describe('C31', () => {
  const names = ['kiwi', 'lime', 'mango', 'plum', 'pear'];
  const list = (file: string): Searcher =>
    cannedSearcher(
      readCase('C31', file)
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' '))
        .map(([, , id, , score]) => [names.indexOf(id!), Number(score)] as const),
    );
  const inputs = [list('listA.txt'), list('listB.txt')];
  const shown = async (params: Partial<typeof defaults> = {}, of = inputs): Promise<string[]> =>
    matches((await fuse(of, names.length, params)).ranking).map(([ord, score]) => `${names[ord]} ${score.toFixed(6)}`);

  it('votes from rank 1 and only for what a list holds', async () => {
    expect(await shown()).toEqual([
      'mango 0.032002',
      'kiwi 0.016393',
      'plum 0.016393',
      'lime 0.016129',
      'pear 0.015873',
    ]);
  });

  it('weighs the lists', async () => {
    expect(await shown({ weights: '0:1' })).toEqual(['plum 0.016393', 'mango 0.016129', 'pear 0.015873']);
    expect(await shown({ weights: '0.7:0.3' })).toEqual([
      'mango 0.015950',
      'kiwi 0.011475',
      'lime 0.011290',
      'plum 0.004918',
      'pear 0.004762',
    ]);
  });

  it('refuses three weights for two lists before any work', () => {
    expect(rrf.check!({ ...defaults, weights: '1:1:1' }, 2)).toMatch(/3 weights for 2 inputs/);
    expect(rrf.check!(defaults, 2)).toBeUndefined();
  });

  it('keeps the order of a single list, an empty one beside it or not', async () => {
    const alone = ['kiwi 0.016393', 'lime 0.016129', 'mango 0.015873'];
    expect(await shown({}, [inputs[0]!])).toEqual(alone);
    expect(await shown({}, [inputs[0]!, list('empty.txt')])).toEqual(alone);
  });
});

describe('rrf', () => {
  it('gives the recorded scores for k 60, k 1 and weights 2 to 1', async () => {
    const names = ['d1', 'd2', 'd3', 'd4', 'd5'];
    const lists = [golden.L1, golden.L2].map((ids: string[]) =>
      cannedSearcher(ids.map((id, place) => [names.indexOf(id), -place] as const)),
    );
    for (const [params, key] of [
      [{}, 'k60'],
      [{ k: 1 }, 'k1'],
      [{ weights: '2:1' }, 'weighted_2_1'],
    ] as const) {
      const { ranking } = await fuse(lists, 5, params);
      for (const [place, ord] of ranking.chunks.entries()) {
        expect(ranking.scores[place]).toBeCloseTo(golden[key][names[ord]!], 15);
      }
    }
  });

  it('lets entries without signal vote by their place only when asked to', async () => {
    const list = cannedSearcher(
      [
        [2, 1],
        [0, 0],
        [1, 0],
      ],
      1,
    );
    expect(matches((await fuse([list], 3)).ranking).map(([ord]) => ord)).toEqual([2]);
    const byPlace = (await fuse([list], 3, { unmatched: 'rank' })).ranking;
    expect([...byPlace.chunks]).toEqual([2, 0, 1]);
    expect(byPlace.scores[2]).toBeCloseTo(1 / 63, 15);
  });

  it('bounds each list by its own depth, whatever depth it is asked for', async () => {
    const list = cannedSearcher([
      [1, 3],
      [2, 2],
      [0, 1],
    ]);
    const { ranking, searcher } = await fuse([list], 3, { depth: 2 });
    expect(matches(ranking).map(([ord]) => ord)).toEqual([1, 2]);
    const [first] = await searcher.search([{ topic: topicOf('q'), depth: 1 }]);
    expect([...first!.chunks]).toEqual([1]);
  });

  it('explains by list and rank, and the votes add up to the score', async () => {
    const lists = [
      cannedSearcher([
        [0, 3],
        [1, 2],
      ]),
      cannedSearcher([[1, 9]]),
    ];
    const { ranking, searcher } = await fuse(lists, 3);
    const parts = await searcher.explain!(topicOf('q'), 1);
    expect(parts.map(({ term }) => term)).toEqual(['list 2 rank 1', 'list 1 rank 2']);
    expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(ranking.scores[0]!, 15);
    expect(await searcher.explain!(topicOf('q'), 2)).toEqual([]);
  });

  it('does not change when the scores of a list are scaled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(9), { minLength: 1 }),
        fc.uniqueArray(fc.nat(9), { minLength: 1 }),
        fc.integer({ min: 1, max: 1000 }),
        async (a, b, scale) => {
          const lists = (factor: number) =>
            [a, b].map((ords) => cannedSearcher(ords.map((ord, place) => [ord, factor * (20 - place)] as const)));
          const plain = await fuse(lists(1), 10);
          const scaled = await fuse(lists(scale), 10);
          expect(scaled.ranking).toEqual(plain.ranking);
        },
      ),
    );
  });
});
