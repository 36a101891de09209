import { describe, expect, it } from 'vitest';
import { completeEvidence } from '../../../src/eval/measures/complete-evidence.ts';
import { creditsOf, judgedOf } from '../judged-of.ts';

describe('CE@k', () => {
  it('is 1 only when every need is met in the top k', () => {
    const judged = creditsOf([
      [1, 1],
      [4, 1],
    ]);
    expect(completeEvidence.evaluate(judged, { rel: 1, cutoff: 3 })).toBe(0);
    expect(completeEvidence.evaluate(judged, { rel: 1, cutoff: 4 })).toBe(1);
    expect(completeEvidence.evaluate(creditsOf([[1, 1]], [1]), { rel: 1, cutoff: 10 })).toBe(0);
  });

  it('asks only for the needs of the minimum grade', () => {
    expect(completeEvidence.evaluate(creditsOf([[1, 2]], [1]), { rel: 2, cutoff: 1 })).toBe(1);
  });

  it('is 0 where nothing is needed', () => {
    expect(completeEvidence.evaluate(judgedOf([0]), { rel: 1, cutoff: 1 })).toBe(0);
  });
});
