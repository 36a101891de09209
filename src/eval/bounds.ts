// What a value would be if the unjudged documents had been judged: none of them relevant, or all of them.
import type { JudgedRanking } from '../core/contracts.ts';
import type { ResolvedMeasure } from './measure-name.ts';

export interface UnjudgedBounds {
  readonly nonRelevant: number;
  readonly relevant: number;
}

/**
 * Unjudged documents that the measure sees (in its top k, or anywhere where it has no cutoff) are taken as judged:
 * non-relevant, or relevant with the highest grade of the topic. They then belong to what there is to find, so that
 * nothing exceeds 1; a measure that divides by that may fall when they are relevant: a perfect ranking is diluted. Both
 * are the value itself where the measure leaves unjudged documents out, or counts them.
 */
export function unjudgedBounds(measure: ResolvedMeasure, judged: JudgedRanking): UnjudgedBounds {
  const { def, params } = measure;
  if (params.judged_only === true || def.ties === 'judged') {
    const value = measure.evaluate(judged);
    return { nonRelevant: value, relevant: value };
  }
  const seen = def.fractional ? Infinity : (params.cutoff ?? Infinity);
  const grade = Math.max(judged.ideal[0] ?? 1, params.rel, 1);
  return {
    nonRelevant: measure.evaluate(assumeGrade(judged, seen, 0)),
    relevant: measure.evaluate(assumeGrade(judged, seen, grade)),
  };
}

/** By ranking, then by depth and grade: many measures ask for the same. */
const assumptions = new WeakMap<JudgedRanking, Map<string, JudgedRanking>>();

/** The ranking with every unjudged entry of the first `depth` judged, with this grade of 0 or more. */
export function assumeGrade(judged: JudgedRanking, depth: number, grade: number): JudgedRanking {
  let known = assumptions.get(judged);
  if (!known) {
    known = new Map();
    assumptions.set(judged, known);
  }
  const key = `${depth} ${grade}`;
  const assumed = known.get(key) ?? withGrade(judged, depth, grade);
  known.set(key, assumed);
  return assumed;
}

function withGrade(judged: JudgedRanking, depth: number, grade: number): JudgedRanking {
  const grades = judged.grades.slice();
  const isJudged = judged.judged.slice();
  let assumed = 0;
  for (let i = 0; i < grades.length && i < depth; i++) {
    if (isJudged[i]) continue;
    isJudged[i] = 1;
    grades[i] = grade;
    assumed++;
  }
  if (assumed === 0) return judged;
  if (grade === 0) {
    return { ...judged, grades, judged: isJudged, judgedNonRelevant: judged.judgedNonRelevant + assumed };
  }
  const ideal = new Int32Array(judged.ideal.length + assumed).fill(grade);
  ideal.set(judged.ideal);
  ideal.sort().reverse();
  const credits = judged.creditRanks.length + assumed;
  const creditRanks = new Uint32Array(credits);
  const creditGrades = new Int32Array(credits);
  let credit = 0;
  for (let i = 0; i < grades.length; i++) {
    if (grades[i]! <= 0) continue;
    creditRanks[credit] = i + 1;
    creditGrades[credit++] = grades[i]!;
  }
  return { ...judged, grades, judged: isJudged, ideal, relevant: ideal.length, creditRanks, creditGrades };
}
