import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundNumbers } from '../../src/core/rounding.ts';

describe('roundNumbers', () => {
  it('rounds what is no integer to nine significant digits, wherever it stands', () => {
    expect(roundNumbers({ a: [1 / 3, 12345678901], b: { c: 2 ** -24 }, d: 'x', e: null })).toEqual({
      a: [0.333333333, 12345678901],
      b: { c: 5.96046448e-8 },
      d: 'x',
      e: null,
    });
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const once = roundNumbers(value);
        expect(roundNumbers(once)).toBe(once);
      }),
    );
  });
});
