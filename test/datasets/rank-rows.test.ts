import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankRows } from '../../src/datasets/rank-rows.ts';

describe('rankRows', () => {
  it('is a full sort: score descending, then id descending', () => {
    const row = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer());
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ([, id]) => id, maxLength: 200 }), (rows) => {
        const order = rankRows(
          Float64Array.from(rows, ([score]) => score),
          rows.length,
          (a, b) => (rows[a]![1] < rows[b]![1] ? -1 : 1),
        );
        const expected = rows.map((_, i) => i).sort((a, b) => rows[b]![0] - rows[a]![0] || rows[b]![1] - rows[a]![1]);
        expect([...order]).toEqual(expected);
      }),
    );
  });

  it('looks at no more scores than there are rows, and at no id where scores fall', () => {
    const ids = (): number => {
      throw new Error('asked');
    };
    expect([...rankRows(Float64Array.of(3, 2, 1, 9, 9), 3, ids)]).toEqual([0, 1, 2]);
  });
});
