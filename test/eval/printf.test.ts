import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printFixed } from '../../src/eval/printf.ts';

describe('printFixed', () => {
  it('sends exact ties to the even digit, where toFixed sends them up', () => {
    expect(printFixed(1 / 32, 4)).toBe('0.0312');
    expect(printFixed(3 / 32, 4)).toBe('0.0938');
    expect(printFixed(-1 / 32, 4)).toBe('-0.0312');
    expect(printFixed(2.5, 0)).toBe('2');
    expect(printFixed(3.5, 0)).toBe('4');
    expect(printFixed(1234567.03125, 4)).toBe('1234567.0312');
    expect(printFixed(0.125, 2)).toBe('0.12');
    expect(printFixed(0.375, 2)).toBe('0.38');
    expect(printFixed(0.0078125 * 0.5, 4)).toBe('0.0039');
  });

  it('rounds everything else by the exact binary value', () => {
    // 0.00005 is a little more, 0.00015 a little less than written.
    expect(printFixed(0.00005, 4)).toBe('0.0001');
    expect(printFixed(0.00015, 4)).toBe('0.0001');
    expect(printFixed(2 / 3, 4)).toBe('0.6667');
    expect(printFixed(-358, 4)).toBe('-358.0000');
    expect(printFixed(-0, 4)).toBe('-0.0000');
    expect(printFixed(0, 4)).toBe('0.0000');
  });

  it('is within half a unit of the last digit, and of two that are equally near the even one', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 0, max: 12 }), (n, shift) => {
        const value = n / 2 ** shift;
        const units = Number(printFixed(value, 4).replace('.', ''));
        // Both sides are exact: at most 17 + 14 bits.
        const off = Math.abs(units - value * 10_000);
        expect(off).toBeLessThanOrEqual(0.5);
        if (off === 0.5) expect(Math.abs(units) % 2).toBe(0);
      }),
    );
  });
});
