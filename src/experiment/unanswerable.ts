// Questions without evidence: no chunk answers them, so they are in no mean; a system should have little to say to them.
import type { Dataset, Ranking, Topic } from '../core/model.ts';
import type { UnanswerableRow } from '../core/results.ts';

/** Positions of the topics that figures are about, and of those without any evidence, each ascending. */
export interface Answerability {
  readonly answerable: readonly number[];
  readonly unanswerable: readonly number[];
}

/** What was judged and found to be no answer (grade 0 and below) is evidence too: such a topic scores 0, as in trec_eval. */
export function splitByEvidence({ topics, evidence }: Pick<Dataset, 'topics' | 'evidence'>): Answerability {
  const judged = new Set(evidence.map(({ topicId }) => topicId));
  const positions = topics.map((topic: Topic, i) => ({ i, judged: judged.has(topic.id) }));
  return {
    answerable: positions.filter((each) => each.judged).map(({ i }) => i),
    unanswerable: positions.filter((each) => !each.judged).map(({ i }) => i),
  };
}

export function describeUnanswerable(
  system: string,
  rankings: readonly Ranking[],
  { answerable, unanswerable }: Answerability,
): UnanswerableRow {
  const apart = topScores(unanswerable.map((i) => rankings[i]!));
  return {
    system,
    n: unanswerable.length,
    answeredWithSignal: apart.length,
    medianTopScore: median(apart),
    medianTopScoreAnswerable: median(topScores(answerable.map((i) => rankings[i]!))),
  };
}

/** Of the rankings whose first entry matched anything. */
function topScores(rankings: readonly Ranking[]): number[] {
  return rankings.filter(({ signal }) => signal > 0).map(({ scores }) => scores[0]!);
}

/** Null of nothing; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
