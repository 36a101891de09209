// One experiment: rankings, report and, where it is wanted, why. Implementations come from the catalog; none is imported here.
import { monotonicMs } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { ExperimentResult, Timing } from '../core/results.ts';
import { chunkQrels } from '../eval/project.ts';
import { formatQrels } from '../eval/trec.ts';
import { buildReport } from './build-report.ts';
import type { ExplainOptions } from './explain.ts';
import { formatRunFiles } from './run-files.ts';
import { refuseNone, type SearchSystemsRequest, searchSystems } from './search-systems.ts';
import { splitByEvidence } from './unanswerable.ts';

export interface ExperimentRequest extends SearchSystemsRequest {
  /** Of rag-lab, for the report. */
  readonly version: string;
  /** Whether run files and qrels are wanted; they cost time where nobody reads them. */
  readonly files: boolean;
  /** Which questions are to be explained; absent means none. */
  readonly explain?: ExplainOptions;
}

export async function runExperiment(request: ExperimentRequest): Promise<ExperimentResult> {
  const { plan, dataset, context, keepGoing, version, dedupe, explain } = request;
  const timings: Timing[] = [];
  const timed = async <T>(stage: string, work: () => Promise<T>): Promise<T> => {
    const began = monotonicMs();
    const value = await work();
    timings.push({ stage, ms: monotonicMs() - began });
    return value;
  };

  const topics = splitByEvidence(dataset);
  if (topics.answerable.length === 0) {
    const remedy = 'rag-lab questions check says what each question lacks';
    throw new LabError('nothing.answerable', { questions: dataset.topics.length }, remedy);
  }
  return searchSystems(request, topics, timed, async (searched) => {
    const { collection, projection, depth, runs } = searched;
    const report = await timed('report', () =>
      buildReport({ ...searched, plan, dataset, topics, version, context, dedupe, keepGoing: keepGoing === true }),
    );
    const left = runs.filter(({ system }) => !report.failed?.some((each) => each.system === system.label));
    refuseNone(left, report.failed ?? []);
    const explanation =
      explain &&
      (await timed('explain', async () => {
        const { explainQuestions } = await import('./explain.ts');
        return explainQuestions({
          ...searched,
          runs: left,
          failed: report.failed ?? [],
          plan,
          dataset,
          context,
          keepGoing: keepGoing === true,
          ...explain,
        });
      }));
    return {
      report,
      runs: request.files ? formatRunFiles(collection, left, depth) : [],
      qrels: request.files ? formatQrels(chunkQrels(collection, projection)) : '',
      timings,
      ...(explanation && { explanation }),
    };
  });
}
