import { describe, expect, it } from 'vitest';
import type { Ranking } from '../../src/core/model.ts';
import type { TopicEvidence } from '../../src/eval/project.ts';
import { evidenceMetLast, placeAnswer } from '../../src/experiment/answer-place.ts';

const ranking = (chunks: number[], signal = chunks.length): Ranking => ({
  topicId: 't',
  chunks: Uint32Array.from(chunks),
  scores: Float64Array.from(chunks, (_, n) => -n),
  signal,
});
const needs = (...ords: number[]): TopicEvidence => ({
  needs: ords.map((ord) => ({
    grade: 1,
    split: false,
    alternatives: [{ whole: [ord], pieces: [], from: 0, to: 1 }],
  })),
  grades: new Map(ords.map((ord) => [ord, 1])),
  judgedNonRelevant: 0,
});

describe('placeAnswer', () => {
  it('tells the first need met from the last', () => {
    expect(placeAnswer(ranking([7, 5, 6, 4]), needs(4, 5), 3)).toEqual({
      best: 2,
      last: { need: 0, rank: 4 },
      found: false,
    });
    expect(placeAnswer(ranking([7, 5, 6, 4]), needs(4, 5), 4).found).toBe(true);
  });

  it('finds nothing by a place without signal, nor beyond the depth, nor without needs', () => {
    expect(placeAnswer(ranking([7, 5], 1), needs(5), 3)).toMatchObject({ best: 2, found: false });
    expect(placeAnswer(ranking([7]), needs(7, 5), 3)).toEqual({ best: 1, last: { need: 1, rank: null }, found: false });
    expect(placeAnswer(ranking([7]), needs(), 3)).toEqual({
      best: null,
      last: { need: undefined, rank: null },
      found: false,
    });
  });

  it('keeps of the evidence what is met last', () => {
    const both = needs(4, 5);
    expect([...evidenceMetLast(both, { need: 1, rank: null }).grades.keys()]).toEqual([5]);
    expect(evidenceMetLast(both, { need: undefined, rank: null })).toBe(both);
  });
});
