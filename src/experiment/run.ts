// One experiment: chunks, searchers, rankings, report. Implementations come from the catalog; none is imported here.
import { monotonicMs } from '../core/clock.ts';
import { buildCollection } from '../core/collection.ts';
import type { Catalog, Context, Searcher } from '../core/contracts.ts';
import type { Collection, Dataset, Ranking } from '../core/model.ts';
import type { ExperimentResult, Timing } from '../core/results.ts';
import { chunkQrels, type Projection, projectEvidence } from '../eval/project.ts';
import { formatQrels } from '../eval/trec.ts';
import { buildReport } from './build-report.ts';
import { checkRankings } from './check-ranking.ts';
import { blaming, openSystems, yieldAndStop } from './open-systems.ts';
import type { Plan, PlannedChunker, PlannedSystem } from './plan.ts';
import { formatRunFiles } from './run-files.ts';

/** Unless a depth is asked for, systems rank everything, up to this many chunks. */
const DEPTH_LIMIT = 10_000;

export interface ExperimentRequest {
  readonly plan: Plan;
  readonly catalog: Catalog;
  readonly dataset: Dataset;
  readonly context: Context;
  /** Where encoders may keep vectors; absent means nowhere. */
  readonly cacheDir?: string;
  /** Of rag-lab, for the report. */
  readonly version: string;
  /** Whether run files and qrels are wanted; they cost time where nobody reads them. */
  readonly files: boolean;
}

/** One system's answers to all topics, in their order. */
export interface SystemRun {
  readonly system: PlannedSystem;
  readonly searcher: Searcher;
  readonly rankings: readonly Ranking[];
}

export async function runExperiment(request: ExperimentRequest): Promise<ExperimentResult> {
  const { plan, catalog, dataset, context } = request;
  const timings: Timing[] = [];
  const timed = async <T>(stage: string, work: () => Promise<T>): Promise<T> => {
    const began = monotonicMs();
    const value = await work();
    timings.push({ stage, ms: monotonicMs() - began });
    return value;
  };

  await yieldAndStop(context);
  const { collection, projection } = await timed('chunk', async () => prepareCollection(dataset, plan.chunker));
  const depth = plan.depth ?? Math.min(collection.chunks.length, DEPTH_LIMIT);
  if (plan.cutoff > collection.chunks.length) {
    const message = `--cutoff ${plan.cutoff} is more than the ${collection.chunks.length} chunks there are`;
    context.progress.report({ kind: 'warning', message });
  }
  const deeper = plan.measures.filter(({ params }) => (params.cutoff ?? 0) > depth).map(({ name }) => name);
  if (plan.depth !== undefined && deeper.length > 0) {
    const message = `--depth ${depth} is less than ${deeper.join(', ')} look: what lies beyond it counts as not retrieved`;
    context.progress.report({ kind: 'warning', message });
  }
  warnOf(projection.unmeetableTopics, 'have evidence beyond every chunk', context);
  const opened = await openSystems({
    catalog,
    nodes: plan.nodes,
    collection,
    projection,
    synonyms: dataset.synonyms,
    context,
    cacheDir: request.cacheDir,
    nameOf: (node) => plan.systems.find((system) => system.node === node)?.label ?? node.spec,
    timed,
  });
  try {
    const runs: SystemRun[] = [];
    const requests = dataset.topics.map((topic) => ({ topic, depth }));
    for (const system of plan.systems) {
      await yieldAndStop(context);
      const searcher = opened.searcher(system.node);
      const rankings = await timed(`search ${system.label}`, () =>
        blaming(system.label, context, () => searcher.search(requests)),
      );
      checkRankings(system.label, dataset.topics, rankings, depth, collection.chunks.length);
      const empty = dataset.topics.filter((topic) => searcher.terms?.(topic).length === 0);
      warnOf(
        empty.map((topic) => topic.id),
        `hold no word that ${system.label} searches for`,
        context,
      );
      runs.push({ system, searcher, rankings });
    }
    await yieldAndStop(context);
    const report = await timed('report', () =>
      buildReport({ plan, dataset, collection, projection, runs, depth, version: request.version, context }),
    );
    return {
      report,
      runs: request.files ? formatRunFiles(collection, runs, depth) : [],
      qrels: request.files ? formatQrels(chunkQrels(collection, projection)) : '',
      timings,
    };
  } finally {
    await opened.close();
  }
}

/** Topic ids shown in a warning before it says how many more there are. */
const MOST_NAMED = 5;

function warnOf(topicIds: readonly string[], problem: string, { progress }: Context): void {
  if (topicIds.length === 0) return;
  const named = topicIds.slice(0, MOST_NAMED).join(', ');
  const more = topicIds.length > MOST_NAMED ? `, and ${topicIds.length - MOST_NAMED} more` : '';
  progress.report({ kind: 'warning', message: `questions that ${problem}: ${named}${more}` });
}

/** The searchable chunks of a dataset, and its evidence in terms of them. */
export function prepareCollection(
  dataset: Dataset,
  chunker: PlannedChunker,
): { readonly collection: Collection; readonly projection: Projection } {
  const collection = buildCollection(dataset.name, dataset.documents, chunker.def, chunker.params);
  return { collection, projection: projectEvidence(collection, dataset) };
}
