// The work of `rag-lab evaluate`: qrels once, then run by run: read, judge, measure; then text and files.
import type { Progress } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { EVALUATION_SCHEMA, type EvaluatedRun, type Evaluation, type PeerValue } from '../core/evaluation.ts';
import { splitList } from '../core/spec.ts';
import { readIds } from '../datasets/read-ids.ts';
import { readQrels } from '../datasets/read-qrels.ts';
import { readRun } from '../datasets/read-run.ts';
import { describeEvaluation } from '../eval/describe-evaluation.ts';
import { AVERAGING_SETS, createEvaluation, type EvaluationOptions, type EvaluationResult } from '../eval/evaluate.ts';
import { absentRelevant, createGoldLint } from '../eval/gold-lint.ts';
import { type ResolvedMeasure, resolveMeasures } from '../eval/measure-name.ts';
import { expandMeasures, type RequestedMeasures, type TrecEvalVersion } from '../eval/measure-sets.ts';
import { measures as defs } from '../eval/measures/registry.ts';
import { createPeerComparison, type PeerResult } from '../eval/peers/compare-with-peer.ts';
import type { PeerDef } from '../eval/peers/peer.ts';
import { peers } from '../eval/peers/registry.ts';
import { trecEvalLines } from '../eval/trec-eval-lines.ts';
import { evaluationFormats } from '../report/evaluation-formats/registry.ts';
import { fileSource, inputPaths, nameFiles } from './compare-inputs.ts';
import { DEFAULT_EVALUATION, type EvaluateValues } from './evaluate-options.ts';
import { noMeasures } from './no-measures.ts';
import { nothingEvaluated } from './nothing-evaluated.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import { createProgress } from './progress.ts';
import { readingOptions } from './reading-progress.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { renderFiles, resolveTargets } from './targets.ts';
import type { Terminal } from './terminal.ts';

/** Between so many topics the host gets to see signals and to draw progress. */
const TOPICS_AT_ONCE = 500;

/** What was asked for, checked. */
interface Request {
  readonly qrelsFile: string;
  readonly runs: readonly { readonly label: string; readonly file: string }[];
  readonly measures: readonly ResolvedMeasure[];
  readonly requested: RequestedMeasures;
  readonly options: EvaluationOptions;
  /** The tool whose report is wanted beside ours. */
  readonly peer: PeerDef | undefined;
  /** For trec_eval's lines: whose they are, and the measures with that version's defaults where they are not ours. */
  readonly version: TrecEvalVersion;
  readonly former: readonly ResolvedMeasure[] | undefined;
}

interface Evaluated {
  readonly run: EvaluatedRun;
  readonly result: EvaluationResult;
  /** What trec_eval's lines are printed from. */
  readonly lines: EvaluationResult;
  readonly notes: readonly string[];
}

/** @param faults found in the flags so far; all are reported together */
export async function performEvaluate(terminal: Terminal, values: EvaluateValues, faults: LabError[]): Promise<void> {
  const formats = values.format ?? (values.json ? [] : ['terminal']);
  const targets = resolveTargets(evaluationFormats, formats, values.json === true, terminal.cwd, faults);
  const request = checkRequest(
    values,
    targets.some(({ format }) => format.name === 'trec_eval'),
    faults,
  );
  if (faults.length > 0) throw new LabErrors(faults);
  const outputs = await prepareOutputs(
    [],
    targets.flatMap((target) => target.file ?? []),
    inputPaths(terminal.cwd, [request.qrelsFile, values.corpusIds, ...request.runs.map(({ file }) => file)]),
  );
  const progress = createProgress(terminal, { quiet: values.quiet === true });
  await orAbandon(outputs, progress, async () => {
    const { judgedTopics, evaluated } = await evaluateAll(terminal, request, values, progress);
    const evaluation = describeAll(request, values, judgedTopics, evaluated);
    const trecEval = (): string => evaluated.map((one) => linesOf(one, request, values)).join('');
    const files = await renderFiles(targets, (format) => format.render({ evaluation, trecEval, style: FILE_STYLE }));
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const shown = targets.find((target) => target.file === undefined);
    const text = (await shown?.format.render({ evaluation, trecEval, style })) ?? '';
    await stopIfInterrupted(terminal);
    await progress.end();
    await outputs.commit(files, () => writeResult(terminal, text));
    if (values.quiet !== true) await sayWritten(terminal, { targets });
  });
}

function checkRequest(values: EvaluateValues, asTrecEval: boolean, faults: LabError[]): Request {
  const missing = (problem: string): void => {
    const example = 'rag-lab evaluate --qrels FILE --run FILE';
    faults.push(new LabError('option.conflict', { problem: `evaluate: ${problem}` }, example));
  };
  if (values.qrels === undefined) missing('--qrels FILE is missing: the judgments');
  if (values.run === undefined) missing('--run FILE is missing: what is to be scored');
  const topics = AVERAGING_SETS.find((known) => known === (values.topics ?? 'qrels'));
  if (topics === undefined) {
    faults.push(
      new LabError('spec.unknown-name', { kind: 'set of topics', name: values.topics!, known: AVERAGING_SETS }),
    );
  }
  const peer = checkPeer(values, asTrecEval, faults);
  const version: TrecEvalVersion = values.as === 'trec_eval-9' ? values.as : 'trec_eval-10';
  const written = values.measures ?? [asTrecEval ? 'official' : DEFAULT_EVALUATION];
  const names = written.flatMap(splitMeasures);
  if (names.length === 0) faults.push(noMeasures(written));
  const requested = expandMeasures(names, defs, version);
  const { minGrade, depth, judgedOnly, ties, bounds } = values;
  const level = minGrade === undefined ? {} : { minGrade };
  const resolve = (names: readonly string[]): readonly ResolvedMeasure[] => resolveMeasures(names, defs, faults, level);
  const asked = resolve(requested.names);
  // Bounds are wide where little is judged: the two are read together.
  const measures = bounds && faults.length === 0 ? resolve([...requested.names, ...judgedRates(asked)]) : asked;
  const runs = nameFiles(values.run ?? [], faults);
  const read = [values.qrels, values.corpusIds, ...runs.map(({ file }) => file)];
  if (read.filter((file) => file === '-').length > 1) {
    faults.push(new LabError('option.conflict', { problem: 'standard input (-) can be read only once' }));
  }
  return {
    qrelsFile: values.qrels ?? '',
    runs,
    measures,
    requested,
    peer,
    version,
    former:
      asTrecEval && version === 'trec_eval-9' && faults.length === 0
        ? resolveMeasures(requested.names, defs, faults, { version, ...level })
        : undefined,
    options: {
      topics: topics ?? 'qrels',
      ...level,
      ...(depth === undefined ? {} : { depth }),
      ...(judgedOnly === undefined ? {} : { judgedOnly }),
      ...(ties === undefined ? {} : { ties }),
      ...(bounds === undefined ? {} : { bounds }),
      ...(requested.relstring === undefined ? {} : { relstring: requested.relstring }),
    },
  };
}

function checkPeer(values: EvaluateValues, asTrecEval: boolean, faults: LabError[]): PeerDef | undefined {
  const { as: name, depth, judgedOnly } = values;
  if (name === undefined) return undefined;
  const peer = peers.find((known) => known.name === name);
  if (peer === undefined) {
    const known = peers.map((one) => one.name);
    faults.push(new LabError('spec.unknown-name', { kind: 'tool', name, known }));
    return undefined;
  }
  const conflict = (problem: string): void => {
    faults.push(new LabError('option.conflict', { problem: `--as ${name}: ${problem}` }));
  };
  if (asTrecEval && name !== 'trec_eval-9') conflict("--format trec_eval prints trec_eval's lines; use another format");
  if (!peer.narrows && depth !== undefined) conflict('it measures whole runs, without --depth');
  if (!peer.narrows && judgedOnly) conflict('it measures whole runs, without --judged-only');
  return peer;
}

function judgedRates(measures: readonly ResolvedMeasure[]): string[] {
  const cutoffs = measures.flatMap(({ def, params }) => (def.fractional ? [] : (params.cutoff ?? [])));
  return [...new Set(cutoffs)].map((cutoff) => `Judged@${cutoff}`);
}

/** As any list, but the pairs of `ndcg.1=1,2=3` stay with the measure that they belong to. */
function splitMeasures(text: string): string[] {
  const pieces: string[] = [];
  for (const piece of splitList(text)) {
    if (/^\d+=[\d.]+$/.test(piece) && pieces.length > 0) pieces.push(`${pieces.pop()},${piece}`);
    else pieces.push(piece);
  }
  return pieces;
}

async function evaluateAll(
  terminal: Terminal,
  request: Request,
  values: EvaluateValues,
  progress: Progress,
): Promise<{ readonly judgedTopics: number; readonly evaluated: readonly Evaluated[] }> {
  const { qrelsFile } = request;
  const source = (file: string) =>
    [fileSource(terminal.cwd, file), readingOptions(file, progress, terminal.interrupt)] as const;
  const warn = (messages: readonly string[]): void => {
    for (const message of messages) progress.report({ kind: 'warning', message });
  };
  const qrels = await readQrels(...source(qrelsFile));
  if (values.corpusIds !== undefined) {
    warn(absentRelevant(qrels, await readIds(...source(values.corpusIds)), qrelsFile, values.corpusIds));
  }
  const evaluated: Evaluated[] = [];
  for (const { label, file } of request.runs) {
    const [bytes, reading] = source(file);
    const run = await readRun(bytes, qrels, reading);
    const evaluation = createEvaluation(qrels, request.measures, request.options);
    const former = request.former && createEvaluation(qrels, request.former, request.options);
    const { peer } = request;
    const comparison = peer && createPeerComparison(peer, { qrels, run }, request.measures, request.options);
    const lint = createGoldLint(qrels);
    const stage = `evaluating ${file}, topics`;
    progress.report({ kind: 'stage-began', stage, total: run.topicIds.length });
    let done = 0;
    for (const topic of run) {
      evaluation.add(topic);
      former?.add(topic);
      comparison?.add(topic);
      lint.add(topic);
      if (++done % TOPICS_AT_ONCE > 0) continue;
      progress.report({ kind: 'stage-advanced', stage, done, total: run.topicIds.length });
      await stopIfInterrupted(terminal);
    }
    progress.report({ kind: 'stage-ended', stage });
    const result = evaluation.finish();
    if (result.missing.length === qrels.size) throw nothingEvaluated(file, qrelsFile, qrels, run.topicIds);
    warn(lint.warnings(file, qrelsFile));
    const described = describeEvaluation(label, run.tag ?? null, result, values.perTopic === true);
    const note = peer?.note?.({ qrels, run });
    evaluated.push({
      run: comparison ? { ...described, peer: comparison.finish().map(describePeerValue) } : described,
      result,
      lines: former?.finish() ?? result,
      notes: note === undefined ? [] : [request.runs.length > 1 ? `${label}: ${note}` : note],
    });
  }
  return { judgedTopics: qrels.size, evaluated };
}

function describePeerValue({ measure, name, ours, theirs, why }: PeerResult): PeerValue {
  return { measure: measure.name, name: name ?? null, ours, theirs: theirs ?? null, why };
}

function describeAll(
  { measures, options, peer, runs }: Request,
  values: EvaluateValues,
  judgedTopics: number,
  evaluated: readonly Evaluated[],
): Evaluation {
  const notes = evaluated.flatMap((one) => one.notes);
  runs.forEach(({ label }, i) => {
    for (const { measure, ties } of evaluated[i]!.result.measures) {
      if (ties === undefined || ties.drawn === 0) continue;
      notes.push(
        `${label}, ${measure.name}: orders of ties were drawn at random in ${ties.drawn} topics: too many to try`,
      );
    }
  });
  return {
    schema: EVALUATION_SCHEMA,
    tool: { version: packageVersion() },
    settings: {
      topics: options.topics ?? 'qrels',
      minGrade: values.minGrade ?? 1,
      depth: options.depth ?? null,
      judgedOnly: options.judgedOnly ?? false,
      as: values.as ?? null,
    },
    ...(peer ? { peer: { name: peer.name, version: peer.version } } : {}),
    judgedTopics,
    measures: measures.map(({ name }) => name),
    runs: evaluated.map(({ run }) => run),
    notes,
  };
}

/** With several runs each begins with its tag, so that they can be told apart. */
function linesOf({ run, lines }: Evaluated, { requested, version, runs }: Request, values: EvaluateValues): string {
  return trecEvalLines(lines, {
    perTopic: values.perTopic === true,
    ...(requested.runid || runs.length > 1 ? { runid: run.tag ?? run.label } : {}),
    minGrade: values.minGrade ?? 1,
    version,
  });
}
