// The part that a run and an explanation have in common: chunks, searchers, rankings of every topic.
import type { Catalog, Context, Filter, Searcher } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Collection, Dataset, Ranking } from '../core/model.ts';
import type { Dedupe, FailedSystem, ShortfallRow } from '../core/results.ts';
import type { Copies } from '../eval/near-copies.ts';
import type { Projection } from '../eval/project.ts';
import { checkRankings } from './check-ranking.ts';
import { blaming, faultOfInputs, goingOn, openSystems, yieldAndStop } from './open-systems.ts';
import type { Plan, PlannedSystem, SystemNode } from './plan.ts';
import { prepareSearch } from './prepare.ts';
import { findShortfall } from './shortfall.ts';
import type { Answerability } from './unanswerable.ts';

/** Unless a depth is asked for, systems rank everything, up to this many chunks. */
const DEPTH_LIMIT = 10_000;

/** What is asked of which systems. */
export interface SearchSystemsRequest {
  readonly plan: Plan;
  readonly catalog: Catalog;
  readonly dataset: Dataset;
  readonly context: Context;
  /** Where encoders may keep vectors; absent means nowhere. */
  readonly cacheDir?: string;
  /** A condition on metadata, as typed: only chunks that meet it may be returned. */
  readonly filter?: string;
  /** Which copies of earlier chunks are left out before anything is searched. */
  readonly dedupe?: Dedupe;
  /** A system that fails is told as failed, in place of failing the experiment, as long as another one works. */
  readonly keepGoing?: boolean;
}

/** One system's answers to all topics, in their order. */
export interface SystemRun {
  readonly system: PlannedSystem;
  /** From 0, among the systems asked for. */
  readonly place: number;
  readonly searcher: Searcher;
  readonly rankings: readonly Ranking[];
}

/** What was searched and found; searchers are open until its user is done. */
export interface Searched {
  readonly collection: Collection;
  readonly projection: Projection;
  readonly filter: Filter | undefined;
  readonly copies: Copies;
  readonly depth: number;
  readonly runs: readonly SystemRun[];
  /** Systems that have no run. */
  readonly failed: readonly FailedSystem[];
  readonly shortfalls: readonly ShortfallRow[];
}

/**
 * @param topics which of the dataset's topics have evidence; all are asked
 * @param timed is called around each stage
 * @param use what to do with the rankings while the systems are open
 * @throws LabErrors where no system worked
 */
export async function searchSystems<T>(
  request: SearchSystemsRequest,
  topics: Answerability,
  timed: <S>(stage: string, work: () => Promise<S>) => Promise<S>,
  use: (searched: Searched) => Promise<T>,
): Promise<T> {
  const { plan, catalog, dataset, context, keepGoing } = request;
  await yieldAndStop(context);
  const prepared = await timed('chunk', async () => prepareSearch(dataset, plan.chunker, request));
  const { collection, projection, filter, copies } = prepared;
  const size = collection.chunks.length;
  const depth = plan.depth ?? Math.min(size, DEPTH_LIMIT);
  if (plan.cutoff > (filter?.count ?? size)) {
    const there = filter
      ? chunksThatPass(filter.count)
      : size === 1
        ? 'one chunk there is'
        : `${size} chunks there are`;
    context.progress.report({ kind: 'warning', message: `--cutoff ${plan.cutoff} is more than the ${there}` });
  }
  const deeper = plan.measures.filter(({ params }) => (params.cutoff ?? 0) > depth).map(({ name }) => name);
  if (plan.depth !== undefined && deeper.length > 0) {
    const message = `--depth ${depth} is less than ${deeper.join(', ')} look: what lies beyond it counts as not retrieved`;
    context.progress.report({ kind: 'warning', message });
  }
  warnOf(projection.unmeetableTopics, 'have evidence beyond every chunk', context);
  const nameOf = (node: SystemNode): string => plan.systems.find((system) => system.node === node)?.label ?? node.spec;
  const opened = await openSystems({
    catalog,
    nodes: plan.nodes,
    collection,
    projection,
    synonyms: dataset.synonyms,
    context,
    cacheDir: request.cacheDir,
    nameOf,
    timed,
    filter,
    ...(keepGoing === undefined ? {} : { keepGoing }),
  });
  try {
    const runs: SystemRun[] = [];
    const shortfalls: ShortfallRow[] = [];
    const failed: FailedSystem[] = [];
    const failedNodes = new Map(opened.failed);
    const fail = (system: PlannedSystem, problem: string): void => {
      failedNodes.set(system.node, problem);
      failed.push({ system: system.label, problem });
      context.progress.report({ kind: 'warning', message: `system ${system.label} failed: ${problem}` });
    };
    const requests = dataset.topics.map((topic) => ({ topic, depth, ...(filter && { filter }) }));
    for (const [place, system] of plan.systems.entries()) {
      await yieldAndStop(context);
      const known = failedNodes.get(system.node) ?? faultOfInputs(system.node, failedNodes, nameOf);
      if (known !== undefined) {
        fail(system, known);
        continue;
      }
      const { label } = system;
      const searcher = opened.searcher(system.node);
      const answered = await goingOn(keepGoing, context, label, async () => {
        const rankings = await timed(`search ${label}`, () => blaming(label, context, () => searcher.search(requests)));
        checkRankings(label, dataset.topics, rankings, depth, size, filter);
        if (!filter) return { rankings, shortfall: undefined };
        const asked = topics.answerable.map((i) => ({ topic: dataset.topics[i]!, ranking: rankings[i]! }));
        const shortfall = await blaming(label, context, () =>
          findShortfall({
            system: label,
            searcher,
            topics: asked.map(({ topic }) => topic),
            rankings: asked.map(({ ranking }) => ranking),
            cutoff: plan.cutoff,
          }),
        );
        return { rankings, shortfall };
      });
      if ('problem' in answered) {
        fail(system, answered.problem);
        continue;
      }
      const empty = dataset.topics.filter((topic) => searcher.terms?.(topic).length === 0);
      warnOf(
        empty.map((topic) => topic.id),
        `hold no word that ${label} searches for`,
        context,
      );
      runs.push({ system, place, searcher, rankings: answered.value.rankings });
      if (answered.value.shortfall) shortfalls.push(answered.value.shortfall);
    }
    await yieldAndStop(context);
    refuseNone(runs, failed);
    return await use({ collection, projection, filter, copies, depth, runs, failed, shortfalls });
  } finally {
    await opened.close();
  }
}

/** @throws LabErrors where nothing is left that worked */
export function refuseNone(worked: readonly unknown[], failed: readonly FailedSystem[]): void {
  if (worked.length === 0) throw new LabErrors(failed.map((each) => new LabError('system.failed', each)));
}

/** Topic ids shown in a warning before it says how many more there are. */
const MOST_NAMED = 5;

function warnOf(topicIds: readonly string[], problem: string, { progress }: Context): void {
  if (topicIds.length === 0) return;
  const named = topicIds.slice(0, MOST_NAMED).join(', ');
  const more = topicIds.length > MOST_NAMED ? `, and ${topicIds.length - MOST_NAMED} more` : '';
  progress.report({ kind: 'warning', message: `questions that ${problem}: ${named}${more}` });
}

function chunksThatPass(n: number): string {
  return n === 1 ? 'one chunk that passes the filter' : `${n} chunks that pass the filter`;
}
