// What all fusions do alike, topic by topic: number the documents, leave out runs of weight 0, fuse, rank as trec_eval does.
import type { FusionList } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import type { TopicId } from '../../core/model.ts';
import { compareText, rankScores } from '../../core/order.ts';
import type { TrecRanking } from '../trec.ts';
import type { ResolvedFusion } from './resolve-fusion.ts';

/** The rankings of a run by topic, each in trec_eval's order: a Map of them, or what reads them on demand. */
export interface Rankings {
  keys(): Iterable<TopicId>;
  get(topicId: TopicId): TrecRanking | undefined;
}

/** One topic of several runs, its documents numbered. */
export interface Pool {
  readonly topicId: TopicId;
  /** Descending by UTF-8 bytes: of equal scores the lower number comes first, as trec_eval has it. */
  readonly ids: readonly string[];
  /** One for each run; empty where the run lacks the topic. */
  readonly lists: readonly Omit<FusionList, 'weight'>[];
}

/** Topics of any of the runs, ascending by the bytes of the ids: the order of lines and of files does not matter. */
export function fusedTopics(runs: readonly Rankings[]): TopicId[] {
  return [...new Set(runs.flatMap((run) => [...run.keys()]))].sort(compareText);
}

export function poolOf(topicId: TopicId, runs: readonly Rankings[]): Pool {
  const rankings = runs.map((run) => run.get(topicId));
  const ids = [...new Set(rankings.flatMap((ranking) => ranking?.ids ?? []))].sort((a, b) => compareText(b, a));
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const lists = rankings.map((ranking) => ({
    members: Uint32Array.from(ranking?.ids ?? [], (id) => numbers.get(id)!),
    scores: ranking?.scores ?? new Float64Array(0),
  }));
  return { topicId, ids, lists };
}

/**
 * Fused scores in trec_eval's order: score descending, then id descending. Where a single list has a say its order is
 * kept, even where scaling makes two of its scores equal.
 * @param depth how many documents are kept
 * @throws LabError where a sum leaves the range of doubles
 */
export function fusePool(pool: Pool, { def, params, weights, name }: ResolvedFusion, depth = Infinity): TrecRanking {
  const { topicId, ids, lists } = weights.includes(0) ? withoutZeros(pool, weights) : pool;
  const above = weights.filter((weight) => weight > 0);
  const weighted = lists.map((list, n): FusionList => ({ ...list, weight: above[n]! }));
  const scores = def.fuse(weighted, ids.length, params);
  if (!scores.every(Number.isFinite)) {
    const problem = `a fused score of ${name} is not finite; accepted: scores and weights whose sums stay finite`;
    throw new LabError('data.invalid', { what: `topic ${JSON.stringify(topicId)}`, problem });
  }
  const voters = lists.filter(({ members }) => members.length > 0);
  const order =
    voters.length === 1
      ? voters[0]!.members.subarray(0, depth)
      : rankScores(topicId, scores, depth, Number.NEGATIVE_INFINITY).chunks;
  return { ids: Array.from(order, (n) => ids[n]!), scores: Float64Array.from(order, (n) => scores[n]!) };
}

/** As if the runs of weight 0, and the documents that only they hold, did not exist. */
function withoutZeros({ topicId, ids, lists }: Pool, weights: readonly number[]): Pool {
  const left = lists.filter((_, n) => weights[n]! > 0);
  const isHeld = new Uint8Array(ids.length);
  for (const { members } of left) for (const number of members) isHeld[number] = 1;
  const numbers = new Uint32Array(ids.length);
  const kept = ids.filter((_, number) => isHeld[number] === 1);
  for (let number = 0, next = 0; number < ids.length; number++) {
    numbers[number] = next;
    next += isHeld[number]!;
  }
  return {
    topicId,
    ids: kept,
    lists: left.map(({ members, scores }) => ({ members: members.map((number) => numbers[number]!), scores })),
  };
}
