// Field case C33 (all scores equal) and what normalised scores must not do.
import { describe, expect, it } from 'vitest';
import type { Searcher } from '../../src/core/contracts.ts';
import { minMax, weighted } from '../../src/retrieval/weighted.ts';
import { cannedSearcher } from './canned-searcher.ts';
import { readCase } from './field-case.ts';
import { collectionOf, contextOf, matched, matches, topicOf } from './small-world.ts';

const defaults = { weights: '', depth: 100, norm: 'minmax' };

async function fuse(inputs: readonly Searcher[], size: number, params: Partial<typeof defaults> = {}) {
  const collection = collectionOf(Array.from({ length: size }, () => ''));
  const searcher = await weighted.open(collection, { ...defaults, ...params }, contextOf(), inputs);
  const [ranking] = await searcher.search([{ topic: topicOf('q'), depth: size }]);
  return { searcher, ranking: ranking! };
}

interface Scores {
  readonly dense: Record<string, number>;
  readonly bm25: Record<string, number>;
}

/** d1 is ordinal 0. Entries with score 0 matched nothing. */
function listOf(scores: Record<string, number>): Searcher {
  const entries = Object.entries(scores).map(([id, score]) => [Number(id.slice(1)) - 1, score] as const);
  return cannedSearcher(entries, entries.filter(([, score]) => score > 0).length);
}

describe('C33', () => {
  it('lets the other list decide where one list scores all alike', async () => {
    const { dense, bm25 } = JSON.parse(readCase('C33', 'scores.json')) as Scores;
    const { ranking } = await fuse([listOf(dense), listOf(bm25)], 4);
    expect([...ranking.chunks]).toEqual([1, 2, 0, 3]);
    expect([...ranking.scores].map((score) => score.toFixed(6))).toEqual([
      '1.000000',
      '0.666667',
      '0.500000',
      '0.000000',
    ]);
    expect(ranking.signal).toBe(3);
  });

  it('returns a single hit', async () => {
    const { dense, bm25 } = JSON.parse(readCase('C33', 'single-hit.json')) as Scores;
    const { ranking } = await fuse([listOf(dense), listOf(bm25)], 9);
    expect(matches(ranking)).toEqual([[8, 0.5]]);
  });
});

describe('weighted', () => {
  it('scales weights to sum 1, so that their size does not matter', async () => {
    const lists = [listOf({ d1: 3, d2: 1 }), listOf({ d2: 8, d3: 4 })];
    const small = await fuse(lists, 3, { weights: '0.7:0.3' });
    for (const weights of ['7:3', '1.4e308:6e307']) {
      expect(matches((await fuse(lists, 3, { weights })).ranking)).toEqual(matches(small.ranking));
    }
    expect(matches(small.ranking).slice(0, 2)).toEqual([
      [0, 0.7],
      [1, 0.3],
    ]);
  });

  it('keeps what matched in front of what did not, even the lowest of a list', async () => {
    const { ranking, searcher } = await fuse([listOf({ d3: 9, d4: 5 })], 5);
    expect(matched(ranking)).toEqual([2, 3]);
    expect(ranking.scores[1]).toBeCloseTo(0, 12);
    expect((await searcher.explain!(topicOf('q'), 3)).map(({ term }) => term)).toEqual(['list 1 rank 2']);
  });

  it('gives nothing for a list without signal and for a weight of 0', async () => {
    const silent = cannedSearcher(
      [
        [0, 0],
        [1, 0],
      ],
      0,
    );
    expect((await fuse([silent], 3)).ranking.signal).toBe(0);
    expect(matched((await fuse([listOf({ d1: 2 }), listOf({ d2: 5 })], 3, { weights: '0:1' })).ranking)).toEqual([1]);
  });

  it('lets unmatched entries set the minimum, so that a weak match keeps a value', () => {
    const list = { topicId: 'q', chunks: Uint32Array.of(0, 1, 2), scores: Float64Array.of(4, 1, 0), signal: 2 };
    expect([...minMax(list)]).toEqual([1, 0.25, 0]);
  });

  it('refuses a wrong number of weights', () => {
    expect(weighted.check!({ ...defaults, weights: '1' }, 2)).toMatch(/1 weights? for 2 inputs/);
  });
});
