// Under a filter a system may return fewer chunks than asked for; a full table would hide that.
import type { Filter, Searcher } from '../core/contracts.ts';
import type { Ranking, Topic } from '../core/model.ts';
import type { ShortfallRow } from '../core/results.ts';

export interface ShortfallRequest {
  readonly system: string;
  readonly searcher: Searcher;
  readonly topics: readonly Topic[];
  /** One a topic, asked for with the filter. */
  readonly rankings: readonly Ranking[];
  readonly cutoff: number;
}

/**
 * Counts the questions to which a system returned fewer than `cutoff` chunks, or fewer with signal, and would have returned
 * more without the filter: those that fall short are asked once more. A question that matches little anyway is none of them.
 */
export async function findShortfall(request: ShortfallRequest): Promise<ShortfallRow | undefined> {
  const { system, searcher, topics, rankings, cutoff } = request;
  const short = topics.flatMap((topic, i) => (rankings[i]!.signal < cutoff ? [{ topic, ranking: rankings[i]! }] : []));
  if (short.length === 0) return undefined;
  const whole = await searcher.search(short.map(({ topic }) => ({ topic, depth: cutoff })));
  const affected = short.filter(({ ranking }, i) => {
    const without = whole[i];
    if (!without) return false;
    return without.signal > ranking.signal || Math.min(without.chunks.length, cutoff) > ranking.chunks.length;
  });
  if (affected.length === 0) return undefined;
  const returned = affected.reduce((sum, { ranking }) => sum + ranking.signal, 0) / affected.length;
  return { system, cutoff, questions: affected.length, returned };
}

/** What a filter leaves, for the report. */
export function describeFilter({ text, count }: Filter): { readonly text: string; readonly chunks: number } {
  return { text, chunks: count };
}
