import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal } from '../../src/datasets/decimal-bytes.ts';
import { readScore } from '../../src/eval/trec-fields.ts';

const read = (text: string): number => readDecimal(Buffer.from(`x${text}y`), 1, 1 + Buffer.byteLength(text));

describe('readDecimal', () => {
  it('is Number, to the last bit and sign, for decimals of any length', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 25 });
    fc.assert(
      fc.property(fc.constantFrom('', '-', '+'), digits, digits, (sign, integer, decimals) => {
        for (const text of [`${sign}${integer}.${decimals}`, `${sign}${integer}`]) {
          expect(read(text), text).toBe(/\d/.test(text) ? Number(text) : Number.NaN);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('is Number for every double as it prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(read(String(value))).toBe(Number(String(value)));
        expect(read(value.toFixed(6))).toBe(Number(value.toFixed(6)));
      }),
      { numRuns: 5000 },
    );
  });

  it('stays exact at the edges of its quick way', () => {
    for (const text of [
      '9007199254740991',
      '9007199254740992',
      '9007199254740993',
      '0.9007199254740993',
      '1.0000000000000000000000',
      '0.00000000000000000000001',
      '0.0000000000000000000001',
      '-0',
      '5.',
      '.5',
      '1e22',
      '1E-3',
      '4.9e-324',
      '2.2250738585072011e-308',
    ]) {
      expect(read(text), text).toBe(Number(text));
    }
  });

  it('refuses what is no finite decimal number, as the simple rule does', () => {
    for (const text of ['', '.', '-', '+.', '1.2.3', '1,5', 'nan', 'inf', '1e999', '0x10', '1_0', '--1', 'é', '1 ']) {
      expect(read(text), text).toBeNaN();
      expect(readScore(text), text).toBeNaN();
    }
  });
});
