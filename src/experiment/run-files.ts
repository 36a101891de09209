// Each system's rankings as a TREC run file, named by its place and label.
import type { RunFile } from '../core/contracts.ts';
import type { Collection, Ranking, TopicId } from '../core/model.ts';
import { formatRun } from '../eval/trec.ts';

export interface TaggedRankings {
  readonly system: { readonly label: string; readonly spec: string };
  readonly rankings: readonly Ranking[];
  /** From 0, among the systems asked for; absent: among those given here. */
  readonly place?: number;
}

export function formatRunFiles(collection: Collection, runs: readonly TaggedRankings[], depth: number): RunFile[] {
  return runs.map(({ system, rankings, place }, i) => {
    const byTopic = new Map<TopicId, Ranking>(rankings.map((ranking) => [ranking.topicId, ranking]));
    return {
      name: `${(place ?? i) + 1}-${slug(system.label)}.run`,
      text: formatRun({ tag: system.spec, depth, rankings: byTopic }, collection),
    };
  });
}

/** A label as a part of a file name that every file system takes. */
export function slug(label: string): string {
  const words = label.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-+|-+$/g, '');
  return words.slice(0, 60) || 'system';
}
