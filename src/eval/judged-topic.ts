// One topic of a run, joined with its judgments: what readers hand to evaluation, one topic at a time, and never all at once.
import type { JudgedRanking } from '../core/contracts.ts';
import type { TopicId } from '../core/model.ts';

export interface JudgedTopic {
  readonly topicId: TopicId;
  /** In trec_eval's order: score descending, then id descending by UTF-8 bytes. */
  readonly judged: JudgedRanking;
  /** By rank, not increasing; equal neighbours are ties. */
  readonly scores: Float64Array;
  /** Ids by rank, decoded only when asked for: most evaluations never need them. */
  ids(): readonly string[];
  /** By rank: numbers that ascend as the documents stand in the file. Absent: they stand there by rank. */
  readonly places?: Uint32Array;
}
