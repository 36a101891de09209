import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText, rankFound, rankScores } from '../../src/core/order.ts';

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

describe('rankScores on many chunks', () => {
  it('is the same stable sort, whatever the scores look like', () => {
    const shapes: Record<string, (i: number, n: number) => number> = {
      'all equal': () => 1,
      rising: (i) => i,
      falling: (i, n) => n - i,
      'mostly zero': (i) => (i % 97 === 0 ? (i * 7919) % 31 : 0),
      organ: (i, n) => Math.min(i, n - i),
      scattered: (i) => (i * 2_654_435_761) % 1009,
    };
    for (const [name, shape] of Object.entries(shapes)) {
      for (const n of [11, 12, 13, 100, 1000, 4097]) {
        const scores = Float64Array.from({ length: n }, (_, i) => shape(i, n));
        const expected = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
        for (const depth of [1, 10, n >> 1, n - 1, n]) {
          const { chunks } = rankScores('t', scores, depth, 0);
          expect([...chunks], `${name}, ${depth} of ${n}`).toEqual(expected.slice(0, depth));
        }
      }
    }
  });

  it('is the same at every depth, for chosen chunks too, however far scores are apart', () => {
    const shapes: readonly ((part: number) => number)[] = [
      (part) => part,
      (part) => Math.floor(4 * part),
      (part) => Math.exp(700 * part),
      (part) => (part < 0.5 ? 1 : 1 + 2 ** -52),
      (part) => (part < 0.9 ? 0 : 5e-324 * Math.floor(30 * part)),
      (part) => (part - 0.5) * Number.MAX_VALUE * 2,
      (part) => (part < 0.01 ? Number.NEGATIVE_INFINITY : part),
      (part) => (part < 0.3 ? -0 : 0),
    ];
    const world = fc.record({
      parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 400 }),
      shape: fc.constantFrom(...shapes),
      // Shallow and deep ones are chosen in different ways.
      deep: fc.constantFrom(0, 0.02, 0.05, 1 / 16, 0.07, 0.2, 0.45, 0.5, 1),
      share: fc.constantFrom(undefined, 0, 0.5, 0.9, 1),
    });
    fc.assert(
      fc.property(world, ({ parts, shape, deep, share }) => {
        const scores = Float64Array.from(parts, shape);
        const allowed =
          share === undefined ? undefined : Uint8Array.from(parts, (part) => Number((part * 97) % 1 < share));
        const ords = Array.from(scores.keys()).filter((ord) => !allowed || allowed[ord]);
        const finite = ords.filter((ord) => Number.isFinite(scores[ord])).length;
        const depth = Math.min(finite, 1 + Math.floor(deep * ords.length));
        const expected = ords
          .sort((a, b) => (scores[a] === scores[b] ? a - b : scores[b]! > scores[a]! ? 1 : -1))
          .slice(0, depth);
        expect([...rankScores('t', scores, depth, 0, allowed).chunks]).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('takes infinity where it is not ranked, and refuses what is no number anywhere', () => {
    expect([...rankScores('t', [1, Number.NEGATIVE_INFINITY, 2], 2, 0).chunks]).toEqual([2, 0]);
    expect(() => rankScores('t', [3, 2, Number.NaN], 1, 0)).toThrow('not finite');
    // Behind the depth, it would hide what is better than the last of the best.
    for (const depth of [1, 2, 3]) {
      expect(() => rankScores('t', [3, 1, Number.NaN, 2], depth, 0), String(depth)).toThrow(
        'score NaN of chunk 2 is not finite',
      );
    }
  });
});

describe('rankFound', () => {
  it('is the ranking of all scores, made of those that are not 0 and any others', () => {
    const entry = fc.record({ score: fc.integer({ min: 0, max: 3 }), may: fc.boolean(), named: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 50 }),
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        (list, depth, isFiltered) => {
          const allowed = isFiltered ? Uint8Array.from(list, ({ may }) => Number(may)) : undefined;
          const scores = Float64Array.from(list, ({ score }) => score);
          const found = Uint32Array.from(list.keys()).filter(
            (ord) => (scores[ord]! > 0 || list[ord]!.named) && (!allowed || allowed[ord] === 1),
          );
          const ranking = rankFound(
            't',
            found,
            Float64Array.from(found, (ord) => scores[ord]!),
            list.length,
            depth,
            allowed,
          );
          expect(ranking).toEqual(rankScores('t', scores, depth, 0, allowed));
        },
      ),
    );
  });

  it('refuses what is no number, and says of which chunk', () => {
    const found = Uint32Array.of(70, 80, 90);
    for (const depth of [1, 2, 50]) {
      expect(() => rankFound('t', found, Float64Array.of(1, Number.NaN, 2), 100, depth), String(depth)).toThrow(
        'score NaN of chunk 80 is not finite',
      );
    }
  });
});
