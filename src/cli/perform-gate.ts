// The work of `rag-lab gate`: rules, baseline and report read and checked first; then the lab, the verdict, the formats.
import { appendFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Catalog } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import {
  GATE_MODES,
  type GateMode,
  type GateResult,
  INCONCLUSIVE_MEANS,
  type InconclusiveMeans,
} from '../core/gate.ts';
import type { Report } from '../core/results.ts';
import { systemFault } from '../core/system-fault.ts';
import { evaluateGate, type GateRequest } from '../experiment/gate.ts';
import { type GateRule, parseRule } from '../experiment/gate-rules.ts';
import type { GateFormat } from '../report/gate-formats/gate-format.ts';
import { github, SUMMARY_BYTES, stepSummary } from '../report/gate-formats/github.ts';
import { gateFormats } from '../report/gate-formats/registry.ts';
import { type BaselinePlace, locateBaseline, readBaseline, readReport } from './baseline-file.ts';
import { loadConfig } from './config.ts';
import { CONFIG_OPTIONS, type ConfigValues } from './config-options.ts';
import { removeStale, staleRuns } from './former-results.ts';
import { type GateValues, goesWithoutRun } from './gate-options.ts';
import { readRulesFile, readTypedRules } from './gate-rules-file.ts';
import { type LedgerPlace, ledgerPlace } from './held-out-ledger.ts';
import {
  catalogOf,
  executeRun,
  folderFiles,
  headOf,
  type PreparedRun,
  prepareRun,
  resolvePlaced,
  timeQueries,
} from './lab-run.ts';
import type { Origins } from './origins.ts';
import { type OutputFile, orAbandon, prepareOutputs } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import { mergeValues } from './perform-run.ts';
import { createProgress, type ProgressLine } from './progress.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { renderFiles, resolveTargets, type Target } from './targets.ts';
import type { Terminal } from './terminal.ts';

/**
 * @param configPath what --config names
 * @param faults found in the flags so far; all are reported together
 * @returns the exit code
 */
export async function performGate(
  terminal: Terminal,
  flags: GateValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<number> {
  const config = await loadConfig(terminal.cwd, configPath, CONFIG_OPTIONS);
  const catalog = await catalogOf(terminal, mergeValues<ConfigValues>(config?.values ?? {}, { ...flags, rules: [] }));
  const { measures } = catalog;
  const { rule: typed, rules: rulesFile, report: reportFile, ...typedValues } = flags;
  const typedRules = readTypedRules(typed ?? [], measures, faults);
  if (rulesFile !== undefined) {
    typedRules.push(...(await readRulesFile(terminal.cwd, rulesFile, measures, faults)));
  }
  // Formats of a config file are those of `rag-lab run`; a folder is written to when it is typed.
  const { format: _, json: __, out: ___, ...kept } = config?.values ?? {};
  const values = mergeValues<ConfigValues>(kept, typedValues);
  if (typed !== undefined || rulesFile !== undefined) delete values.rules;
  if (reportFile !== undefined) faults.push(...goesWithoutRun(reportFile, typedValues));
  const ledger = ledgerPlace(config, flags, faults);
  const asked = resolvePlaced(
    (some, found) =>
      resolveGate(terminal, catalog, some, { cwd: terminal.cwd, config, typed: typedValues }, reportFile, found),
    values,
    config,
    faults,
  );
  const place = await locateBaseline(terminal.cwd, flags.baseline, config);
  const baseline = await readBaseline(place);
  const stored = reportFile === undefined ? undefined : await readReport(terminal.cwd, reportFile);

  const folder = values.out === undefined ? undefined : resolve(terminal.cwd, values.out);
  const outputs = await prepareOutputs(
    folder === undefined ? [] : [folder],
    asked.targets.flatMap((target) => target.file ?? []),
  );
  const progress = createProgress(terminal, { quiet: values.quiet === true, plain: values.plain === true });
  return orAbandon(outputs, progress, async () => {
    const { mode, inconclusive, targets } = asked;
    const rules = [...typedRules, ...asked.rules];
    const tested = stored
      ? { report: stored, files: [], looks: undefined }
      : await runLab(terminal, asked.prepared!, rules, folder, progress, ledger);
    const { files: inFolder, looks, ...evaluated } = tested;
    const result = evaluateGate({
      version: packageVersion(),
      mode,
      inconclusive,
      rules,
      baseline,
      absent: { ...absentOf(place), asked: place.asked },
      ...evaluated,
    });
    const files = [...inFolder, ...(await renderFiles(targets, (format) => format.render(result, FILE_STYLE)))];
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const shown = targets.find((target) => target.file === undefined);
    const head = shown?.format.name === 'terminal' ? headOf(looks) : '';
    const text = head + (shown?.format.renderLog?.(result) ?? shown?.format.render(result, style) ?? '');
    await stopIfInterrupted(terminal);
    await progress.end();
    const paths = inFolder.map(({ path }) => path);
    const stale = folder === undefined ? [] : await staleRuns(folder, paths);
    await outputs.commit(files, async () => {
      await writeResult(terminal, text);
      if (targets.some(({ format }) => format === github)) await tellGitHub(terminal, result, shown?.format === github);
    });
    await removeStale(terminal, stale);
    if (values.quiet !== true && values.json !== true) await sayWritten(terminal, { folder, files: paths, targets });
    return result.exitCode;
  });
}

function absentOf({ shown }: BaselinePlace): { readonly message: string; readonly remedy: string } {
  return { message: `no baseline: ${shown} does not exist`, remedy: 'rag-lab baseline write' };
}

interface Asked {
  readonly mode: GateMode;
  readonly inconclusive: InconclusiveMeans;
  /** Of the config file. */
  readonly rules: readonly GateRule[];
  readonly targets: readonly Target<GateFormat>[];
  /** Absent for a stored report. */
  readonly prepared: PreparedRun | undefined;
}

/** @throws LabErrors with everything that is wrong */
function resolveGate(
  terminal: Terminal,
  catalog: Catalog,
  values: ConfigValues,
  origins: Origins,
  reportFile: string | undefined,
  faults: LabError[],
): Asked {
  if (values.rules?.length === 0) {
    const remedy = 'leave out rules for the default: no drop of the headline recall';
    faults.push(new LabError('spec.invalid', { what: 'rules', problem: 'names no rule' }, remedy));
  }
  const rules = (values.rules ?? []).flatMap((text) => parseRule(text, catalog.measures, faults) ?? []);
  const mode = oneOf('--mode', values.mode, GATE_MODES, faults);
  const inconclusive = oneOf('--inconclusive', values.inconclusive, INCONCLUSIVE_MEANS, faults);
  const formats = values.format ?? (values.json ? [] : ['terminal']);
  const targets = resolveTargets(gateFormats, formats, values.json === true, terminal.cwd, faults);
  const prepared = reportFile === undefined ? prepareRun(terminal, catalog, values, origins, faults) : undefined;
  if (faults.length > 0) throw new LabErrors(faults);
  return { mode, inconclusive, rules, targets, prepared };
}

/** The first is what holds where nothing is given. */
function oneOf<T extends string>(
  option: string,
  written: string | undefined,
  known: readonly [T, ...T[]],
  faults: LabError[],
): T {
  const found = known.find((name) => name === (written ?? known[0]));
  if (found !== undefined) return found;
  faults.push(new LabError('option.invalid', { option, value: written!, accepted: known.join(' or ') }));
  return known[0];
}

interface Tested extends Pick<GateRequest, 'report' | 'latency'> {
  readonly report: Report;
  readonly files: readonly OutputFile[];
  readonly looks: string | undefined;
}

async function runLab(
  terminal: Terminal,
  prepared: PreparedRun,
  rules: readonly GateRule[],
  folder: string | undefined,
  progress: ProgressLine,
  ledger: LedgerPlace | undefined,
): Promise<Tested> {
  const { catalog } = prepared;
  const result = await executeRun(terminal, prepared, progress, folder !== undefined, ledger, folder !== undefined);
  const { report, looks } = result;
  const files = folder === undefined ? [] : await folderFiles(folder, catalog, result);
  const timed = rules.flatMap((rule) => (rule.kind === 'time' ? [rule.system, rule.reference] : []));
  if (timed.length === 0) return { report, files, looks };
  const labels = timed.includes('*') ? prepared.plan.systems.map(({ label }) => label) : timed;
  return { report, files, looks, latency: await timeQueries(terminal, prepared, progress, labels) };
}

/** Annotations go where GitHub reads them, and the summary to the end of the file that it names. */
async function tellGitHub(terminal: Terminal, result: GateResult, isOnStdout: boolean): Promise<void> {
  if (!isOnStdout) await terminal.err.write(github.renderLog!(result)).catch(() => {});
  const path = terminal.env.GITHUB_STEP_SUMMARY;
  if (path === undefined || path === '') return;
  try {
    const used = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    await appendFile(path, stepSummary(result, SUMMARY_BYTES - used));
  } catch (error) {
    throw new LabError('file.unwritable', { path, problem: systemFault(error) });
  }
}
