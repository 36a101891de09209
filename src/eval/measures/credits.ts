// Counting what was found: the minimum grade `rel` and the cutoff, applied to the credits of a JudgedRanking.
import type { JudgedRanking, ParamSpec } from '../../core/contracts.ts';

/** The parameter that most measures take. Grades of 0 and less are never relevant, so it starts at 1. */
export const REL: ParamSpec<number> = {
  default: 1,
  doc: 'minimum grade that counts as relevant',
  min: 1,
  integer: true,
};

/** Applied before a measure sees the ranking (narrow-ranking.ts), so that no measure ever looks at it. */
export const JUDGED_ONLY: { readonly judged_only: ParamSpec<boolean> } = {
  judged_only: { default: false, doc: 'take unjudged documents out of the ranking first' },
};

/** How many relevant things there are to find, with at least this grade. */
export function countRelevant({ ideal }: JudgedRanking, rel: number): number {
  let count = 0;
  while (count < ideal.length && ideal[count]! >= rel) count++;
  return count;
}

/** How many credits of at least this grade stand at ranks 1 to `cutoff`. */
export function countFound({ creditRanks, creditGrades }: JudgedRanking, rel: number, cutoff: number): number {
  let count = 0;
  for (let i = 0; i < creditRanks.length && creditRanks[i]! <= cutoff; i++) {
    if (creditGrades[i]! >= rel) count++;
  }
  return count;
}

/** Places, not credits: over evidence, a chunk that meets two needs at once is one entry. */
export function countPlaces({ creditRanks, creditGrades }: JudgedRanking, rel: number, cutoff: number): number {
  let places = 0;
  let last = 0;
  for (let i = 0; i < creditRanks.length && creditRanks[i]! <= cutoff; i++) {
    if (creditGrades[i]! < rel || creditRanks[i] === last) continue;
    last = creditRanks[i]!;
    places++;
  }
  return places;
}

/** Judged documents below the bar `rel`, retrieved or not. */
export function countNonRelevant(judged: JudgedRanking, rel: number): number {
  return judged.judgedNonRelevant + judged.ideal.length - countRelevant(judged, rel);
}
