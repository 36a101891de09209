// Scores of one list made comparable with those of others. Sources: Montague and Aslam 2001 (minmax, sum, zscore), Lee 1997 (rank).
import { minMaxScaled } from '../../core/fusion-formulas.ts';
import type { NORMS } from './params.ts';

type Norm = (scores: Float64Array) => Float64Array;

const BY_NAME: Readonly<Record<(typeof NORMS)[number], Norm>> = {
  minmax: minMaxScaled,

  /** (s - mean) / standard deviation of the population. */
  zscore(scores) {
    const near = nearOne(scores);
    const mean = near.reduce((sum, score) => sum + score / near.length, 0);
    const variance = near.reduce((sum, score) => sum + (score - mean) ** 2 / near.length, 0);
    if (scores[0] === scores.at(-1) || variance === 0) return new Float64Array(scores.length);
    return near.map((score) => (score - mean) / Math.sqrt(variance));
  },

  /** 1 - (rank - 1) / n: the first is worth 1, the last 1 / n. */
  rank: (scores) => scores.map((_, place) => 1 - place / scores.length),

  /** (s - min) / sum of all (s - min): a list is worth 1 as a whole. */
  sum(scores) {
    const near = nearOne(scores);
    const min = near.at(-1) ?? 0;
    const total = near.reduce((sum, score) => sum + (score - min), 0);
    if (total === 0) return new Float64Array(scores.length).fill(1 / scores.length);
    return near.map((score) => (score - min) / total);
  },

  none: (scores) => scores,
};

/** @param scores by rank, not increasing */
export function normalise(norm: string, scores: Float64Array): Float64Array {
  return BY_NAME[norm as keyof typeof BY_NAME](scores);
}

/**
 * Times a power of two, which changes no digit, so that neither sums nor squares leave the range of doubles: neither
 * norm depends on the scale.
 */
function nearOne(scores: Float64Array): Float64Array {
  const largest = Math.max(Math.abs(scores[0] ?? 0), Math.abs(scores.at(-1) ?? 0));
  if (largest === 0) return scores;
  const scale = 2 ** Math.min(1000, -Math.floor(Math.log2(largest)));
  return scores.map((score) => score * scale);
}
