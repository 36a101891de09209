// Shares against the factors that they stand for, and occurrences against the rows that they stand in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bm25TfFactor } from '../../src/retrieval/bm25-formula.ts';
import { openPostingRows, WHOLE_SHARE } from '../../src/retrieval/posting-rows.ts';
import { indexOfRows, normsOf, numbersFrom, rowOf } from './made-index.ts';

const params = fc.constantFrom([1.2, 0.75], [1.2, 0], [0.9, 1], [1000, 1], [1000, 0], [0, 0], [0, 1], [1e-9, 1]);
const tfs = (next: () => number) => () => Math.floor(300 ** next());

describe('shares of the largest factor', () => {
  const world = fc.record({
    seed: fc.integer({ min: 1 }),
    chunks: fc.constantFrom(1, 64, 300, 2000),
    share: fc.constantFrom(0.01, 0.2, 1),
    params,
  });

  it('are never less than the factor, and by no more than one', () => {
    fc.assert(
      fc.property(world, ({ seed, chunks, share, params: [k1, b] }) => {
        const next = numbersFrom(seed);
        const row = [[chunks - 1, 1] as const];
        const rows = [rowOf(chunks, share, next, tfs(next)), row, rowOf(chunks, share, next, tfs(next))];
        const index = indexOfRows(
          chunks,
          rows.filter((each) => each.length > 0),
          () => Math.floor(40 * next()),
        );
        const norms = normsOf(index, k1!, b!);
        const postings = openPostingRows(index, k1!, norms);
        // From the last, so that no row is prepared where the one before ends.
        for (let id = index.terms.length - 1; id >= 0; id--) {
          const [from, to] = [index.offsets[id]!, index.offsets[id + 1]!];
          const factors = Array.from({ length: to - from }, (_, i) =>
            bm25TfFactor(index.tfs[from + i]!, k1!, norms[index.docs[from + i]!]!),
          );
          const largest = Math.max(...factors);
          expect(postings.largestFactor(id)).toBe(largest);
          expect(postings.largestFactor(id)).toBe(largest);
          // What rounding in double precision gets wrong is far below what an estimate leaves room for.
          const wrong = factors.filter((factor, i) => {
            const exact = (factor / largest) * WHOLE_SHARE;
            const stored = postings.shares()[from + i]!;
            return !(stored >= exact * (1 - 1e-14) && stored < exact * (1 + 1e-14) + 1);
          });
          expect(wrong).toEqual([]);
          expect(postings.shares()[from + factors.indexOf(largest)]).toBe(WHOLE_SHARE);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leave the other rows as they are', () => {
    const index = indexOfRows(8, [[[0, 1]], [[1, 2]], [[2, 3]]]);
    const postings = openPostingRows(index, 1.2, normsOf(index, 1.2, 0.75));
    postings.largestFactor(1);
    expect([...postings.shares()]).toEqual([0, WHOLE_SHARE, 0]);
  });
});

describe('occurrences in a chunk', () => {
  // Rows with a table (one posting in 256 chunks or more) and without, and collections that end within, at and beyond a block.
  const world = fc.record({
    seed: fc.integer({ min: 1 }),
    chunks: fc.constantFrom(1, 255, 256, 257, 511, 512, 513, 4097),
    share: fc.constantFrom(0, 0.002, 0.005, 0.1, 1),
    asked: fc.constantFrom(0, 0.01, 0.5, 1),
  });

  it('are those of the row, one by one and for many', () => {
    fc.assert(
      fc.property(world, ({ seed, chunks, share, asked }) => {
        const next = numbersFrom(seed);
        // Others on both sides, which an answer out of bounds would take for its own.
        const rows = [0.3, share, 0.3].map((each) => rowOf(chunks, each, next, tfs(next)));
        const index = indexOfRows(chunks, rows);
        const postings = openPostingRows(index, 1.2, normsOf(index, 1.2, 0.75));
        const ords = Uint32Array.from({ length: chunks }, (_, ord) => ord).filter(() => next() < asked);
        for (const [id, row] of rows.entries()) {
          const counts = new Map(row);
          for (const ord of [0, chunks >> 1, chunks - 1]) expect(postings.tf(id, ord)).toBe(counts.get(ord) ?? 0);
          // What stands there before is not an answer.
          const taken = new Uint32Array(ords.length).fill(99_999);
          postings.tfs(id, ords, taken);
          expect([...taken]).toEqual(Array.from(ords, (ord) => counts.get(ord) ?? 0));
          const single = ords.filter((_, i) => i % 17 === 0);
          expect(Array.from(single, (ord) => postings.tf(id, ord))).toEqual(
            Array.from(single, (ord) => counts.get(ord) ?? 0),
          );
        }
      }),
      { numRuns: 80 },
    );
  });
});
