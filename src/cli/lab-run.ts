// One run of the lab from options: what is asked for, checked before any work; then dataset, experiment, result.
// Shared by the commands that run it.
import { join, resolve } from 'node:path';
import { builtinCatalog } from '../catalog/builtin.ts';
import { openIndexCache } from '../catalog/index-cache.ts';
import { loadPlugins } from '../catalog/plugins.ts';
import type { Catalog, Context, Host, Progress, RunFile } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { parseFilter } from '../core/filter.ts';
import type { Dedupe, ExperimentResult } from '../core/results.ts';
import { createRng } from '../core/rng.ts';
import { splitList } from '../core/spec.ts';
import type { ExplainOptions } from '../experiment/explain.ts';
import { measureLatency } from '../experiment/latency.ts';
import { type Plan, planExperiment } from '../experiment/plan.ts';
import { type ExperimentRequest, runExperiment } from '../experiment/run.ts';
import { missesCsv } from '../report/formats/csv.ts';
import { AUTOPSIES_SHOWN } from '../report/html/page-limits.ts';
import { cacheFolder } from './cache-folder.ts';
import type { LoadedConfig } from './config.ts';
import type { ConfigValues } from './config-options.ts';
import { placeFaults } from './config-places.ts';
import { type DataSource, resolveSource } from './data-source.ts';
import { checkSeal, type LedgerPlace, recordLook, seenIn } from './held-out-ledger.ts';
import { baseOf, hostOf, type Origins } from './origins.ts';
import type { OutputFile } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import { DEFAULT_CHUNKER, DEFAULT_CUTOFF, DEFAULT_MEASURES, DEFAULT_SYSTEMS, type RunValues } from './run-options.ts';
import { FILE_STYLE } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Data and systems of a run, every name and parameter resolved. */
export interface PreparedRun {
  readonly catalog: Catalog;
  readonly source: DataSource;
  readonly plan: Plan;
  readonly host: Host;
  /** Absolute folder where indexes outlive a run. */
  readonly indexCache: string | undefined;
  /** What of the collection is searched, and whether a system may fail. */
  readonly search: Pick<ExperimentRequest, 'filter' | 'dedupe' | 'keepGoing'>;
}

/** Everything that is built in, and what the user's own modules add. */
export function catalogOf({ cwd }: Terminal, { plugin = [] }: RunValues): Promise<Catalog> {
  return loadPlugins(plugin, cwd, builtinCatalog());
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

const DEDUPES: readonly Dedupe[] = ['exact', 'near'];

function searchOf({ filter, dedupe, keepGoing }: RunValues, faults: LabError[]): PreparedRun['search'] {
  const kept = DEDUPES.find((name) => name === dedupe);
  if (dedupe !== undefined && kept === undefined) {
    faults.push(new LabError('option.invalid', { option: '--dedupe', value: dedupe, accepted: DEDUPES.join(' or ') }));
  }
  if (filter !== undefined) attemptFilter(filter, faults);
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(kept === undefined ? {} : { dedupe: kept }),
    ...(keepGoing === undefined ? {} : { keepGoing }),
  };
}

/** Its fields are checked once the documents are there; its grammar now. */
function attemptFilter(filter: string, faults: LabError[]): void {
  try {
    parseFilter(filter);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    faults.push(error);
  }
}

function names(lists: readonly string[] | undefined, otherwise: string): string[] {
  return (lists ?? [otherwise]).flatMap(splitList);
}

/**
 * @param faults found so far; more are added
 * @param isAsked a question is given otherwise, so that documents need no set of them
 * @throws LabErrors with all of them
 */
export function prepareRun(
  { env }: Pick<Terminal, 'env'>,
  catalog: Catalog,
  values: RunValues,
  origins: Origins,
  faults: LabError[],
  isAsked = false,
): PreparedRun {
  const source = resolveSource(catalog, values, origins, faults, isAsked);
  const request = planRequestOf(values);
  // The plan itself needs none, since the headline is always measured; whoever gave the option meant to name some.
  if (request.measures.length === 0) {
    const problem = 'names no measure; at least one is needed';
    faults.push(new LabError('spec.invalid', { what: '--measures', problem }));
  }
  const search = searchOf(values, faults);
  const plan = planExperiment(catalog, request, faults);
  const { indexCache: folder } = values;
  const indexCache = folder === undefined ? undefined : resolve(baseOf(origins, 'indexCache'), folder);
  return { catalog, source: source!, plan, host: hostOf({ env }, origins, values), indexCache, search };
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

/** What the parts of a run are handed, by the seed of its data. */
export function contextOf(
  { interrupt }: Terminal,
  { host, indexCache }: PreparedRun,
  progress: Progress,
): (seed: number) => Context {
  const warn = (message: string): void => progress.report({ kind: 'warning', message });
  const indexes = indexCache === undefined ? {} : { indexes: openIndexCache(indexCache, warn) };
  return (seed) => ({ rng: createRng(seed), progress, signal: interrupt, host, ...indexes });
}

export interface ExecutedRun extends ExperimentResult {
  /** How often the held-out split has been looked at; for the terminal alone. */
  readonly looks: string | undefined;
}

/**
 * @param files whether run files and qrels are wanted
 * @param ledger where looks at the held-out split are recorded, if they are
 * @param isExplained whether the page is wanted, which says why; that costs time where nobody reads it
 */
export async function executeRun(
  terminal: Terminal,
  prepared: PreparedRun,
  progress: Progress,
  files: boolean,
  ledger?: LedgerPlace,
  isExplained = false,
): Promise<ExecutedRun> {
  const { catalog, source, plan, search } = prepared;
  const began = terminal.now();
  const context = contextOf(terminal, prepared, progress);
  const dataset = await source.load(context(0));
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
    ...(isExplained && { explain: explanationFor(dataset.topics.length) }),
    ...search,
  });
  // Before anybody is shown what was seen.
  const looks = ledger && (await recordLook(ledger, dataset, seenIn(result.report)));
  return { ...result, looks, timings: [{ stage: 'load', ms: loaded - began }, ...result.timings] };
}

/** Where there are more questions than a page shows autopsies of, what was found is not explained, nor are synonyms tried. */
function explanationFor(questions: number): ExplainOptions {
  const isLarge = questions > AUTOPSIES_SHOWN;
  return { onlyMisses: isLarge, hints: !isLarge };
}

/** Above what a terminal is shown: below it, the last line is for scripts. */
export function headOf(looks: string | undefined): string {
  return looks === undefined ? '' : `${looks}\n\n`;
}

/** Milliseconds a query of some systems of a run, by label. */
export async function timeQueries(
  terminal: Terminal,
  prepared: PreparedRun,
  progress: Progress,
  labels: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { catalog, source, plan, search } = prepared;
  const context = contextOf(terminal, prepared, progress);
  const dataset = await source.load(context(0));
  const cacheDir = cacheFolder(terminal);
  return measureLatency({ plan, catalog, dataset, context: context(dataset.seed ?? 0), cacheDir, labels, ...search });
}

/** What `--out` holds. */
export async function folderFiles(folder: string, catalog: Catalog, result: ExperimentResult): Promise<OutputFile[]> {
  const { report, runs, explanation } = result;
  const render = async (name: string): Promise<string> => {
    const format = catalog.reportFormats.find((known) => known.name === name)!;
    return format.render({ report, runs, ...(explanation && { explanation }), style: FILE_STYLE });
  };
  const files: RunFile[] = [
    { name: 'report.json', text: await render('json') },
    { name: 'timings.json', text: `${JSON.stringify({ timings: result.timings }, null, 2)}\n` },
    { name: 'tables.csv', text: await render('csv') },
    { name: 'misses.csv', text: await missesCsv(report) },
    { name: 'report.md', text: await render('markdown') },
    { name: 'report.html', text: await render('html') },
    ...runs,
    { name: report.seed === null ? 'chunks.qrels' : 'handbook.qrels', text: result.qrels },
  ];
  return files.map(({ name, text }) => ({ path: join(folder, name), text }));
}
