// The work of `rag-lab baseline`: a new baseline is made, the difference shown, and only then is the file written.
import { LabError, LabErrors } from '../core/errors.ts';
import type { Report } from '../core/results.ts';
import { differenceOf } from '../experiment/baseline-difference.ts';
import { differenceView } from '../report/baseline-sections.ts';
import { reportFormats } from '../report/formats/registry.ts';
import { drawView } from '../report/formats/terminal.ts';
import { notes, type View } from '../report/view.ts';
import { baselineText, locateBaseline, readBaseline, readReport } from './baseline-file.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import { CONFIG_OPTIONS, type ConfigValues } from './config-options.ts';
import { type BaselineValues, commandOf, goesWithoutRun } from './gate-options.ts';
import { ledgerPlace } from './held-out-ledger.ts';
import { catalogOf, executeRun, headOf, prepareRun, resolvePlaced } from './lab-run.ts';
import { neutralise } from './neutralise.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { mergeValues } from './perform-run.ts';
import { createProgress, type ProgressLine } from './progress.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { renderFiles, resolveTargets } from './targets.ts';
import type { Terminal } from './terminal.ts';

/**
 * @param how `write` makes a new file and replaces none without --force; `update` replaces one that is there
 * @param faults found in the flags so far; all are reported together
 */
export async function performBaseline(
  terminal: Terminal,
  how: 'write' | 'update',
  flags: BaselineValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<void> {
  const config = await loadConfig(terminal.cwd, configPath, CONFIG_OPTIONS);
  const make = await resolveMaking(terminal, flags, config, faults);
  const place = await locateBaseline(terminal.cwd, flags.baseline, config);
  const old = await readBaseline(place);
  if (how === 'update' && !old) {
    throw new LabError('baseline.absent', { path: place.shown }, 'rag-lab baseline write');
  }
  const progress = createProgress(terminal, { quiet: flags.quiet === true, plain: flags.plain === true });
  const outputs = await prepareOutputs([], [place.path]);
  await orAbandon(outputs, progress, async () => {
    const made = await make(progress);
    const text = baselineText(made.report, made.command);
    const difference = old && differenceOf(old, made.report);
    const isSame = old !== undefined && baselineText(old.report, old.command) === text;
    const head = headOf(made.looks);
    const style = terminalStyle(terminal, { plain: flags.plain === true, wide: flags.wide === true });
    await stopIfInterrupted(terminal);
    await progress.end();
    // A gate against it could never pass, so not even --force writes it.
    const failed = made.report.failed?.map((each) => new LabError('system.failed', each)) ?? [];
    if (failed.length > 0) throw new LabErrors(failed);
    const refused = flags.force === true || isSame ? undefined : refusal(how, place.shown, difference);
    const view = difference ? differenceView(difference, refused !== undefined) : newView(place.shown, made.report);
    if (refused) {
      // The difference is what the user needs to decide.
      await writeResult(terminal, head + drawView(view, style));
      throw refused;
    }
    await outputs.commit(isSame ? [] : [{ path: place.path, text }], () =>
      writeResult(terminal, head + drawView(view, style)),
    );
    if (flags.quiet !== true) {
      const said = isSame ? `${place.shown} is as it was` : `wrote ${place.shown}`;
      await terminal.err.write(`rag-lab: ${neutralise(said)}\n`).catch(() => {});
    }
  });
}

function refusal(
  how: 'write' | 'update',
  path: string,
  difference: ReturnType<typeof differenceOf> | undefined,
): LabError | undefined {
  if (!difference) return undefined;
  if (how === 'write') {
    return new LabError('option.conflict', { problem: `${path} is there already` }, 'rag-lab baseline update');
  }
  const [first] = difference.problems;
  if (!first) return undefined;
  return new LabError(
    'baseline.incomparable',
    { path, problem: first.message },
    'rag-lab baseline update --force, once the new data is what you mean to hold',
  );
}

interface Made {
  readonly report: Report;
  readonly command: string | null;
  readonly looks?: string | undefined;
}

/**
 * @returns what makes the report; everything about it is checked by now
 * @throws LabErrors with everything that is wrong
 */
async function resolveMaking(
  terminal: Terminal,
  flags: BaselineValues,
  config: LoadedConfig | undefined,
  faults: LabError[],
): Promise<(progress: ProgressLine) => Promise<Made>> {
  const { report: file, baseline: _, force: __, ...typed } = flags;
  if (file !== undefined) {
    faults.push(...goesWithoutRun(file, typed));
    if (faults.length > 0) throw new LabErrors(faults);
    return async () => ({ report: await readReport(terminal.cwd, file), command: null });
  }
  const values = mergeValues<ConfigValues>(config?.values ?? {}, typed);
  const catalog = await catalogOf(terminal, values);
  const origins = { cwd: terminal.cwd, config, typed };
  const ledger = ledgerPlace(config, flags, faults);
  const prepared = resolvePlaced(
    (some, found) => prepareRun(terminal, catalog, some, origins, found),
    values,
    config,
    faults,
  );
  return async (progress) => {
    const { report, looks } = await executeRun(terminal, prepared, progress, false, ledger);
    return { report, looks, command: commandOf(values, origins) };
  };
}

function newView(path: string, { result, systems, corpus }: Report): View {
  const named = systems.map(({ label, spec }) => (label === spec ? label : `${label} = ${spec}`));
  return {
    sections: [{ heading: `A new baseline: ${path}`, parts: [notes([`${corpus.name}, ${corpus.chunker}`, ...named])] }],
    result,
  };
}

/** `rag-lab baseline show`: the command it was made by, and its tables. */
export async function showBaseline(
  terminal: Terminal,
  flags: BaselineValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<void> {
  const config = await loadConfig(terminal.cwd, configPath, CONFIG_OPTIONS);
  const formats = flags.format ?? (flags.json ? [] : ['terminal']);
  const targets = resolveTargets(reportFormats, formats, flags.json === true, terminal.cwd, faults);
  if (faults.length > 0) throw new LabErrors(faults);
  const place = await locateBaseline(terminal.cwd, flags.baseline, config);
  const baseline = await readBaseline(place);
  if (!baseline) throw new LabError('baseline.absent', { path: place.shown }, 'rag-lab baseline write');
  const { report, command } = baseline;
  const outputs = await prepareOutputs(
    [],
    targets.flatMap((target) => target.file ?? []),
  );
  await orAbandon(outputs, undefined, async () => {
    const style = terminalStyle(terminal, { plain: flags.plain === true, wide: flags.wide === true });
    const shown = targets.find((target) => target.file === undefined);
    const made = command === null ? 'of a stored report' : `made by: ${command}`;
    const head = shown?.format.name === 'terminal' ? `${neutralise(`${place.shown}, ${made}`)}\n\n` : '';
    const text = shown ? head + (await shown.format.render({ report, style })) : '';
    const files = await renderFiles(targets, (format) => format.render({ report, style: FILE_STYLE }));
    await outputs.commit(files, () => writeResult(terminal, text));
    if (flags.json !== true && flags.quiet !== true) await sayWritten(terminal, { targets });
  });
}
