// Several queries at once give what `dot` gives for each, to the last bit, for any values and shapes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot } from '../../src/vector/dot.ts';
import { scoreAllRows } from '../../src/vector/score-rows.ts';

const naive = (query: Float32Array, matrix: Float32Array, dims: number): Float64Array =>
  Float64Array.from({ length: matrix.length / dims }, (_, row) => dot(query, 0, matrix, row * dims, dims));

const value = fc.oneof(fc.float(), fc.float({ min: -1, max: 1, noNaN: true }), fc.constantFrom(0, -0, 1e-45, 3.4e38));
const shapes = fc.integer({ min: 1, max: 21 }).chain((dims) => {
  const row = fc.array(value, { minLength: dims, maxLength: dims });
  return fc.tuple(fc.constant(dims), fc.array(row, { maxLength: 9 }), fc.array(row, { maxLength: 9 }));
});

describe('scores of several queries', () => {
  it('are those of `dot`', () => {
    fc.assert(
      fc.property(shapes, ([dims, queries, rows]) => {
        const matrix = Float32Array.from(rows.flat());
        const asked = queries.map((query) => Float32Array.from(query));
        expect(scoreAllRows(asked, matrix, dims)).toEqual(asked.map((query) => naive(query, matrix, dims)));
      }),
      { numRuns: 500 },
    );
  });

  it('are those of `dot` over several blocks, whatever was asked before', () => {
    let state = 1;
    const next = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return state / 2 ** 31;
    };
    for (const [dims, rows, count] of [
      [384, 400, 5],
      [8, 20_000, 2],
      [512, 300, 17],
    ] as const) {
      const matrix = Float32Array.from({ length: rows * dims }, next);
      const queries = Array.from({ length: count }, () => Float32Array.from({ length: dims }, next));
      expect(scoreAllRows(queries, matrix, dims)).toEqual(queries.map((query) => naive(query, matrix, dims)));
    }
  });

  it('are refused where shapes do not fit', () => {
    const query = new Float32Array(4);
    expect(() => scoreAllRows([query, query], new Float32Array(6), 4)).toThrow(RangeError);
    expect(() => scoreAllRows([query, new Float32Array(5)], new Float32Array(8), 4)).toThrow(RangeError);
    expect(scoreAllRows([], new Float32Array(8), 4)).toEqual([]);
  });
});
