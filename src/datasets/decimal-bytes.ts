// Decimal numbers read from bytes: exactly what Number and strtod give, without making a string in the common cases.
import { readScore } from '../eval/trec-fields.ts';
import { decode } from './utf8.ts';

/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, n) => Number(`1e${n}`));
const MOST_DECIMALS = POWERS.length - 1;
/** Significant digits that always fit below 2^53. */
const HEAD_DIGITS = 15;
/** As many again as keep the sum of their parts exact. */
const TAIL_DIGITS = 7;
/** Digits that fit an integer of 32 bits, which is faster than a double. */
const SHORT_DIGITS = 9;

/**
 * NaN where the bytes are no finite decimal number. Digits and a point alone, at most 22 of them significant and 22
 * behind the point, are a quotient of integers; all else goes through Number.
 */
export function readDecimal(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= SHORT_DIGITS + 1) {
    const short = readShort(bytes, start, end);
    if (!Number.isNaN(short)) return short;
  }
  let at = start;
  const sign = bytes[at];
  if (sign === 0x2d || sign === 0x2b) at++;
  let head = 0;
  let tail = 0;
  let digits = 0;
  let significant = 0;
  let point = -1;
  for (; at < end; at++) {
    const digit = bytes[at]! - 48;
    if (digit >= 0 && digit <= 9) {
      digits++;
      if (significant > 0 || digit > 0) significant++;
      if (significant <= HEAD_DIGITS) head = 10 * head + digit;
      else tail = 10 * tail + digit;
    } else if (digit === -2 && point < 0) point = at;
    else return readScore(decode(bytes, start, end));
  }
  const decimals = point < 0 ? 0 : end - point - 1;
  const tailDigits = Math.max(0, significant - HEAD_DIGITS);
  if (digits === 0 || tailDigits > TAIL_DIGITS || decimals > MOST_DECIMALS) return readScore(decode(bytes, start, end));
  // Integer and power of ten are exact doubles, and IEEE division rounds their quotient correctly (Clinger 1990).
  let size = decimals === 0 ? head : head / POWERS[decimals]!;
  if (tailDigits > 0) {
    size = divideLong(head, tail, POWERS[tailDigits]!, POWERS[decimals]!);
    if (Number.isNaN(size)) return readScore(decode(bytes, start, end));
  }
  return sign === 0x2d ? -size : size;
}

/** Up to nine digits and a point, no sign: what most runs hold. NaN for all else. */
function readShort(bytes: Uint8Array, start: number, end: number): number {
  let whole = 0;
  let digits = 0;
  let point = -1;
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - 48;
    if (digit >= 0 && digit <= 9) {
      whole = (Math.imul(whole, 10) + digit) | 0;
      digits++;
    } else if (digit === -2 && point < 0) point = at;
    else return Number.NaN;
  }
  if (digits === 0 || digits > SHORT_DIGITS) return Number.NaN;
  return point < 0 ? whole : whole / POWERS[end - point - 1]!;
}

/**
 * The double nearest to (head * shift + tail) / divisor; NaN in the few cases so near to the middle of two doubles that
 * this arithmetic cannot tell. Pairs of doubles hold the numerator exactly and the quotient to about 2^-104 of itself
 * (Dekker 1971).
 */
function divideLong(head: number, tail: number, shift: number, divisor: number): number {
  const product = head * shift;
  // Integers below 2^53 both, so their sum is exact.
  const rest = productError(head, shift, product) + tail;
  const high = product + rest;
  const low = rest - (high - product);
  const first = high / divisor;
  const back = first * divisor;
  const second = (high - back - productError(first, divisor, back) + low) / divisor;
  const sum = first + second;
  const error = second - (sum - first);
  // `error` is the distance to the true quotient but for 2^-50 of itself: if a little more of it changes nothing, `sum` is
  // the nearest double.
  return sum + error * (1 + 2 ** -40) === sum ? sum : Number.NaN;
}

/** a * b - product, exactly (Veltkamp's split, Dekker's product). */
function productError(a: number, b: number, product: number): number {
  const aHigh = highHalf(a);
  const bHigh = highHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function highHalf(value: number): number {
  const scaled = (2 ** 27 + 1) * value;
  return scaled - (scaled - value);
}
