import { describe, expect, it } from 'vitest';
import type { Qrels } from '../../src/core/model.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import type { JudgedTopic } from '../../src/eval/judged-topic.ts';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { isMeanOverTopics, resultsOfRun } from '../../src/experiment/run-results.ts';

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
    const found = resultsOfRun('run', 'tag', run, qrels, resolveMeasures(['RR', 'R@1'], measures, []));
    expect(found).toMatchObject({ label: 'run', spec: 'tag', missing: 2, unknown: 1 });
    expect(found.values.map((values) => [...values])).toEqual([
      [1, 0.5, 0, 0],
      [1, 0, 0, 0],
    ]);
    expect(found.ranks).toEqual([1, 2, null, null]);
    expect(found.signal).toEqual([true, true, false, false]);
  });
});

describe('measures to compare by', () => {
  it('are means over topics', () => {
    const [first] = resolveMeasures(['nDCG@10'], measures, []);
    expect(isMeanOverTopics(first!)).toBe(true);
    expect(isMeanOverTopics({ ...first!, def: { ...first!.def, aggregate: 'sum' } })).toBe(false);
    expect(isMeanOverTopics({ ...first!, def: { ...first!.def, summaryOnly: true } })).toBe(false);
  });
});
