import { describe, expect, it } from 'vitest';
import type { Ranking } from '../../src/core/model.ts';
import { checkRankings } from '../../src/experiment/check-ranking.ts';

const TOPICS = [{ id: 't', text: '', labels: {}, slices: [] }];

function ranking(chunks: number[], scores: number[], signal = chunks.length, topicId = 't'): Ranking {
  return { topicId, chunks: Uint32Array.from(chunks), scores: Float64Array.from(scores), signal };
}

const check = (answer: Ranking): void => checkRankings('sys', TOPICS, [answer], 3, 4);

describe('checkRankings', () => {
  it('accepts scores that fall, ties in the order of chunks, and fewer entries than asked', () => {
    expect(() => check(ranking([2, 0, 1], [5, 1, 1], 1))).not.toThrow();
    expect(() => check(ranking([], []))).not.toThrow();
  });

  it('refuses a chunk that the filter leaves out', () => {
    const filter = { text: 'team = people', allowed: Uint8Array.of(1, 0, 1, 1), count: 3 };
    expect(() => checkRankings('sys', TOPICS, [ranking([2, 0], [2, 1])], 3, 4, filter)).not.toThrow();
    expect(() => checkRankings('sys', TOPICS, [ranking([2, 1], [2, 1])], 3, 4, filter)).toThrow(
      'system sys failed: question t: rank 2 is chunk 1, which the filter leaves out',
    );
  });

  it.each([
    ['a missing answer', [], '1 questions were asked and 0 rankings came back'],
    ['nothing', undefined, 'no list of rankings came back, but nothing'],
    ['null', null, 'no list of rankings came back, but nothing'],
    [
      'one ranking that is not in a list',
      ranking([0], [1]),
      'no list of rankings came back, but a value of type object',
    ],
    ['nothing in the place of a ranking', [undefined], 'question t: nothing stands where a ranking should'],
    ['a number in the place of a ranking', [5], 'question t: a value of type number stands where a ranking should'],
    ['a ranking without chunks', [{ topicId: 't' }], 'question t: chunks is nothing; accepted: a Uint32Array'],
    [
      'scores in a plain list',
      [{ ...ranking([0], [1]), scores: [1] }],
      'question t: scores is a list; accepted: a Float64Array',
    ],
    ['another topic', [ranking([0], [1], 1, 'u')], 'the ranking is for u'],
    ['unequal lengths', [ranking([0, 1], [1])], '2 chunks but 1 scores'],
    ['too many entries', [ranking([0, 1, 2, 3], [4, 3, 2, 1])], '4 entries where 3 were asked for'],
    ['a signal beyond the end', [ranking([0], [1], 2)], 'signal 2 is not a count'],
    ['a chunk that does not exist', [ranking([4], [1])], 'rank 1 is chunk 4, but there are 4 chunks'],
    ['a chunk twice', [ranking([1, 1], [2, 1])], 'chunk 1 stands in the ranking twice, the second time at rank 2'],
    ['a score that is no number', [ranking([1], [Number.NaN])], 'the score at rank 1 is NaN'],
    ['a score without end', [ranking([1], [Number.POSITIVE_INFINITY])], 'the score at rank 1 is Infinity'],
    ['rising scores', [ranking([0, 1], [1, 2])], 'the score at rank 2 is higher than the one before it'],
    ['ties out of order', [ranking([1, 0], [1, 1])], 'equal scores at ranks 1 and 2'],
  ])('refuses %s, naming the system', (_what, answers, problem) => {
    expect(() => checkRankings('sys', TOPICS, answers as Ranking[], 3, 4)).toThrow(problem as string);
    expect(() => checkRankings('sys', TOPICS, answers as Ranking[], 3, 4)).toThrow('system sys failed');
  });
});
