// The example of the README, word for word but for its paths; readme.test.ts compares the two.
import { expect, test } from 'vitest';
import { evaluate, readQrels, readRun } from '../../src/index.ts';

test('keyword search finds what it should', async () => {
  const qrels = await readQrels('test/fixtures/docs/handbook.qrels');
  const run = await readRun('test/fixtures/docs/1-bm25.run', qrels);
  const { values, topics, missing } = evaluate(run, qrels, ['R@3', 'nDCG@10']);
  expect(missing).toEqual([]);
  expect(topics).toBe(60);
  expect(values['R@3']).toBeGreaterThan(0.5);
});
