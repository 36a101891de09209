// trec_eval's relstring: the grades at the top of a ranking, one character each.
import type { JudgedRanking } from '../core/contracts.ts';

/** A digit is a grade, `>` one above 9, `-` a document that nobody judged, `.` one in the pool that was not judged. */
export function relevanceString({ grades, judged }: JudgedRanking, length: number): string {
  let text = '';
  for (let i = 0; i < grades.length && i < length; i++) {
    const grade = grades[i]!;
    if (judged[i]) text += grade > 9 ? '>' : grade;
    else text += grade < 0 ? '.' : '-';
  }
  return text;
}
