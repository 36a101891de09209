// The beta distribution: its cumulative probability (the regularised incomplete beta function) and its quantiles.

/**
 * I_x(a, b), the probability that a Beta(a, b) variable is at most x, by the continued fraction of DLMF 8.17.22; where
 * that converges slowly, by the symmetry I_x(a, b) = 1 − I_(1−x)(b, a) (DLMF 8.17.4). Relative error about 1e-13.
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (!(a > 0 && b > 0)) throw new RangeError(`a beta distribution has no parameters ${a} and ${b}`);
  if (!(x > 0)) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

/** The x with I_x(a, b) = p, by halving. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a probability`);
  let low = 0;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (betaCdf(middle, a, b) < p) low = middle;
    else high = middle;
  }
}

const MOST_STEPS = 10_000;
/** Stands for a denominator of 0 (Lentz 1976, in the form of Thompson and Barnett 1986). */
const TINY = 1e-300;

/** The fraction 1/(1 + d₁/(1 + d₂/(1 + ···))) with the d of DLMF 8.17.23, from the front until nothing changes. */
function fraction(x: number, a: number, b: number): number {
  const safe = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / safe(1 + term * d);
      c = safe(1 + term / c);
      change = c * d;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return value;
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** From here on the series below is exact to the last bit but one. */
const STIRLING_FROM = 12;

/** ln Γ(x) by Stirling's series (DLMF 5.11.1), after Γ(x) = Γ(x + 1) / x has moved a small x up. */
function logGamma(x: number): number {
  let product = 1;
  let z = x;
  for (; z < STIRLING_FROM; z++) product *= z;
  const r = 1 / (z * z);
  const tail = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360360))))) / z;
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + tail - Math.log(product);
}
