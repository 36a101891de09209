import { describe, expect, it } from 'vitest';
import { judgeIds } from '../../../src/eval/judge.ts';
import type { JudgedTopic } from '../../../src/eval/judged-topic.ts';
import { handleTopic } from '../../../src/eval/peers/handle-topic.ts';

const GRADES = new Map([
  ['a', 2],
  ['t', 1],
  ['b', -1],
  ['c', 0],
  ['z', 1],
]);

function topicOf(entries: readonly (readonly [id: string, score: number, place?: number])[]): JudgedTopic {
  const ids = entries.map(([id]) => id);
  return {
    topicId: 't',
    judged: judgeIds(ids, GRADES),
    scores: Float64Array.from(entries, ([, score]) => score),
    ids: () => ids,
    places: Uint32Array.from(entries, ([, , place], rank) => place ?? rank),
  };
}

describe('handleTopic', () => {
  it('leaves a topic alone where nothing changes', () => {
    const topic = topicOf([
      ['c', 3],
      ['b', 2],
      ['a', 1],
    ]);
    expect(handleTopic(topic, {})).toBe(topic);
    expect(handleTopic(topic, { float32: true, ties: 'file', withoutOwnId: true })).toBe(topic);
  });

  it('ties what single precision cannot tell apart, and joins the judgments afresh', () => {
    const handled = handleTopic(
      topicOf([
        ['a', 1 + 1e-9],
        ['c', 1],
        ['b', 0.5],
      ]),
      { float32: true },
    );
    expect(handled.ids()).toEqual(['c', 'a', 'b']);
    expect([...handled.judged.creditRanks]).toEqual([2]);
    expect([...handled.judged.grades]).toEqual([0, 2, -1]);
    expect([...handled.scores]).toEqual([1, 1, 0.5]);
  });

  it('orders ties by id ascending, or as they stand in the file', () => {
    const topic = topicOf([
      ['z', 1, 7],
      ['c', 1, 3],
      ['a', 1, 5],
      ['b', 0, 1],
    ]);
    expect(handleTopic(topic, { ties: 'id-ascending' }).ids()).toEqual(['a', 'c', 'z', 'b']);
    expect(handleTopic(topic, { ties: 'file' }).ids()).toEqual(['c', 'a', 'z', 'b']);
    expect(handleTopic(topic, { ties: { numba: 1 } }).ids()).toEqual(['c', 'a', 'z', 'b']);
  });

  it('takes out the document with the id of the topic; what is relevant stays to be found', () => {
    const { ids, judged } = handleTopic(
      topicOf([
        ['t', 3],
        ['a', 2],
      ]),
      { withoutOwnId: true },
    );
    expect(ids()).toEqual(['a']);
    expect([judged.relevant, ...judged.creditRanks]).toEqual([3, 1]);
  });

  it('counts negative grades as judgments where asked to', () => {
    const topic = topicOf([
      ['b', 2],
      ['x', 1],
    ]);
    expect([...handleTopic(topic, { negativeJudged: true }).judged.judged]).toEqual([1, 0]);
    expect([...handleTopic(topic, {}).judged.judged]).toEqual([0, 0]);
  });
});
