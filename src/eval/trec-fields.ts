// The rules for single fields of TREC files, shared by every reader: columns, scores, grades, and how a fault is worded.

export const RUN_COLUMNS: readonly string[] = ['topic', 'Q0', 'document', 'rank', 'score', 'tag'];
export const QRELS_COLUMNS: readonly string[] = ['topic', 'iteration', 'document', 'grade'];

/** Readers stop after this many bad lines. */
export const MOST_FAULTS = 20;

/** What C's strtod and JavaScript's Number read alike; not hexadecimal, not "inf", no digit separators. */
const DECIMAL = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i;

/** The double nearest to what is written; NaN where that is no finite decimal number. */
export function readScore(written: string): number {
  const score = DECIMAL.test(written) ? Number(written) : Number.NaN;
  return Number.isFinite(score) ? score : Number.NaN;
}

/** NaN where it is no integer of 32 bits. */
export function readGrade(written: string): number {
  const grade = /^[+-]?[0-9]+$/.test(written) ? Number(written) : Number.NaN;
  if ((grade | 0) !== grade) return Number.NaN;
  return grade === 0 ? 0 : grade;
}

/** What is wrong with a line, behind its place. */
export const FAULTS = {
  fields: (columns: readonly string[], got: number): string =>
    `expected ${columns.length} fields (${columns.join(' ')}), got ${got}`,
  score: (written: string): string => `score ${JSON.stringify(written)} is not a finite number`,
  grade: (written: string): string => `grade ${JSON.stringify(written)} is not an integer of 32 bits`,
  twice: (id: string, topicId: string, firstLine: number): string =>
    `document ${JSON.stringify(id)} is listed twice for topic ${JSON.stringify(topicId)} (first on line ${firstLine})`,
} as const;
