// AP: precision at each relevant entry, averaged over all that is relevant. Its mean over topics is MAP.
import type { JudgedRanking, MeasureDef, TiedRanking } from '../../core/contracts.ts';
import { countRelevant, JUDGED_ONLY, REL } from './credits.ts';
import { relevantIn } from './tie-kernels.ts';
import { CUTOFFS } from './trec-eval-cutoffs.ts';

export const averagePrecision: MeasureDef<{ rel: number }> = {
  name: 'AP',
  summary: 'average precision; its mean is MAP. With a cutoff only the top k earns, over all that is relevant',
  aliases: ['map', 'average_precision'],
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: 'sum over the i-th relevant entry, at rank r_i (in the top k), of i / max(r_i, i); divided by relevant',
  source: 'trec_eval 10: map, map_cut; max(r_i, i) is r_i unless one chunk meets several needs',
  params: { rel: REL, ...JUDGED_ONLY },
  trecEval: [{ name: 'map' }, { name: 'map_cut', cutoffs: CUTOFFS }],
  ties: 'grade',
  evaluate: (judged, { rel, cutoff = Infinity }) => averagePrecisionOf(judged, rel, cutoff),
  expected: (tied, { rel, cutoff = Infinity }) => expectedAveragePrecision(tied, rel, cutoff),
};

export function averagePrecisionOf(judged: JudgedRanking, rel: number, cutoff: number): number {
  const relevant = countRelevant(judged, rel);
  if (relevant === 0) return 0;
  const { creditRanks, creditGrades } = judged;
  let sum = 0;
  let i = 0;
  for (let credit = 0; credit < creditRanks.length && creditRanks[credit]! <= cutoff; credit++) {
    if (creditGrades[credit]! < rel) continue;
    i++;
    sum += i / Math.max(creditRanks[credit]!, i);
  }
  return sum / relevant;
}

/**
 * McSherry and Najork 2008: the j-th place of a block of n with m relevant entries holds one with chance m/n, and then
 * (j - 1)(m - 1)/(n - 1) others stand before it in the block on average.
 */
export function expectedAveragePrecision({ judged, blockEnds }: TiedRanking, rel: number, cutoff: number): number {
  const relevant = countRelevant(judged, rel);
  if (relevant === 0) return 0;
  let sum = 0;
  let before = 0;
  let start = 0;
  for (const end of blockEnds) {
    const found = relevantIn(judged, start, end, rel);
    const size = end - start;
    const others = size > 1 ? (found - 1) / (size - 1) : 0;
    for (let j = 1; found > 0 && j <= size && start + j <= cutoff; j++) {
      sum += ((found / size) * (before + 1 + (j - 1) * others)) / (start + j);
    }
    before += found;
    start = end;
  }
  return sum / relevant;
}
