import { describe, expect, it } from 'vitest';
import { cutRanking, judgedOnly, judgedScores } from '../../src/eval/narrow-ranking.ts';
import { judgedOf } from './judged-of.ts';

describe('narrowing a ranking', () => {
  const judged = judgedOf([undefined, 2, -1, 0, 1], [3]);

  it('without what nobody judged, the others close up; what there is to find stays', () => {
    const only = judgedOnly(judged);
    expect([...only.grades]).toEqual([2, 0, 1]);
    expect([...only.judged]).toEqual([1, 1, 1]);
    expect([...only.creditRanks]).toEqual([1, 3]);
    expect([...only.ideal]).toEqual([3, 2, 1]);
    expect(judgedOnly(judged)).toBe(only);
    expect([...judgedScores(Float64Array.of(5, 4, 3, 2, 1), judged.judged)]).toEqual([4, 2, 1]);
  });

  it('where all is judged it is the ranking itself', () => {
    const all = judgedOf([1, 0]);
    expect(judgedOnly(all)).toBe(all);
  });

  it('cut at a depth, what lies beyond is not found', () => {
    const cut = cutRanking(judged, 2);
    expect([...cut.grades]).toEqual([0, 2]);
    expect([...cut.creditGrades]).toEqual([2]);
    expect(cut.relevant).toBe(3);
    expect(cutRanking(judged, 5)).toBe(judged);
  });
});
