// Scores of all rows and the best of each group.
import { describe, expect, it } from 'vitest';
import { maxByGroup, scoreRows } from '../../src/vector/max-sim.ts';

describe('scoreRows', () => {
  it('gives one inner product a row', () => {
    const matrix = Float32Array.of(1, 0, 0, 1, 0.5, 0.5);
    expect([...scoreRows(Float32Array.of(2, 4), matrix, 2)]).toEqual([2, 4, 3]);
  });

  it('refuses shapes that do not fit', () => {
    expect(() => scoreRows(Float32Array.of(1, 2), new Float32Array(5), 2)).toThrow(RangeError);
    expect(() => scoreRows(Float32Array.of(1), new Float32Array(4), 2)).toThrow(RangeError);
  });
});

describe('maxByGroup', () => {
  it('takes the best row of each group, the first of equals; rows may be shared and groups empty', () => {
    const { best, rows } = maxByGroup(
      Float64Array.of(0.1, 0.9, 0.9, -0.5),
      Uint32Array.of(0, 3, 3, 4, 6),
      Uint32Array.of(0, 1, 2, 3, 2, 0),
    );
    expect([...best]).toEqual([0.9, -Infinity, -0.5, 0.9]);
    expect([...rows]).toEqual([1, -1, 3, 2]);
  });

  it('has no groups without starts', () => {
    expect(maxByGroup(new Float64Array(0), new Uint32Array(0), new Uint32Array(0)).best).toHaveLength(0);
  });
});
