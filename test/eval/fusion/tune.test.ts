import { describe, expect, it } from 'vitest';
import { tuneWeights, weightingsOf } from '../../../src/eval/fusion/tune.ts';
import { resolveMeasure } from '../../../src/eval/measure-name.ts';
import { measures } from '../../../src/eval/measures/registry.ts';
import { fusionOf, rankingOf, type Scores } from './fused.ts';

describe('weightingsOf', () => {
  it('tries equal weights first, then a grid from there outwards, each weighting once', () => {
    const { steps, weightings } = weightingsOf(2);
    expect(steps).toBe(20);
    expect(weightings).toHaveLength(21);
    expect(weightings.slice(0, 3)).toEqual([
      [1, 1],
      [0.45, 0.55],
      [0.55, 0.45],
    ]);
    expect(weightings.at(-1)).toEqual([1, 0]);
  });

  it('keeps the grid small, and every run alone in it', () => {
    for (const runs of [2, 3, 4, 5, 8, 12, 40, 60]) {
      const { weightings } = weightingsOf(runs);
      expect(weightings.length).toBeLessThanOrEqual(1002);
      expect(new Set(weightings.map((weights) => weights.join())).size).toBe(weightings.length);
      expect(weightings.filter((weights) => weights.filter((weight) => weight > 0).length === 1)).toHaveLength(runs);
    }
  });
});

describe('tuneWeights', () => {
  const run = (topics: Record<string, Scores>) =>
    new Map(Object.entries(topics).map(([id, scores]) => [id, rankingOf(scores)]));
  // On topics a the first run is right, on b the second.
  const right = { good: 2, bad: 1 };
  const wrong = { good: 1, bad: 2 };
  const runs = [
    { label: 'first', rankings: run({ a1: right, a2: right, b1: wrong, b2: wrong }) },
    { label: 'second', rankings: run({ a1: wrong, a2: wrong, b1: right, b2: right }) },
  ];
  const qrels = new Map(['a1', 'a2', 'b1', 'b2', 'c'].map((id) => [id, new Map([['good', 1]])]));
  const tuned = (tuning: string[], method = 'weighted') =>
    tuneWeights({
      fusion: fusionOf(method, 2),
      runs,
      qrels,
      measure: resolveMeasure('Success@1', measures),
      tuning: new Set(tuning),
      split: 'given',
    });

  it('chooses on tuning topics alone, and reports held-out ones beside equal weights and each run', async () => {
    const { fusion, tuning } = await tuned(['a1', 'a2', 'unjudged']);
    // Equal weights tie, and then "good" comes first by its id: nothing is gained by moving away.
    expect(fusion.name).toBe('weighted');
    expect(tuning).toMatchObject({
      tuningTopics: 2,
      heldOutTopics: 3,
      weightings: 21,
      steps: 20,
      measure: 'Success@1',
    });
    expect(
      tuning.rows.map(({ kind, run, weights, tuning, heldOut }) => [kind, run, weights, tuning, +heldOut.toFixed(4)]),
    ).toEqual([
      ['chosen', undefined, '1:1', 1, 0.6667],
      ['equal', undefined, '1:1', 1, 0.6667],
      ['alone', 'first', '1:0', 1, 0],
      ['alone', 'second', '0:1', 0, 0.6667],
    ]);
  });

  it('takes of equally good weights the nearest to equal ones, and writes them into the name', async () => {
    const named = runs.map(({ label, rankings }) => ({
      label,
      rankings: new Map(
        [...rankings].map(([id, { ids, scores }]) => [
          id,
          rankingOf(Object.fromEntries(ids.map((each, i) => [each === 'good' ? 'a' : each, scores[i]!]))),
        ]),
      ),
    }));
    const { fusion, tuning } = await tuneWeights({
      fusion: fusionOf('rrf(k=1)', 2),
      runs: named,
      qrels: new Map([...qrels].map(([id]) => [id, new Map([['a', 1]])])),
      measure: resolveMeasure('Success@1', measures),
      tuning: new Set(['b1', 'b2']),
      split: 'given',
    });
    expect(fusion).toMatchObject({ name: 'rrf(k=1,weights=0.45:0.55)', weights: [0.45, 0.55] });
    expect(tuning.fusion).toBe('rrf(k=1)');
    expect(tuning.rows[0]).toMatchObject({ weights: '0.45:0.55', tuning: 1, heldOut: 0 });
    expect(tuning.rows[1]).toMatchObject({ kind: 'equal', tuning: 0 });
  });
});
