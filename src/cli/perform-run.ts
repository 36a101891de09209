// The work of `rag-lab run`: options to plan, plan to experiment, experiment to text and files.
import { join, resolve } from 'node:path';
import type { Catalog, RenderInput, RenderStyle } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { ExperimentResult } from '../core/results.ts';
import { html } from '../report/formats/html.ts';
import { loadConfig } from './config.ts';
import { CONFIG_OPTIONS } from './config-options.ts';
import { removeStale, staleRuns } from './former-results.ts';
import { ledgerPlace } from './held-out-ledger.ts';
import {
  catalogOf,
  executeRun,
  folderFiles,
  headOf,
  type PreparedRun,
  planRequestOf,
  prepareRun,
  resolvePlaced,
} from './lab-run.ts';
import type { Origins } from './origins.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { createProgress } from './progress.ts';
import type { RunValues } from './run-options.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { openPage, writeTemporaryPage } from './show-page.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { renderFiles, resolveTargets, type Target } from './targets.ts';
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
  const config = await loadConfig(terminal.cwd, configPath, CONFIG_OPTIONS);
  const values = mergeValues(config?.values ?? {}, flags);
  const catalog = await catalogOf(terminal, values);
  const ledger = ledgerPlace(config, flags, faults);

  const { targets, ...prepared } = resolveAll(
    terminal,
    catalog,
    values,
    { cwd: terminal.cwd, config, typed: flags },
    faults,
  );

  const folder = values.out === undefined ? undefined : resolve(terminal.cwd, values.out);
  const outputs = await prepareOutputs(
    folder === undefined ? [] : [folder],
    targets.flatMap((target) => target.file ?? []),
  );
  const progress = createProgress(terminal, { quiet: values.quiet === true, plain: values.plain === true });
  await orAbandon(outputs, progress, async () => {
    const wanted = folder !== undefined || targets.some((target) => target.format.name === 'trec');
    const isExplained =
      folder !== undefined || values.open === true || targets.some((target) => target.format.name === 'html');
    const result = await executeRun(terminal, prepared, progress, wanted, ledger, isExplained);
    const inFolder = folder === undefined ? [] : await folderFiles(folder, catalog, result);
    const files = [
      ...inFolder,
      ...(await renderFiles(targets, (format) => format.render(inputOf(result, FILE_STYLE)))),
    ];
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const shown = targets.find((target) => target.file === undefined);
    const head = shown?.format.name === 'terminal' ? headOf(result.looks) : '';
    const text = shown === undefined ? '' : head + (await shown.format.render(inputOf(result, style)));
    await stopIfInterrupted(terminal);
    await progress.end();
    const paths = files.map(({ path }) => path);
    const stale = folder === undefined ? [] : await staleRuns(folder, paths);
    await outputs.commit(files, () => writeResult(terminal, text));
    await removeStale(terminal, stale);
    if (values.quiet !== true && values.json !== true) {
      await sayWritten(terminal, { folder, files: inFolder.map(({ path }) => path), targets });
    }
    if (values.open === true) await openPage(terminal, await pageOf(terminal, targets, folder, result));
  });
}

/** The page of this run: where it was asked for, else in the folder, else in a temporary file. */
async function pageOf(
  terminal: Terminal,
  targets: readonly Target[],
  folder: string | undefined,
  result: ExperimentResult,
): Promise<string> {
  const asked = targets.find(({ format, file }) => format.name === 'html' && file !== undefined)?.file;
  if (asked !== undefined) return asked;
  if (folder !== undefined) return join(folder, 'report.html');
  return writeTemporaryPage(terminal, await html.render(inputOf(result, FILE_STYLE)));
}

interface Resolved extends PreparedRun {
  readonly targets: readonly Target[];
}

/** @throws LabErrors with everything that is wrong, a config file's with file and line */
function resolveAll(
  terminal: Terminal,
  catalog: Catalog,
  values: RunValues,
  origins: Origins,
  known: readonly LabError[],
): Resolved {
  const attempt = (some: RunValues, faults: LabError[]): Resolved => {
    const formats = some.format ?? (some.json ? [] : ['terminal']);
    const targets = resolveTargets(catalog.reportFormats, formats, some.json === true, terminal.cwd, faults);
    const { systems } = planRequestOf(some);
    if (targets.some(({ format }) => format.name === 'trec') && systems.length > 1) {
      const problem = `--format trec: a run file holds one system, and ${systems.length} are asked for`;
      const remedy = '--out DIR writes one run file a system; or name one with --systems';
      faults.push(new LabError('option.conflict', { problem }, remedy));
    }
    return { ...prepareRun(terminal, catalog, some, origins, faults), targets };
  };
  return resolvePlaced(attempt, values, origins.config, known);
}

/** What names the documents, in one way or another: whoever types one of them means none of the others in the file. */
const NAMES_OF_DOCUMENTS = ['dataset', 'seed', 'corpus'] as const;
/** What belongs to a corpus that another one does not have. */
const OF_A_CORPUS = ['include', 'exclude', 'columns', 'questions', 'qrels', 'split', 'pages', 'facts'] as const;

/**
 * Typed options win, one by one. What says the same in two ways counts as one: --seed, --dataset and --corpus name the
 * documents, --json and --format what goes to standard output.
 */
export function mergeValues<V extends RunValues>(config: V, flags: V): V {
  const kept = { ...config };
  if (NAMES_OF_DOCUMENTS.some((name) => flags[name] !== undefined)) {
    const isSame = flags.corpus === undefined && kept.corpus === undefined;
    for (const name of NAMES_OF_DOCUMENTS) delete kept[name];
    // Another seed keeps the size of the handbook, and its questions; another corpus keeps nothing.
    if (!isSame) for (const name of OF_A_CORPUS) delete kept[name];
  }
  if (flags.format) delete kept.json;
  if (flags.json && kept.format) kept.format = kept.format.filter((target) => /=(?!-$)/.test(target));
  return { ...kept, ...flags };
}

function inputOf({ report, runs, explanation }: ExperimentResult, style: RenderStyle): RenderInput {
  return { report, runs, ...(explanation && { explanation }), style };
}
