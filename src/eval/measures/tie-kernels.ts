// Means over all orders of tied entries, in closed form: every entry of a block stands at each of its places equally often.
import type { JudgedRanking, TiedRanking } from '../../core/contracts.ts';

/** For measures that add up, entry by entry, a gain times a weight of the rank: the weights of a block are shared out evenly. */
export function expectedLinear(
  { judged, blockEnds }: TiedRanking,
  gain: (grade: number, isJudged: number) => number,
  weight: (rank: number) => number,
): number {
  let sum = 0;
  let start = 0;
  for (const end of blockEnds) {
    let gains = 0;
    for (let i = start; i < end; i++) gains += gain(judged.grades[i]!, judged.judged[i]!);
    if (gains !== 0) {
      let weights = 0;
      for (let rank = start + 1; rank <= end; rank++) weights += weight(rank);
      sum += (gains * weights) / (end - start);
    }
    start = end;
  }
  return sum;
}

/** How many entries of at least this grade a block holds: of ranks start + 1 to end. */
export function relevantIn({ grades }: JudgedRanking, start: number, end: number, rel: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (grades[i]! >= rel) count++;
  return count;
}

/** The chance that none of `marked` among `size` entries is among `drawn` of them: C(size - marked, drawn) / C(size, drawn). */
export function chanceOfNone(size: number, marked: number, drawn: number): number {
  let chance = 1;
  for (let i = 0; i < drawn && chance > 0; i++) chance *= Math.max(0, size - marked - i) / (size - i);
  return chance;
}
