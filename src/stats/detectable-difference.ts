// The smallest difference that a set of topics can be expected to detect.

/** The normal distribution's 97.5 % and 80 % points: two-sided α = .05, power .80. */
const Z_ALPHA = 1.959963984540054;
const Z_POWER = 0.8416212335729143;

/**
 * Minimum detectable mean difference of a paired comparison at 5 %, two-sided, with 80 % power, by the normal
 * approximation (z₀.₉₇₅ + z₀.₈₀) · sd / √n (Cohen 1988; Sakai 2016 for retrieval).
 * @param sd standard deviation of the differences
 */
export function detectableDifference(sd: number, n: number): number {
  if (!(sd >= 0 && n >= 1)) throw new RangeError(`no difference can be told from sd ${sd} and n ${n}`);
  return ((Z_ALPHA + Z_POWER) * sd) / Math.sqrt(n);
}
