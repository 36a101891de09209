import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText, rankScores } from '../../src/core/order.ts';

describe('compareText', () => {
  it('is the byte order of UTF-8, surrogates included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
        expect(Math.sign(compareText(a, b))).toBe(bytes);
      }),
    );
    expect(compareText('Ａa', '😀a')).toBeLessThan(0);
  });

  it('sorts the same under every locale: capitals before small letters', () => {
    expect(['ä', 'z', 'a', 'Z', 'å'].sort(compareText)).toEqual(['Z', 'a', 'z', 'ä', 'å']);
  });
});

describe('rankScores', () => {
  const score = fc.integer({ min: -3, max: 3 });

  it('is a stable sort by score, cut at the depth', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 60 }), fc.integer({ min: 0, max: 70 }), (scores, depth) => {
        const expected = scores
          .map((value, ord) => ({ value, ord }))
          .sort((a, b) => b.value - a.value || a.ord - b.ord)
          .slice(0, depth);
        const ranking = rankScores('t', scores, depth, 0);
        expect([...ranking.chunks]).toEqual(expected.map(({ ord }) => ord));
        expect([...ranking.scores]).toEqual(expected.map(({ value }) => value));
        expect(ranking.signal).toBe(expected.filter(({ value }) => value > 0).length);
      }),
    );
  });

  it('ranks what is allowed as it stands in the whole order', () => {
    const entries = fc.array(fc.tuple(score, fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(entries, fc.integer({ min: 0, max: 70 }), (list, depth) => {
        const scores = list.map(([value]) => value);
        const allowed = Uint8Array.from(list, ([, may]) => (may ? 1 : 0));
        const whole = rankScores('t', scores, scores.length, 0);
        const expected = [...whole.chunks].filter((ord) => allowed[ord]).slice(0, depth);
        const ranking = rankScores('t', scores, depth, 0, allowed);
        expect([...ranking.chunks]).toEqual(expected);
        expect([...ranking.scores]).toEqual(expected.map((ord) => scores[ord]));
        expect(ranking.signal).toBe(expected.filter((ord) => scores[ord]! > 0).length);
      }),
    );
  });

  it('counts everything as signal for a system without a floor', () => {
    expect(rankScores('t', [-1, -2, 0], 3, -Infinity).signal).toBe(3);
  });

  it('refuses scores that are no numbers', () => {
    expect(() => rankScores('t', [1, Number.NaN], 2, 0)).toThrow('not finite');
    expect(() => rankScores('t', [Number.POSITIVE_INFINITY], 1, 0)).toThrow('not finite');
  });
});
