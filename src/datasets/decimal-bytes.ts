// Decimal numbers read from bytes: exactly what Number and strtod give, without making a string in the common case.
import { readScore } from '../eval/trec-fields.ts';
import { decode } from './utf8.ts';

/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, n) => Number(`1e${n}`));
const TWO_TO_53 = 2 ** 53;

/**
 * NaN where the bytes are no finite decimal number. Digits and a point only, with an integer of all digits below 2^53
 * and at most 22 decimals: numerator and power of ten are exact doubles, and IEEE division rounds their quotient
 * correctly (Clinger 1990), so it is the nearest double. All else goes through Number.
 */
export function readDecimal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const sign = bytes[at];
  if (sign === 0x2d || sign === 0x2b) at++;
  let integer = 0;
  let digits = 0;
  let point = -1;
  for (; at < end; at++) {
    const digit = bytes[at]! - 48;
    if (digit >= 0 && digit <= 9) {
      // Past 2^53 this is no longer exact, but never falls below it again.
      integer = 10 * integer + digit;
      digits++;
    } else if (digit === -2 && point < 0) point = at;
    else return readScore(decode(bytes, start, end));
  }
  const decimals = point < 0 ? 0 : end - point - 1;
  if (digits === 0 || integer >= TWO_TO_53 || decimals > 22) return readScore(decode(bytes, start, end));
  const size = decimals === 0 ? integer : integer / POWERS[decimals]!;
  return sign === 0x2d ? -size : size;
}
