import { describe, expect, it } from 'vitest';
import type { Filter, Searcher } from '../../src/core/contracts.ts';
import { rankScores } from '../../src/core/order.ts';
import { describeFilter, findShortfall } from '../../src/experiment/shortfall.ts';

const filter: Filter = { text: 'team = people', allowed: Uint8Array.of(1, 1, 0, 0, 0), count: 2 };
const SCORES: Readonly<Record<string, readonly number[]>> = {
  // Two of the three that match are left out; what is left of five is two.
  short: [1, 0, 2, 3, 0],
  // Nothing that matches is left out, but there are not three to return.
  few: [1, 1, 0, 0, 0],
  none: [0, 0, 0, 0, 0],
};
const topics = Object.keys(SCORES).map((id) => ({ id, text: id, labels: {}, slices: [] }));

function searcher(asked: string[]): Searcher {
  return {
    search: async (requests) =>
      requests.map(({ topic, depth, filter: own }) => {
        asked.push(`${topic.id} ${depth} ${own ? 'filtered' : 'whole'}`);
        return rankScores(topic.id, SCORES[topic.id]!, depth, 0, own?.allowed);
      }),
  };
}

async function shortfall(cutoff: number, asked: string[] = []) {
  const own = searcher([]);
  const rankings = await own.search(topics.map((topic) => ({ topic, depth: 5, filter })));
  return findShortfall({ system: 's', searcher: searcher(asked), topics, rankings, cutoff });
}

describe('a shortfall', () => {
  it('is what a filter takes from the top, as the mean over the questions that it takes it from', async () => {
    expect(await shortfall(3)).toEqual({ system: 's', cutoff: 3, questions: 3, returned: 1 });
    // At 2 there are as many as asked for, and only the first question lost one that matched.
    expect(await shortfall(2)).toEqual({ system: 's', cutoff: 2, questions: 1, returned: 1 });
    expect(await shortfall(1)).toBeUndefined();
  });

  it('asks again only what fell short, and no deeper than the cutoff', async () => {
    const asked: string[] = [];
    await shortfall(2, asked);
    expect(asked).toEqual(['short 2 whole', 'none 2 whole']);
  });

  it('is none where a question matches little anyway', async () => {
    const all: Filter = { text: 'x', allowed: Uint8Array.of(1, 1, 1, 1, 1), count: 5 };
    const rankings = await searcher([]).search(topics.map((topic) => ({ topic, depth: 5, filter: all })));
    expect(await findShortfall({ system: 's', searcher: searcher([]), topics, rankings, cutoff: 4 })).toBeUndefined();
  });
});

it('a filter is described by its text and what it leaves', () => {
  expect(describeFilter(filter)).toEqual({ text: 'team = people', chunks: 2 });
});
