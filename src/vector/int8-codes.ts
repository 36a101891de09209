// Vectors as small integers times a scale, with what that loses: the ground of bounds on inner products.
//
// A vector v is kept as s·c, c integers, s a scale. With r = s·c + e and q = t·k + f, the inner product q·r differs from
// t·s·(k·c), whose integer part is exact, by f·(s·c) + q·e, so by no more than |f| |s·c| + |q| |e| (Cauchy, Schwarz).

/** The largest code of a row: one byte with its sign. */
export const ROW_LIMIT = 127;

/** The largest code of a query of so many elements: one that fits 16 bits, and whose products with a row fit 32. */
export function queryLimit(elements: number): number {
  return Math.min(0x7fff, Math.floor(0x7fffffff / (ROW_LIMIT * Math.max(1, elements))));
}

export interface Coded {
  readonly scale: number;
  /** Length of the vector itself, of s·c, and of what is lost; the last two as upper bounds. */
  readonly length: number;
  readonly codedLength: number;
  readonly lost: number;
}

/**
 * What double precision may get wrong, as a share of the product of two lengths: in sums over n elements, here and in
 * `dot`, n roundings of 2^-53 each. Eight times that covers them all, and the handful beside them.
 */
function roundingShare(elements: number): number {
  return (elements + 16) * 2 ** -50;
}

/**
 * @param codes takes the codes, from its beginning
 * @returns undefined where a value is not finite
 */
export function encode(
  values: Float32Array,
  offset: number,
  elements: number,
  limit: number,
  codes: Int16Array,
): Coded | undefined {
  let most = 0;
  let squares = 0;
  for (let i = 0; i < elements; i++) {
    const value = values[offset + i]!;
    squares += value * value;
    const size = Math.abs(value);
    // Not Math.max, whose care for NaN and -0 costs a quarter of the time; NaN is caught by the squares.
    if (size > most) most = size;
  }
  // Squares of single-precision numbers do not overflow, so this holds for every vector without NaN and infinity.
  if (!Number.isFinite(squares)) return undefined;
  const scale = most / limit;
  const inverse = most > 0 ? limit / most : 0;
  let coded = 0;
  let lost = 0;
  for (let i = 0; i < elements; i++) {
    const value = values[offset + i]!;
    const code = Math.floor(value * inverse + 0.5);
    codes[i] = code;
    coded += code * code;
    const off = value - scale * code;
    lost += off * off;
  }
  const length = Math.sqrt(squares);
  const codedLength = scale * Math.sqrt(coded);
  const rounding = roundingShare(elements);
  return {
    scale,
    length: length * (1 + rounding),
    codedLength: codedLength * (1 + rounding),
    lost: Math.sqrt(lost) * (1 + rounding) + rounding * (length + codedLength),
  };
}
