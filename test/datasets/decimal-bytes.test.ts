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
      { numRuns: 20_000 },
    );
  });

  it('is Number for short ones, up to where the digits leave 32 bits', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.9'), minLength: 1, maxLength: 11 });
    fc.assert(
      fc.property(text, (written) => {
        const isDecimal = /^\d+\.?\d*$|^\.\d+$/.test(written);
        expect(read(written), written).toBe(isDecimal ? Number(written) : Number.NaN);
      }),
      { numRuns: 20_000 },
    );
    for (const most of ['999999999', '99999999.9', '.999999999', '9999999999', '2147483648', '4294967296'])
      expect(read(most)).toBe(Number(most));
  });

  it('is Number for every double as it prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(read(String(value))).toBe(Number(String(value)));
        expect(read(value.toFixed(6))).toBe(Number(value.toFixed(6)));
      }),
      { numRuns: 20_000 },
    );
  });

  it('is Number where a decimal lies next to the middle of two doubles', () => {
    const middles = fc.double({ min: 1e-6, max: 1e6, noNaN: true }).map((value) => {
      // The exact middle in decimal, cut to as many digits as the quick way takes, and its neighbours.
      const bits = new DataView(new ArrayBuffer(8));
      bits.setFloat64(0, value);
      bits.setBigInt64(0, bits.getBigInt64(0) + 1n);
      const above = bits.getFloat64(0);
      const digits = (BigInt(Math.round(value * 2 ** 40)) + BigInt(Math.round(above * 2 ** 40))) * 10n ** 16n;
      return (digits / 2n ** 41n).toString();
    });
    fc.assert(
      fc.property(middles, fc.integer({ min: -2, max: 2 }), (digits, step) => {
        const stepped = (BigInt(digits) + BigInt(step)).toString().replace('-', '').padStart(17, '0');
        const text = `${stepped.slice(0, -16)}.${stepped.slice(-16)}`;
        expect(read(text), text).toBe(Number(text));
      }),
      { numRuns: 20_000 },
    );
    // Exact middles: 2^53 + 1 and its like, which go to the even neighbour.
    for (const text of [
      '9007199254740993',
      '9007199254740995',
      '4503599627370496.5',
      '4503599627370497.5',
      '1125899906842624.125',
    ]) {
      expect(read(text), text).toBe(Number(text));
    }
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
