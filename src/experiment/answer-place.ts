// Where a question's answer stands in a ranking: of several needs, the first met and the last.
import type { Ranking } from '../core/model.ts';
import { rankNeeds } from '../eval/judge.ts';
import { evidenceOfNeed, type TopicEvidence } from '../eval/project.ts';

export interface AnswerPlace {
  /** Best rank at which a need is met, entries without signal included; null beyond depth. */
  readonly best: number | null;
  /** The need that is met last, and where: the rank at which the question is answered whole. */
  readonly last: LastNeed;
  /** All needs are met within the cutoff, by entries with signal. */
  readonly found: boolean;
}

export interface LastNeed {
  /** Position among the topic's needs; undefined for a topic that has none. */
  readonly need: number | undefined;
  /** Null beyond depth. */
  readonly rank: number | null;
}

export function placeAnswer(ranking: Ranking, evidence: TopicEvidence, cutoff: number): AnswerPlace {
  const needs = rankNeeds(ranking, evidence);
  const best = needs.reduce((best, own) => (own !== null && (best === null || own < best) ? own : best), null);
  const last = lastNeed(needs);
  return { best, last, found: last.rank !== null && last.rank <= ranking.signal && last.rank <= cutoff };
}

/** The first need beyond the depth, else the one with the largest rank. */
function lastNeed(ranks: readonly (number | null)[]): LastNeed {
  const beyond = ranks.indexOf(null);
  if (beyond >= 0 || ranks.length === 0) return { need: beyond >= 0 ? beyond : undefined, rank: null };
  const rank = Math.max(...(ranks as readonly number[]));
  return { need: ranks.indexOf(rank), rank };
}

/** What a question is missed for: the need that is met last, or all of it where there is none. */
export function evidenceMetLast(evidence: TopicEvidence, { need }: LastNeed): TopicEvidence {
  return need === undefined ? evidence : evidenceOfNeed(evidence, need);
}
