// Counting what was found: the minimum grade `rel` and the cutoff, applied to the credits of a JudgedRanking.
import type { JudgedRanking, ParamSpec } from '../../core/contracts.ts';

/** The parameter that every measure here takes. Grades of 0 and less are never relevant, so it starts at 1. */
export const REL: ParamSpec<number> = {
  default: 1,
  doc: 'minimum grade that counts as relevant',
  min: 1,
  integer: true,
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
