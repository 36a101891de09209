import { describe, expect, it } from 'vitest';
import { chanceOfNone, expectedLinear, relevantIn } from '../../../src/eval/measures/tie-kernels.ts';
import { judgedOf } from '../judged-of.ts';

describe('kernels of ties', () => {
  it('share the weights of a block out evenly', () => {
    const judged = judgedOf([1, 0, 2]);
    const half = (rank: number): number => 1 / rank;
    expect(expectedLinear({ judged, blockEnds: Uint32Array.of(1, 2, 3) }, (grade) => grade, half)).toBeCloseTo(
      1 + 2 / 3,
      15,
    );
    expect(expectedLinear({ judged, blockEnds: Uint32Array.of(3) }, (grade) => grade, half)).toBeCloseTo(11 / 6, 15);
  });

  it('count what a block holds', () => {
    expect(relevantIn(judgedOf([1, 0, 2, 3]), 1, 3, 1)).toBe(1);
  });

  it('draw without putting back', () => {
    expect(chanceOfNone(5, 2, 2)).toBeCloseTo(3 / 10, 15);
    expect(chanceOfNone(5, 0, 5)).toBe(1);
    expect(chanceOfNone(5, 3, 3)).toBe(0);
    expect(chanceOfNone(5, 2, 0)).toBe(1);
  });
});
