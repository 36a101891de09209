// The work of `rag-lab compare`: files to results, results to statistics, statistics to text and files.
import { type AskedTest, PAIRED_TESTS } from '../core/comparison.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { splitList } from '../core/spec.ts';
import { readQrels } from '../datasets/read-qrels.ts';
import { readRun } from '../datasets/read-run.ts';
import { type ResolvedMeasure, resolveMeasures } from '../eval/measure-name.ts';
import { measures as defs } from '../eval/measures/registry.ts';
import { type CompareRequest, compareSystems, type SystemResults } from '../experiment/compare.ts';
import { resultsOfReports } from '../experiment/report-results.ts';
import { isMeanOverTopics, judgedTopics, notMeans, resultsOfRun } from '../experiment/run-results.ts';
import { comparisonFormats } from '../report/comparison-formats/registry.ts';
import { type CompareInput, fileSource, inputPaths, nameFiles, openInput } from './compare-inputs.ts';
import { COMPARE_MEASURES, COMPARE_SEED, type CompareValues } from './compare-options.ts';
import { noMeasures } from './no-measures.ts';
import { nothingEvaluated } from './nothing-evaluated.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import { createProgress, type ProgressLine } from './progress.ts';
import { readingOptions } from './reading-progress.ts';
import { DEFAULT_CUTOFF } from './run-options.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { renderFiles, resolveTargets } from './targets.ts';
import type { Terminal } from './terminal.ts';

/** @param faults found in the flags so far; all are reported together */
export async function performCompare(
  terminal: Terminal,
  written: readonly string[],
  values: CompareValues,
  faults: LabError[],
): Promise<void> {
  const formats = values.format ?? (values.json ? [] : ['terminal']);
  const targets = resolveTargets(comparisonFormats, formats, values.json === true, terminal.cwd, faults);
  const test = resolveTest(values.test, faults);
  const named = nameFiles(written, faults);
  const names = values.measures?.flatMap(splitList);
  if (names?.length === 0) faults.push(noMeasures(values.measures!));
  const measures = asked(names ?? [], faults);
  if ([...named.map(({ file }) => file), values.qrels].filter((file) => file === '-').length > 1) {
    faults.push(new LabError('option.conflict', { problem: 'standard input (-) can be read only once' }));
  }
  if (faults.length > 0) throw new LabErrors(faults);
  const outputs = await prepareOutputs(
    [],
    targets.flatMap((target) => target.file ?? []),
    inputPaths(terminal.cwd, [values.qrels, ...named.map(({ file }) => file)]),
  );
  const progress = createProgress(terminal, { quiet: values.quiet === true });
  await orAbandon(outputs, progress, async () => {
    const inputs: CompareInput[] = [];
    for (const file of named) inputs.push(await openInput(terminal.cwd, file));
    const common = { version: packageVersion(), test, seed: values.seed ?? COMPARE_SEED };
    const results = await readResults(terminal, inputs, values, measures, progress);
    progress.report({ kind: 'stage-began', stage: 'statistics' });
    const comparison = compareSystems({ ...common, ...results });
    progress.report({ kind: 'stage-ended', stage: 'statistics' });
    const files = await renderFiles(targets, (format) => format.render(comparison, FILE_STYLE));
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const shown = targets.find((target) => target.file === undefined);
    const text = shown?.format.render(comparison, style) ?? '';
    await stopIfInterrupted(terminal);
    await progress.end();
    await outputs.commit(files, () => writeResult(terminal, text));
    if (values.json !== true) await sayWritten(terminal, { targets });
  });
}

function resolveTest(written: string | undefined, faults: LabError[]): AskedTest {
  const test = PAIRED_TESTS.find((known) => known === (written ?? 'sign-flip'));
  if (test) return test;
  faults.push(new LabError('spec.unknown-name', { kind: 'test', name: written!, known: PAIRED_TESTS }));
  return 'sign-flip';
}

/** The measures that were asked for; one that cannot be compared is a fault. */
function asked(written: readonly string[], faults: LabError[]): ResolvedMeasure[] {
  const measures = resolveMeasures(written, defs, faults);
  faults.push(...notMeans(measures));
  return measures;
}

type Results = Pick<CompareRequest, 'topics' | 'measures' | 'systems' | 'pairs' | 'notes' | 'cutoff'>;

async function readResults(
  terminal: Terminal,
  inputs: readonly CompareInput[],
  values: CompareValues,
  measures: readonly ResolvedMeasure[],
  progress: ProgressLine,
): Promise<Results> {
  const reports = inputs.filter((input) => input.kind === 'report');
  const runs = inputs.filter((input) => input.kind === 'run');
  const [report, run] = [reports[0], runs[0]];
  const conflict = (problem: string, remedy: string): LabError => new LabError('option.conflict', { problem }, remedy);
  if (report && run) {
    throw conflict(
      `compare: ${report.file} is a report and ${run.file} is not; accepted: runs or reports, not both`,
      'rag-lab run --out DIR writes the runs of a report, and their qrels',
    );
  }
  if (report) {
    if (values.qrels !== undefined) {
      throw conflict('compare: reports hold their own results; --qrels is for runs', 'leave out --qrels');
    }
    return readReports(reports, values, measures, progress);
  }
  if (runs.length < 2) throw conflict('compare: one run has nothing to compare it with', 'name a second run');
  if (values.qrels === undefined) {
    throw conflict('compare: runs need judgments', 'rag-lab compare A B --qrels FILE');
  }
  const cutoff = values.cutoff ?? DEFAULT_CUTOFF;
  const used = measures.length > 0 ? measures : asked(COMPARE_MEASURES(cutoff), []);
  return {
    ...(await readRuns(terminal, runs, values.qrels, used, cutoff, progress)),
    measures: betterOf(used),
    cutoff,
  };
}

function readReports(
  inputs: readonly (CompareInput & { readonly kind: 'report' })[],
  values: CompareValues,
  measures: readonly ResolvedMeasure[],
  progress: ProgressLine,
): Results {
  const reports = inputs.map(({ label, file, report }) => ({ label, where: file, report }));
  const first = reports[0]!.report;
  const shared = first.measures.filter((name) => reports.every(({ report }) => report.measures.includes(name)));
  const used = measures.length > 0 ? measures : asked(shared, []).filter(isMeanOverTopics);
  if (used.length === 0) {
    const what = reports.map(({ where }) => where).join(' and ');
    throw new LabError('data.invalid', { what, problem: 'no measure in common that is a mean over topics' });
  }
  const { leftOut, ...results } = resultsOfReports(
    reports,
    used.map(({ name }) => name),
  );
  // The notes say so too, but not every format shows them, and whoever wrote two labels for one system meant to compare it.
  for (const line of leftOut) progress.report({ kind: 'warning', message: `compare: ${line}` });
  return { ...results, measures: betterOf(used), cutoff: values.cutoff ?? first.cutoff };
}

async function readRuns(
  terminal: Terminal,
  inputs: readonly (CompareInput & { readonly kind: 'run' })[],
  qrelsFile: string,
  measures: readonly ResolvedMeasure[],
  cutoff: number,
  progress: ProgressLine,
): Promise<Pick<Results, 'topics' | 'systems'>> {
  const reading = (file: string) => readingOptions(file, progress, terminal.interrupt);
  const qrels = await readQrels(fileSource(terminal.cwd, qrelsFile), reading(qrelsFile));
  const systems: SystemResults[] = [];
  for (const { label, file, source } of inputs) {
    const run = await readRun(source, qrels, reading(file));
    const results = resultsOfRun(label, run.tag ?? null, run, qrels, measures, cutoff);
    if (results.missing === qrels.size) throw nothingEvaluated(file, qrelsFile, qrels, run.topicIds);
    systems.push(results);
  }
  return { topics: judgedTopics(qrels).map((id) => ({ id, text: null })), systems };
}

function betterOf(measures: readonly ResolvedMeasure[]): Results['measures'] {
  return measures.map(({ name, def }) => ({ name, better: def.better }));
}
