import { describe, expect, it } from 'vitest';
import { success } from '../../../src/eval/measures/success.ts';
import { judgedOf } from '../judged-of.ts';

describe('Success@k', () => {
  it('is 1 as soon as one of several relevant entries is in the top k, where recall is not', () => {
    const judged = judgedOf([0, 1], [1, 1]);
    expect(success.evaluate(judged, { rel: 1, cutoff: 1 })).toBe(0);
    expect(success.evaluate(judged, { rel: 1, cutoff: 2 })).toBe(1);
    expect(success.evaluate(judged, { rel: 2, cutoff: 2 })).toBe(0);
  });
});
