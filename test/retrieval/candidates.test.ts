// The bar against a sorted list: never above what the last of the best reaches, and not far below it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCandidates } from '../../src/retrieval/candidates.ts';

/** The k-th largest, 0 where there are fewer. */
const kth = (scores: readonly number[], k: number): number => scores.toSorted((a, b) => b - a)[k - 1] ?? 0;

const candidates = createCandidates();

/** By what share of a score its estimate may be wrong, either way, beside the excess. */
const ROUNDED = 1e-4;

describe('candidates', () => {
  const MOST = 57_000;
  const score = fc.oneof(
    fc.double({ min: 1, max: MOST, noNaN: true }),
    fc.constantFrom(1, 2, 100.5, 1000, MOST / 2, MOST - 1e-9, MOST),
  );
  const entry = fc.record({
    score,
    share: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    /** Of what rounding may be wrong by. */
    rounded: fc.oneof(fc.constantFrom(-1, 0, 1), fc.double({ min: -1, max: 1, noNaN: true })),
  });
  const world = fc.record({
    entries: fc.array(entry, { maxLength: 120 }),
    depth: fc.integer({ min: 1, max: 40 }),
    excess: fc.constantFrom(0, 3, 90, 3000),
  });

  it('leaves out nothing that can be among the best, whatever the estimates are too much by, and however rounded', () => {
    fc.assert(
      fc.property(world, ({ entries, depth, excess }) => {
        candidates.begin(depth, MOST, excess);
        expect(candidates.bar).toBe(0);
        const scores: number[] = [];
        const estimates = entries.map(({ score, share, rounded }) => score * (1 + ROUNDED * rounded) + share * excess);
        for (const [ord, { score }] of entries.entries()) {
          const before = candidates.bar;
          candidates.add(ord, estimates[ord]!);
          scores.push(score);
          expect(candidates.bar).toBeGreaterThanOrEqual(before);
          // A chunk with this score may be estimated as low.
          expect(candidates.bar).toBeLessThanOrEqual(kth(scores, depth) * (1 - ROUNDED));
        }
        const taken = [...candidates.take()];
        expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
        const worst = kth(scores, depth);
        const must = scores.flatMap((score, ord) => (score >= worst ? [ord] : []));
        expect(taken).toEqual(expect.arrayContaining(must));
        for (const ord of taken) expect(estimates[ord]!).toBeGreaterThanOrEqual(candidates.bar);
      }),
      { numRuns: 300 },
    );
  });

  it('has a bar within a step of what the last of the best reaches, less the excess and what rounding may be wrong by', () => {
    fc.assert(
      fc.property(world, ({ entries, depth, excess }) => {
        candidates.begin(depth, MOST, excess);
        for (const [ord, { score }] of entries.entries()) candidates.add(ord, score);
        const worst = kth(
          entries.map(({ score }) => score),
          depth,
        );
        expect(candidates.bar).toBeGreaterThan((worst - excess) * (1 - 2.001 * ROUNDED) - (MOST / 1023) * 1.001);
      }),
    );
  });

  it('keeps equals together, in any number', () => {
    candidates.begin(3, 10, 0);
    for (let ord = 0; ord < 5000; ord++) candidates.add(ord, ord % 10 === 4 ? 9 : 8.5);
    expect([...candidates.take()].every((ord) => ord % 10 === 4)).toBe(true);
    expect(candidates.take()).toHaveLength(500);
  });

  it('gives what it takes by ordinal, in whatever order it was added', () => {
    for (const ords of [
      [1, 2, 3, 40],
      [40, 3, 2, 1],
      [2, 40, 1, 3],
      [1, 3, 2, 40],
    ]) {
      candidates.begin(4, 100, 0);
      // What is left out says nothing about the order.
      for (const [i, ord] of ords.entries()) {
        candidates.add(ord, 50 + i);
        candidates.add(100 - i, 2);
      }
      expect([...candidates.take()]).toEqual([1, 2, 3, 40]);
    }
  });

  it('takes an estimate that is more than the most by what rounding makes of it', () => {
    candidates.begin(1, 0.3, 0);
    candidates.add(7, 0.1 + 0.2);
    candidates.add(8, 0.3);
    candidates.add(9, 0.2);
    expect([...candidates.take()]).toEqual([7, 8]);
  });

  it('begins anew: nothing of an earlier question is left', () => {
    candidates.begin(1, 100, 0);
    for (let ord = 0; ord < 50; ord++) candidates.add(ord, 50 + ord);
    expect(candidates.bar).toBeGreaterThan(90);
    candidates.begin(2, 100, 0);
    candidates.add(3, 99);
    expect(candidates.bar).toBe(0);
    candidates.add(1, 5);
    candidates.add(2, 4);
    expect([...candidates.take()]).toEqual([1, 3]);
  });
});
