// The work of `rag-lab run`: options to plan, plan to experiment, experiment to text and files.
import { join, resolve } from 'node:path';
import { builtinCatalog } from '../catalog/builtin.ts';
import type { Catalog, Context, RunFile } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { ExperimentResult } from '../core/results.ts';
import { createRng } from '../core/rng.ts';
import { splitList } from '../core/spec.ts';
import { type Plan, planExperiment } from '../experiment/plan.ts';
import { runExperiment } from '../experiment/run.ts';
import { missesCsv } from '../report/formats/csv.ts';
import { cacheFolder } from './cache-folder.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import { placeFaults } from './config-places.ts';
import { type DatasetSpec, resolveDataset } from './dataset-spec.ts';
import { removeStale, staleRuns } from './former-results.ts';
import { type OutputFile, prepareOutputs } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import { createProgress } from './progress.ts';
import {
  DEFAULT_CHUNKER,
  DEFAULT_CUTOFF,
  DEFAULT_MEASURES,
  DEFAULT_SYSTEMS,
  RUN_OPTIONS,
  type RunValues,
} from './run-options.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { resolveTargets, type Target } from './targets.ts';
import type { Terminal } from './terminal.ts';

/**
 * @param flags what was typed
 * @param configPath what --config names
 * @param faults found in the flags so far; all are reported together
 */
export async function performRun(
  terminal: Terminal,
  flags: RunValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<void> {
  const config = await loadConfig(terminal.cwd, configPath, RUN_OPTIONS);
  const values = mergeValues(config?.values ?? {}, flags);
  const catalog = builtinCatalog();

  const { source, targets, plan } = resolveAll(catalog, terminal.cwd, values, config, faults);
  const { format, place, params } = source;

  const folder = values.out === undefined ? undefined : resolve(terminal.cwd, values.out);
  const outputs = await prepareOutputs(
    folder === undefined ? [] : [folder],
    targets.flatMap((target) => target.file ?? []),
  );
  const progress = createProgress(terminal, { quiet: values.quiet === true, plain: values.plain === true });
  try {
    const began = terminal.now();
    const context = (seed: number): Context => ({ rng: createRng(seed), progress, signal: terminal.interrupt });
    const dataset = await format.load(place, params, context(0));
    const loaded = terminal.now();
    const result = await runExperiment({
      plan,
      catalog,
      dataset,
      context: context(dataset.seed ?? 0),
      cacheDir: cacheFolder(terminal),
      version: packageVersion(),
      files: folder !== undefined || targets.some((target) => target.format.name === 'trec'),
    });
    const timings = [{ stage: 'load', ms: loaded - began }, ...result.timings];
    const inFolder = folder === undefined ? [] : folderFiles(folder, catalog, { ...result, timings });
    const files = [
      ...inFolder,
      ...targets.flatMap((target): OutputFile[] =>
        target.file === undefined ? [] : [{ path: target.file, text: renderTarget(target, result, FILE_STYLE) }],
      ),
    ];
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const shown = targets.find((target) => target.file === undefined);
    const text = shown === undefined ? '' : renderTarget(shown, result, style);
    await stopIfInterrupted(terminal);
    await progress.end();
    const paths = files.map(({ path }) => path);
    const stale = folder === undefined ? [] : await staleRuns(folder, paths);
    await outputs.commit(files, () => writeResult(terminal, text));
    await removeStale(terminal, stale);
    if (values.quiet !== true && values.json !== true) {
      await sayWritten(terminal, { folder, files: inFolder.map(({ path }) => path), targets });
    }
  } catch (error) {
    await progress.end();
    await outputs.abandon();
    throw error;
  }
}

interface Resolved {
  readonly source: DatasetSpec;
  readonly targets: readonly Target[];
  readonly plan: Plan;
}

/** @throws LabErrors with everything that is wrong, a config file's with file and line */
function resolveAll(
  catalog: Catalog,
  cwd: string,
  values: RunValues,
  config: LoadedConfig | undefined,
  known: readonly LabError[],
): Resolved {
  const attempt = (some: RunValues, faults: LabError[]): Resolved => {
    const source = resolveDataset(catalog.datasetFormats, some, faults);
    const formats = some.format ?? (some.json ? [] : ['terminal']);
    const targets = resolveTargets(catalog.reportFormats, formats, some.json === true, cwd, faults);
    const request = {
      systems: names(some.systems, DEFAULT_SYSTEMS),
      measures: names(some.measures, DEFAULT_MEASURES),
      cutoff: some.cutoff ?? DEFAULT_CUTOFF,
      ...(some.depth === undefined ? {} : { depth: some.depth }),
      chunker: some.chunker ?? DEFAULT_CHUNKER,
    };
    if (targets.some(({ format }) => format.name === 'trec') && request.systems.length > 1) {
      const problem = `--format trec: a run file holds one system, and ${request.systems.length} are asked for`;
      const remedy = '--out DIR writes one run file a system; or name one with --systems';
      faults.push(new LabError('option.conflict', { problem }, remedy));
    }
    const plan = planExperiment(catalog, request, faults);
    return { source: source!, targets, plan };
  };
  const faultsOf = (some: RunValues): readonly LabError[] => {
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

/**
 * Typed options win, one by one. What says the same in two ways counts as one: --seed and --dataset name the handbook,
 * --json and --format what goes to standard output.
 */
export function mergeValues(config: RunValues, flags: RunValues): RunValues {
  const kept = { ...config };
  if (flags.dataset !== undefined || flags.seed !== undefined) {
    delete kept.dataset;
    delete kept.seed;
  }
  if (flags.format) delete kept.json;
  if (flags.json && kept.format) kept.format = kept.format.filter((target) => /=(?!-$)/.test(target));
  return { ...kept, ...flags };
}

function names(lists: readonly string[] | undefined, otherwise: string): string[] {
  return (lists ?? [otherwise]).flatMap(splitList);
}

function renderTarget({ format }: Target, result: ExperimentResult, style: typeof FILE_STYLE): string {
  return format.render({ report: result.report, runs: result.runs, style });
}

/** What `--out` holds. */
function folderFiles(folder: string, catalog: Catalog, result: ExperimentResult): OutputFile[] {
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
