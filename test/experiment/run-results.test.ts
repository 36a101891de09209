import { describe, expect, it } from 'vitest';
import type { Qrels } from '../../src/core/model.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import type { JudgedTopic } from '../../src/eval/judged-topic.ts';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { isMeanOverTopics, judgedTopics, notMeans, resultsOfRun } from '../../src/experiment/run-results.ts';

const qrels: Qrels = new Map(['p1', 'p2', 'p3', 'p4'].map((id) => [id, new Map([['good', 1]])]));

function topic(topicId: string, ids: readonly string[]): JudgedTopic {
  return {
    topicId,
    judged: judgeIds(ids, qrels.get(topicId)),
    scores: Float64Array.from(ids, (_, i) => -i),
    ids: () => ids,
  };
}

describe('a run over qrels', () => {
  it('counts every judged topic, as field case C07 has it: MRR .3750, 2 missing, 1 unknown', () => {
    const run = [topic('p2', ['x', 'good']), topic('p9', ['good']), topic('p1', ['good'])];
    const found = resultsOfRun('run', 'tag', run, qrels, resolveMeasures(['RR', 'R@1'], measures, []), 3);
    expect(found).toMatchObject({ label: 'run', spec: 'tag', missing: 2, unknown: 1 });
    expect(found.values.map((values) => [...values])).toEqual([
      [1, 0.5, 0, 0],
      [1, 0, 0, 0],
    ]);
    expect(found.ranks).toEqual([1, 2, null, null]);
    expect(found.signal).toEqual([true, true, false, false]);
  });
});

describe('what a run over qrels says besides', () => {
  it('topics stand in byte order of their ids, whatever the order of the judgments', () => {
    const turned: Qrels = new Map([...qrels].toReversed());
    expect(judgedTopics(turned)).toEqual(['p1', 'p2', 'p3', 'p4']);
    const run = [topic('p2', ['x', 'good']), topic('p1', ['good'])];
    const resolved = resolveMeasures(['RR'], measures, []);
    const values = resultsOfRun('run', null, run, turned, resolved, 3).values;
    expect([...values[0]!]).toEqual([1, 0.5, 0, 0]);
  });

  it('topics are counted whose scores tie across the headline cutoff or that of a measure', () => {
    const tied = (topicId: string, ...scores: number[]): JudgedTopic => ({
      ...topic(
        topicId,
        scores.map((_, i) => `d${i}`),
      ),
      scores: Float64Array.from(scores),
    });
    const run = [tied('p1', 3, 3, 1, 1), tied('p2', 3, 2, 1, 1), tied('p9', 1, 1, 1, 1)];
    const resolved = resolveMeasures(['P@1', 'P@2', 'RR'], measures, []);
    expect(resultsOfRun('run', null, run, qrels, resolved, 3).tied).toEqual({ 1: 1, 2: 0, 3: 2 });
  });
});

describe('measures to compare by', () => {
  it('are means over topics', () => {
    const [first] = resolveMeasures(['nDCG@10'], measures, []);
    expect(isMeanOverTopics(first!)).toBe(true);
    expect(isMeanOverTopics({ ...first!, def: { ...first!.def, aggregate: 'sum' } })).toBe(false);
    expect(isMeanOverTopics({ ...first!, def: { ...first!.def, summaryOnly: true } })).toBe(false);
    const named = resolveMeasures(['AP', 'GMAP', 'NumRet'], measures, []);
    expect(notMeans(named).map(({ message }) => message.slice(0, 30))).toEqual([
      'measure "GMAP": is not a mean ',
      'measure "NumRet": is not a mea',
    ]);
  });
});
