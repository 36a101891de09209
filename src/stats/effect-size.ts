// Cohen's d for paired differences: how many standard deviations the mean difference is wide.
import { momentsOf } from './paired-differences.ts';

/**
 * d_z = mean / sd of the differences (Cohen 1988, section 2.3.5). 0 where all differences are 0.
 * @returns undefined where it is not defined: one difference, or all of them equal and not 0
 */
export function cohenDz(differences: ArrayLike<number>): number | undefined {
  const { mean, sd } = momentsOf(differences);
  if (sd > 0) return mean / sd;
  return mean === 0 ? 0 : undefined;
}
