// Wilcoxon's signed-rank test: do the larger differences point one way?
import { normalCdf } from './normal.ts';
import { NOISE } from './paired-differences.ts';

export interface Wilcoxon {
  /** The smaller of the two sums of ranks. */
  readonly w: number;
  /** Two-sided; never 0. */
  readonly p: number;
  /** False where p is the normal approximation. */
  readonly exact: boolean;
}

/** scipy's limits (`method='auto'`): on topics without ties and zeros, and with them. */
const EXACT_UP_TO = 50;
const EXACT_WITH_TIES_UP_TO = 13;

/**
 * Wilcoxon (1945). Zeros are dropped, tied sizes share the mean of their ranks. As scipy.stats.wilcoxon decides by
 * default (zero_method 'wilcox', no continuity correction, method 'auto'), p is exact for up to 50 topics, or up to 13
 * where there are ties or zeros; beyond that normal, with z = (W − m(m + 1)/4) / √(m(m + 1)(2m + 1)/24 − Σ(t³ − t)/48),
 * m differences that are not 0, in groups of t equal sizes. Where all differences are 0, p is 1.
 */
export function wilcoxonSignedRank(differences: ArrayLike<number>): Wilcoxon {
  const all = Float64Array.from(differences);
  const moved = all.filter((d) => d !== 0);
  const m = moved.length;
  if (m === 0) return { w: 0, p: 1, exact: true };
  const { doubledRanks, tieTerm } = rankSizes(moved);
  let up = 0;
  let down = 0;
  moved.forEach((d, i) => {
    if (d > 0) up += doubledRanks[i]!;
    else down += doubledRanks[i]!;
  });
  const smaller = Math.min(up, down);
  const plain = tieTerm === 0 && m === all.length;
  const exact = all.length <= (plain ? EXACT_UP_TO : EXACT_WITH_TIES_UP_TO);
  const variance = (m * (m + 1) * (2 * m + 1)) / 24 - tieTerm / 48;
  const p = exact
    ? 2 * shareUpTo(smaller, doubledRanks)
    : 2 * normalCdf((smaller / 2 - (m * (m + 1)) / 4) / Math.sqrt(variance));
  return { w: smaller / 2, p: Math.max(Number.MIN_VALUE, Math.min(1, p)), exact };
}

/** Twice the mean ranks, which are whole numbers, and Σ(t³ − t) over groups of t tied sizes. */
function rankSizes(differences: Float64Array): { doubledRanks: Int32Array; tieTerm: number } {
  const sizes = differences.map(Math.abs);
  const order = [...sizes.keys()].sort((a, b) => sizes[a]! - sizes[b]!);
  // Rounding must not rank: neighbours this close are tied.
  const near = NOISE * sizes[order.at(-1)!]!;
  const doubledRanks = new Int32Array(sizes.length);
  let tieTerm = 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && sizes[order[to]!]! - sizes[order[to - 1]!]! <= near) to++;
    // Ranks from + 1 to `to`; twice their mean.
    for (let i = from; i < to; i++) doubledRanks[order[i]!] = from + 1 + to;
    const tied = to - from;
    tieTerm += tied ** 3 - tied;
    from = to;
  }
  return { doubledRanks, tieTerm };
}

/** The share of all 2^m assignments of signs whose positive (doubled) ranks sum to at most `limit`. */
function shareUpTo(limit: number, doubledRanks: Int32Array): number {
  const shares = new Float64Array(limit + 1);
  shares[0] = 1;
  for (const rank of doubledRanks) {
    for (let sum = limit; sum >= 0; sum--) shares[sum] = (shares[sum]! + (shares[sum - rank] ?? 0)) / 2;
  }
  let total = 0;
  for (const share of shares) total += share;
  return total;
}
