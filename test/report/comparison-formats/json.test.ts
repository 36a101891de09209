import { describe, expect, it } from 'vitest';
import { json } from '../../../src/report/comparison-formats/json.ts';
import { twoCompared } from '../sample-comparison.ts';

describe('a comparison as JSON', () => {
  const text = json.render(twoCompared, { width: 80, paint: (_, own) => own });
  const read = JSON.parse(text);

  it('names its schema, its seed and what it is made of', () => {
    expect(read).toMatchObject({ schema: 'rag-lab/comparison@1', seed: 404, permutations: 100_000, resamples: 10_000 });
    expect(Object.keys(read)).toEqual(Object.keys(read).sort());
  });

  it('holds every topic’s values, so that anything can be computed again', () => {
    expect(read.topicResults).toHaveLength(30);
    const values = read.topicResults.map(
      (one: { values: Record<string, Record<string, number>> }) => one.values.RR!.bm25,
    );
    const mean = values.reduce((sum: number, value: number) => sum + value, 0) / 30;
    expect(mean).toBeCloseTo(read.scores.find((row: { measure: string }) => row.measure === 'RR').mean, 8);
  });
});
