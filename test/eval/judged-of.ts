// Small judged rankings for tests, made by the real join.
import type { JudgedRanking } from '../../src/core/contracts.ts';
import { judgeIds } from '../../src/eval/judge.ts';

/** Grades by rank (undefined: not judged), and the positive grades of what was not retrieved. */
export function judgedOf(byRank: readonly (number | undefined)[], notRetrieved: readonly number[] = []): JudgedRanking {
  const grades = new Map<string, number>();
  byRank.forEach((grade, i) => {
    if (grade !== undefined) grades.set(`d${i}`, grade);
  });
  notRetrieved.forEach((grade, i) => {
    grades.set(`missing${i}`, grade);
  });
  return judgeIds(
    byRank.map((_, i) => `d${i}`),
    grades,
  );
}
/** Over evidence: credits as [rank, grade], when several needs may be met at one rank. */
export function creditsOf(
  credits: readonly (readonly [number, number])[],
  notMet: readonly number[] = [],
): JudgedRanking {
  const last = credits.at(-1)?.[0] ?? 0;
  const grades = new Int32Array(last);
  for (const [rank, grade] of credits) grades[rank - 1] = Math.max(grades[rank - 1]!, grade);
  return {
    grades,
    judged: Uint8Array.from(grades, (grade) => Number(grade > 0)),
    ideal: Int32Array.from([...credits.map(([, grade]) => grade), ...notMet])
      .sort()
      .reverse(),
    relevant: credits.length + notMet.length,
    judgedNonRelevant: 0,
    creditRanks: Uint32Array.from(credits, ([rank]) => rank),
    creditGrades: Int32Array.from(credits, ([, grade]) => grade),
  };
}
