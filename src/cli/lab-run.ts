// One run of the lab from options: what is asked for, checked before any work; then dataset, experiment, result.
// Shared by the commands that run it.
import { join } from 'node:path';
import type { Catalog, Context, Progress, RunFile } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { ExperimentResult } from '../core/results.ts';
import { createRng } from '../core/rng.ts';
import { splitList } from '../core/spec.ts';
import { measureLatency } from '../experiment/latency.ts';
import { type Plan, planExperiment } from '../experiment/plan.ts';
import { runExperiment } from '../experiment/run.ts';
import { missesCsv } from '../report/formats/csv.ts';
import { cacheFolder } from './cache-folder.ts';
import type { LoadedConfig } from './config.ts';
import type { ConfigValues } from './config-options.ts';
import { placeFaults } from './config-places.ts';
import { type DatasetSpec, resolveDataset } from './dataset-spec.ts';
import { checkSeal, type LedgerPlace, recordLook } from './held-out-ledger.ts';
import type { OutputFile } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import { DEFAULT_CHUNKER, DEFAULT_CUTOFF, DEFAULT_MEASURES, DEFAULT_SYSTEMS, type RunValues } from './run-options.ts';
import { FILE_STYLE } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Data and systems of a run, every name and parameter resolved. */
export interface PreparedRun {
  readonly source: DatasetSpec;
  readonly plan: Plan;
}

/** What of the options names the systems and how they are measured, defaults filled in. */
export function planRequestOf(values: RunValues) {
  return {
    systems: names(values.systems, DEFAULT_SYSTEMS),
    measures: names(values.measures, DEFAULT_MEASURES),
    cutoff: values.cutoff ?? DEFAULT_CUTOFF,
    ...(values.depth === undefined ? {} : { depth: values.depth }),
    chunker: values.chunker ?? DEFAULT_CHUNKER,
  };
}

function names(lists: readonly string[] | undefined, otherwise: string): string[] {
  return (lists ?? [otherwise]).flatMap(splitList);
}

/**
 * @param faults found so far; more are added
 * @throws LabErrors with all of them
 */
export function prepareRun(catalog: Catalog, values: RunValues, faults: LabError[]): PreparedRun {
  const source = resolveDataset(catalog.datasetFormats, values, faults);
  const request = planRequestOf(values);
  // The plan itself needs none, since the headline is always measured; whoever gave the option meant to name some.
  if (request.measures.length === 0) {
    const problem = 'names no measure; at least one is needed';
    faults.push(new LabError('spec.invalid', { what: '--measures', problem }));
  }
  const plan = planExperiment(catalog, request, faults);
  return { source: source!, plan };
}

/**
 * Resolves options of flags and config file together.
 * @param attempt throws LabErrors with everything that is wrong with some values
 * @param known faults found elsewhere
 * @throws LabErrors, a config file's with file and line
 */
export function resolvePlaced<T>(
  attempt: (some: ConfigValues, faults: LabError[]) => T,
  values: ConfigValues,
  config: LoadedConfig | undefined,
  known: readonly LabError[],
): T {
  const faultsOf = (some: ConfigValues): readonly LabError[] => {
    try {
      attempt(some, []);
      return [];
    } catch (error) {
      if (error instanceof LabErrors) return error.errors;
      throw error;
    }
  };
  try {
    return attempt(values, [...known]);
  } catch (error) {
    if (!config || !(error instanceof LabErrors)) throw error;
    throw placeFaults(error.errors, config, values, faultsOf);
  }
}

export interface ExecutedRun extends ExperimentResult {
  /** How often the held-out split has been looked at; for the terminal alone. */
  readonly looks: string | undefined;
}

/**
 * @param files whether run files and qrels are wanted
 * @param ledger where looks at the held-out split are recorded, if they are
 */
export async function executeRun(
  terminal: Terminal,
  catalog: Catalog,
  { source, plan }: PreparedRun,
  progress: Progress,
  files: boolean,
  ledger?: LedgerPlace,
): Promise<ExecutedRun> {
  const { format, place, params } = source;
  const began = terminal.now();
  const context = (seed: number): Context => ({ rng: createRng(seed), progress, signal: terminal.interrupt });
  const dataset = await format.load(place, params, context(0));
  const loaded = terminal.now();
  if (ledger) await checkSeal(ledger, dataset);
  const result = await runExperiment({
    plan,
    catalog,
    dataset,
    context: context(dataset.seed ?? 0),
    cacheDir: cacheFolder(terminal),
    version: packageVersion(),
    files,
  });
  // Before anybody is shown what was seen.
  const looks = ledger && (await recordLook(ledger, dataset, result.report));
  return { ...result, looks, timings: [{ stage: 'load', ms: loaded - began }, ...result.timings] };
}

/** Above what a terminal is shown: below it, the last line is for scripts. */
export function headOf(looks: string | undefined): string {
  return looks === undefined ? '' : `${looks}\n\n`;
}

/** Milliseconds a query of some systems of a run, by label. */
export async function timeQueries(
  terminal: Terminal,
  catalog: Catalog,
  { source, plan }: PreparedRun,
  progress: Progress,
  labels: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { format, place, params } = source;
  const context = (seed: number): Context => ({ rng: createRng(seed), progress, signal: terminal.interrupt });
  const dataset = await format.load(place, params, context(0));
  const cacheDir = cacheFolder(terminal);
  return measureLatency({ plan, catalog, dataset, context: context(dataset.seed ?? 0), cacheDir, labels });
}

/** What `--out` holds. */
export function folderFiles(folder: string, catalog: Catalog, result: ExperimentResult): OutputFile[] {
  const { report, runs } = result;
  const render = (name: string): string => {
    const format = catalog.reportFormats.find((known) => known.name === name)!;
    return format.render({ report, runs, style: FILE_STYLE });
  };
  const files: RunFile[] = [
    { name: 'report.json', text: render('json') },
    { name: 'timings.json', text: `${JSON.stringify({ timings: result.timings }, null, 2)}\n` },
    { name: 'tables.csv', text: render('csv') },
    { name: 'misses.csv', text: missesCsv(report) },
    { name: 'report.md', text: render('markdown') },
    ...runs,
    { name: 'handbook.qrels', text: result.qrels },
  ];
  return files.map(({ name, text }) => ({ path: join(folder, name), text }));
}
