import { expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { random } from '../../src/retrieval/random.ts';
import { collectionOf, contextOf, topicOf } from './small-world.ts';

const collection = collectionOf(Array.from({ length: 40 }, () => ''));

async function orderOf(seed: number, topicId: string, labSeed = 1): Promise<number[]> {
  const searcher = await random.open(collection, { seed }, { ...contextOf(), rng: createRng(labSeed) }, []);
  const [ranking] = await searcher.search([{ topic: topicOf('', topicId), depth: 40 }]);
  expect(ranking!.signal).toBe(40);
  return [...ranking!.chunks];
}

it('orders every question by itself, and again under another seed of its own or of the lab', async () => {
  const first = await orderOf(0, 'a');
  expect(await orderOf(0, 'a')).toEqual(first);
  expect(await orderOf(0, 'b')).not.toEqual(first);
  expect(await orderOf(1, 'a')).not.toEqual(first);
  expect(await orderOf(0, 'a', 2)).not.toEqual(first);
});

it('gives a question the same order whatever else is asked', async () => {
  const searcher = await random.open(collection, { seed: 0 }, contextOf(), []);
  const rankings = await searcher.search(['b', 'a'].map((id) => ({ topic: topicOf('', id), depth: 40 })));
  expect([...rankings[1]!.chunks]).toEqual(await orderOf(0, 'a'));
});
