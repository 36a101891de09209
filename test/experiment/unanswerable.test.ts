import { describe, expect, it } from 'vitest';
import { rankScores } from '../../src/core/order.ts';
import { describeUnanswerable, median, splitByEvidence } from '../../src/experiment/unanswerable.ts';

const topics = ['a', 'b', 'c'].map((id) => ({ id, text: id, labels: {}, slices: [] }));

describe('questions without evidence', () => {
  it('are those that nothing was judged for, be it as no answer', () => {
    const evidence = [
      { topicId: 'a', docId: 'd', grade: 1, need: 0 },
      { topicId: 'c', docId: 'd', grade: 0, need: 0 },
    ];
    expect(splitByEvidence({ topics, evidence })).toEqual({ answerable: [0, 2], unanswerable: [1] });
  });

  it('are counted by whether anything matched, with the top score beside that of the others', () => {
    const rankings = [
      rankScores('a', [0, 4], 2, 0),
      rankScores('b', [0, 0], 2, 0),
      rankScores('c', [3, 1], 2, 0),
      rankScores('d', [], 0, 0),
      rankScores('e', [1, 0], 2, 0),
    ];
    expect(describeUnanswerable('s', rankings, { answerable: [0, 3], unanswerable: [1, 2, 4] })).toEqual({
      system: 's',
      n: 3,
      answeredWithSignal: 2,
      medianTopScore: 2,
      medianTopScoreAnswerable: 4,
    });
    expect(describeUnanswerable('s', rankings, { answerable: [3], unanswerable: [1] })).toMatchObject({
      answeredWithSignal: 0,
      medianTopScore: null,
      medianTopScoreAnswerable: null,
    });
  });
});

describe('the median', () => {
  it('is the middle, or the mean of the middle two', () => {
    expect([median([]), median([3]), median([10, 1, 3]), median([10, 9, 1, 2])]).toEqual([null, 3, 3, 5.5]);
  });
});
