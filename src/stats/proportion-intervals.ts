// Beta-quantile intervals for a proportion: Clopper-Pearson's, which never covers too little, and Jeffreys', which is close on average.
import { betaQuantile } from './beta.ts';
import type { Interval } from './wilson.ts';

/** 95 % interval of Clopper and Pearson (1934): quantiles of Beta(k, n − k + 1) and Beta(k + 1, n − k). */
export function clopperPearsonInterval(hits: number, n: number): Interval {
  check(hits, n);
  return {
    low: hits === 0 ? 0 : betaQuantile(0.025, hits, n - hits + 1),
    high: hits === n ? 1 : betaQuantile(0.975, hits + 1, n - hits),
  };
}

/** 95 % interval from Jeffreys' prior: quantiles of Beta(k + ½, n − k + ½), 0 and 1 at the ends (Brown, Cai and DasGupta 2001). */
export function jeffreysInterval(hits: number, n: number): Interval {
  check(hits, n);
  return {
    low: hits === 0 ? 0 : betaQuantile(0.025, hits + 0.5, n - hits + 0.5),
    high: hits === n ? 1 : betaQuantile(0.975, hits + 0.5, n - hits + 0.5),
  };
}

function check(hits: number, n: number): void {
  if (!(n >= 1 && hits >= 0 && hits <= n)) throw new RangeError(`${hits} of ${n} is not a proportion`);
}
