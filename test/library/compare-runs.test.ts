import { describe, expect, it } from 'vitest';
import { readQrels } from '../../src/datasets/read-qrels.ts';
import { readRun } from '../../src/datasets/read-run.ts';
import { type CompareOptions, compare } from '../../src/library/compare-runs.ts';

const file = (name: string): string => `test/fixtures/trec/${name}`;

describe('compare', () => {
  it('gives identical runs a difference of 0 with p = 1', async () => {
    const qrels = await readQrels(file('rand.qrels'));
    const a = await readRun(file('rand.run'), qrels);
    const { pairs, flips } = compare({ a, b: a }, qrels, ['nDCG@10', 'R@3']);
    expect(pairs.map(({ measure, difference, p }) => [measure, difference, p])).toEqual([
      ['nDCG@10', 0, 1],
      ['R@3', 0, 1],
    ]);
    expect(flips).toEqual([]);
  });

  it('compares all pairs of three runs, over every judged topic', async () => {
    const qrels = await readQrels(file('ties.qrels'));
    const run = await readRun(file('ties.run'), qrels);
    const { pairs } = compare({ a: run, b: [], c: run }, qrels, ['RR']);
    expect(pairs.map(({ first, second, n }) => [first, second, n])).toEqual([
      ['a', 'b', qrels.size],
      ['a', 'c', qrels.size],
      ['b', 'c', qrels.size],
    ]);
    expect(pairs[0]!.secondMean).toBe(0);
  });

  it('refuses one run alone, unknown measures, and measures that are no means', async () => {
    const qrels = await readQrels(file('ties.qrels'));
    expect(() => compare({ a: [] }, qrels, ['RR'])).toThrow('needs at least two runs');
    expect(() => compare({ a: [], b: [] }, qrels, ['nDGC@10'])).toThrow('did you mean "nDCG"?');
    expect(() => compare({ a: [], b: [] }, qrels, ['GMAP'])).toThrow('is not a mean over topics');
  });

  it('refuses tests, cutoffs and seeds that there are not', async () => {
    const qrels = await readQrels(file('ties.qrels'));
    const options = { test: 'sign', cutoff: 0, seed: 1.5 } as unknown as CompareOptions;
    expect(() => compare({ a: [], b: [] }, qrels, ['RR'], options)).toThrow(
      /unknown test "sign"[\s\S]*cutoff 0: not valid[\s\S]*seed 1.5: not valid/,
    );
  });
});
