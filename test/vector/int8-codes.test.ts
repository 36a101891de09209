// Codes stay within their limit, and the bound that they promise holds for what `dot` computes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot } from '../../src/vector/dot.ts';
import { encode, queryLimit, ROW_LIMIT } from '../../src/vector/int8-codes.ts';

const value = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, min: -1, max: 1 }),
  fc.constantFrom(0, -0, 1e-45, -1e-45, 1, 3.4e38),
);
const pairs = fc
  .integer({ min: 1, max: 70 })
  .chain((n) =>
    fc.tuple(fc.array(value, { minLength: n, maxLength: n }), fc.array(value, { minLength: n, maxLength: n })),
  );

describe('codes', () => {
  it('bound what `dot` computes from both sides', () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const [q, r] = [Float32Array.from(left), Float32Array.from(right)];
        const n = q.length;
        const [k, c] = [new Int16Array(n), new Int16Array(n)];
        const query = encode(q, 0, n, queryLimit(n), k)!;
        const row = encode(r, 0, n, ROW_LIMIT, c)!;
        const product = k.reduce((sum, code, i) => sum + code * c[i]!, 0);
        const off = Math.abs(dot(q, 0, r, 0, n) - product * row.scale * query.scale);
        expect(off).toBeLessThanOrEqual(query.length * row.lost + query.lost * row.codedLength);
      }),
      { numRuns: 2000 },
    );
  });

  it('are as large as their limit, and no larger', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const vector = Float32Array.from(values);
        for (const limit of [ROW_LIMIT, queryLimit(vector.length)]) {
          const codes = new Int16Array(vector.length);
          encode(vector, 0, vector.length, limit, codes);
          const most = Math.max(...codes.map(Math.abs));
          expect(most).toBe(vector.every((each) => each === 0) ? 0 : limit);
        }
      }),
    );
  });

  it('of a query leave room for the sum of its products', () => {
    for (const elements of [1, 8, 384, 512, 520, 4096, 65_536]) {
      expect(queryLimit(elements)).toBeGreaterThan(200);
      expect(queryLimit(elements) * ROW_LIMIT * elements).toBeLessThan(2 ** 31);
    }
  });

  it('are not made of what is not finite', () => {
    for (const bad of [Number.NaN, Infinity, -Infinity])
      expect(encode(Float32Array.of(1, bad), 0, 2, ROW_LIMIT, new Int16Array(2))).toBeUndefined();
  });
});
