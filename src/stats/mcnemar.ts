// McNemar's exact test: of the pairs in which the two sides differ, does one side win more often than a coin would?

/**
 * Two-sided p of the exact (binomial) form: with n = b + c, min(1, 2 · P(X ≤ min(b, c))), X ~ Binomial(n, 1/2)
 * (McNemar 1947). 1 where no pair differs; never 0.
 * @param b pairs that only the first side gets
 * @param c pairs that only the second side gets
 */
export function mcnemarExact(b: number, c: number): number {
  if (!(Number.isSafeInteger(b) && Number.isSafeInteger(c) && b >= 0 && c >= 0)) {
    throw new RangeError(`counts must be integers of 0 or more, got ${b} and ${c}`);
  }
  const n = b + c;
  // Binomial coefficients from C(n, 0) up. Powers of two are moved into `halvings` so that nothing overflows; that is exact.
  let term = 1;
  let sum = 1;
  let halvings = n - 1;
  for (let i = 1; i <= Math.min(b, c); i++) {
    term = (term * (n - i + 1)) / i;
    sum += term;
    if (sum > 2 ** 500) {
      term *= 2 ** -500;
      sum *= 2 ** -500;
      halvings -= 500;
    }
  }
  for (; halvings > 500; halvings -= 500) sum *= 2 ** -500;
  return Math.max(Number.MIN_VALUE, Math.min(1, sum * 2 ** -halvings));
}
