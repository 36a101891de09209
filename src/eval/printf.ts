// C's printf("%.Nf"), digit for digit.

/**
 * A finite number with so many decimals, rounded as C rounds: by the exact binary value, exact ties to the even digit.
 * toFixed does the first but sends ties up: 1/32 is 0.0312 in C, 0.0313 there.
 */
export function printFixed(value: number, digits: number): string {
  if (Object.is(value, -0)) return `-${(0).toFixed(digits)}`;
  // A tie at digit d is j / 2^(d + 1) with j odd, since 10^d = 2^d 5^d: the product is exact.
  const halves = Math.abs(value) * 2 ** (digits + 1);
  if (halves % 2 !== 1) return value.toFixed(digits);
  // value * 10^d = j * 5^d / 2: one of its neighbours is even.
  const twice = BigInt(halves) * 5n ** BigInt(digits);
  const below = (twice - 1n) / 2n;
  const text = `${below % 2n === 0n ? below : below + 1n}`.padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${value < 0 ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`;
}
