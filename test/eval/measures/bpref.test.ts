import { describe, expect, it } from 'vitest';
import { bpref, geometricBpref } from '../../../src/eval/measures/bpref.ts';
import { creditsOf, judgedOf } from '../judged-of.ts';

describe('Bpref', () => {
  it('loses for each judged non-relevant document above a relevant one, up to R of them', () => {
    // R = 2, N = 3: after one of them 1 - 1/2, after two nothing.
    expect(bpref.evaluate(judgedOf([1, 0, undefined, 1, 0, 0]), { rel: 1 })).toBe((1 + 0.5) / 2);
    expect(bpref.evaluate(judgedOf([0, 0, 1, 0], [1]), { rel: 1 })).toBe(0);
  });

  it('does not see unjudged documents, negative grades among them', () => {
    expect(bpref.evaluate(judgedOf([undefined, -1, 1, 0]), { rel: 1 })).toBe(1);
  });

  it('divides by the non-relevant where those are fewer than R', () => {
    expect(bpref.evaluate(judgedOf([1, 0, 1, 1]), { rel: 1 })).toBeCloseTo(1 / 3, 15);
  });

  it('takes grades below the bar as non-relevant', () => {
    expect(bpref.evaluate(judgedOf([1, 2]), { rel: 2 })).toBe(0);
  });

  it('over evidence, a chunk that repeats a met need is not against the next', () => {
    const repeated = {
      ...creditsOf([
        [1, 1],
        [3, 1],
      ]),
      judged: Uint8Array.of(1, 1, 1),
    };
    expect(bpref.evaluate(repeated, { rel: 1 })).toBe(1);
  });

  it('gm_bpref has the same values and another mean', () => {
    expect(geometricBpref.evaluate(judgedOf([1, 0, 1]), { rel: 1 })).toBe(
      bpref.evaluate(judgedOf([1, 0, 1]), { rel: 1 }),
    );
    expect(geometricBpref.aggregate).toBe('geometric');
  });
});
