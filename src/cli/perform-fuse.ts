// The work of `rag-lab fuse`: runs in columns, topic by topic fused, printed and forgotten; weights fitted first with --tune.
import { resolve } from 'node:path';
import { LabError, LabErrors } from '../core/errors.ts';
import type { FusionTuning } from '../core/fusion-tuning.ts';
import type { Qrels, TopicId } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import { createRng } from '../core/rng.ts';
import { readIds } from '../datasets/read-ids.ts';
import { readQrels } from '../datasets/read-qrels.ts';
import { readRun } from '../datasets/read-run.ts';
import { fusedTopics, fusePool, poolOf, type Rankings } from '../eval/fusion/fuse.ts';
import { fusions } from '../eval/fusion/registry.ts';
import { type ResolvedFusion, resolveFusion } from '../eval/fusion/resolve-fusion.ts';
import { tuneWeights } from '../eval/fusion/tune.ts';
import { type ResolvedMeasure, resolveMeasures } from '../eval/measure-name.ts';
import { measures } from '../eval/measures/registry.ts';
import { formatRanking } from '../eval/trec.ts';
import { drawView } from '../report/formats/terminal.ts';
import { fusionTuningView } from '../report/fusion-tuning-sections.ts';
import { fileSource, inputPaths, nameFiles } from './compare-inputs.ts';
import { DEFAULT_FUSION, DEFAULT_TUNING_MEASURE, type FuseValues } from './fuse-options.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { createProgress, type ProgressLine } from './progress.ts';
import { readingOptions } from './reading-progress.ts';
import { flagOf } from './run-options.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Between so many topics the host gets to see signals and to draw progress. */
const TOPICS_AT_ONCE = 100;
/** Characters that are handed over at once: a system call costs nothing then, and little is held. */
const PIECE = 1 << 18;

interface NamedRun {
  readonly label: string;
  readonly file: string;
  readonly rankings: Rankings;
}

/** What was asked for, checked. */
interface Request {
  readonly runs: readonly { readonly label: string; readonly file: string }[];
  readonly fusion: ResolvedFusion;
  readonly tune: { readonly qrels: string; readonly measure: ResolvedMeasure } | undefined;
}

/** @param faults found in the flags so far; all are reported together */
export async function performFuse(terminal: Terminal, values: FuseValues, faults: LabError[]): Promise<void> {
  const request = checkRequest(values, faults);
  const { out = '-', depth } = values;
  const file = out === '-' ? undefined : resolve(terminal.cwd, out);
  // A run may be replaced by what is fused from it; judgments are no run.
  const kept = inputPaths(terminal.cwd, [values.qrels, values.tuningTopics]);
  const outputs = await prepareOutputs([], file === undefined ? [] : [file], kept);
  const progress = createProgress(terminal, { quiet: values.quiet === true });
  await orAbandon(outputs, progress, async () => {
    const runs: NamedRun[] = [];
    for (const { label, file: from } of request.runs) {
      const source = fileSource(terminal.cwd, from);
      const run = await readRun(source, NO_JUDGMENTS, readingOptions(from, progress, terminal.interrupt));
      runs.push({ label, file: from, rankings: run.rankings });
    }
    const topics = fusedTopics(runs.map(({ rankings }) => rankings));
    if (topics.length === 0) {
      const what = runs.map((run) => run.file).join(', ');
      throw new LabError('data.invalid', { what, problem: 'nothing to fuse: no run holds a document' });
    }
    warnOfGaps(runs, topics.length, progress);
    const tuned = request.tune ? await tune(terminal, request, runs, values, progress) : undefined;
    const fusion = tuned?.fusion ?? request.fusion;
    const pieces = fusedPieces(terminal, runs, topics, fusion, depth, progress);
    const style = file === undefined ? FILE_STYLE : terminalStyle(terminal, { plain: false, wide: false });
    const report = tuned ? drawView(fusionTuningView(tuned.tuning), style) : '';
    if (file === undefined) {
      // All of it first: a fault in a late topic must not leave half a run behind.
      const texts: string[] = [];
      for await (const piece of pieces) texts.push(piece);
      await progress.end();
      for (const text of texts) await writeResult(terminal, text);
      if (report !== '') await terminal.err.write(report).catch(() => {});
    } else {
      await outputs.commit([{ path: file, text: pieces }], async () => {
        await stopIfInterrupted(terminal);
        await progress.end();
        await writeResult(terminal, report);
      });
      if (values.quiet !== true) await sayWritten(terminal, { targets: [{ format: FUSED_RUN, file }] });
    }
  });
}

const NO_JUDGMENTS: Qrels = new Map();
const FUSED_RUN = { name: 'run', summary: 'the fused run' };

function checkRequest(values: FuseValues, faults: LabError[]): Request {
  const conflict = (problem: string, remedy?: string): void => {
    faults.push(new LabError('option.conflict', { problem: `fuse: ${problem}` }, remedy));
  };
  const runs = nameFiles(values.run ?? [], faults);
  if (values.run === undefined) {
    conflict('--run FILE is missing: what is to be fused', 'rag-lab fuse --run A --run B --out FILE');
  }
  const given: Record<string, string> = {};
  for (const name of ['norm', 'weights'] as const) if (values[name] !== undefined) given[name] = values[name];
  const method = values.method ?? DEFAULT_FUSION;
  const fusion = runs.length > 0 ? resolveFusion(method, fusions, runs.length, given, faults) : undefined;

  let measure: ResolvedMeasure | undefined;
  if (values.tune === true) {
    const example = 'rag-lab fuse --tune --qrels FILE --seed 1 --run A --run B --out FILE';
    if (values.qrels === undefined) conflict('--tune needs judgments: --qrels FILE', example);
    if (runs.length === 1) conflict('--tune fits weights, and one run has nothing to be weighed against', example);
    if (fusion !== undefined && fusion.params.weights !== '') {
      conflict('--tune fits the weights, so they cannot be given, too', 'leave out the weights, or --tune');
    }
    if (values.tuningTopics === undefined && values.seed === undefined) {
      conflict(
        '--tune needs a split, so that what chose the weights does not grade them: --tuning-topics FILE, or --seed N for halves',
        example,
      );
    }
    if (values.tuningTopics !== undefined && values.seed !== undefined) {
      conflict('--tuning-topics and --seed both say which topics are for tuning; give one');
    }
    [measure] = resolveMeasures([values.measure ?? DEFAULT_TUNING_MEASURE], measures, faults);
    if (measure?.def.summaryOnly || measure?.def.aggregate === 'sum') {
      conflict(`--measure ${measure.name} counts, it does not say what is better`, 'rag-lab list measures');
    }
  } else {
    for (const name of ['qrels', 'measure', 'tuningTopics', 'seed'] as const) {
      if (values[name] !== undefined) conflict(`${flagOf({ name })} is for --tune, which is not given`);
    }
  }
  const read = [...runs.map(({ file }) => file), values.qrels, values.tuningTopics];
  if (read.filter((file) => file === '-').length > 1) conflict('standard input (-) can be read only once');
  if (faults.length > 0 || !fusion) throw new LabErrors(faults);
  return { runs, fusion, tune: measure && values.qrels !== undefined ? { qrels: values.qrels, measure } : undefined };
}

function warnOfGaps(runs: readonly NamedRun[], topics: number, progress: ProgressLine): void {
  for (const { file, rankings } of runs) {
    const lacks = topics - [...rankings.keys()].length;
    if (lacks === 0) continue;
    progress.report({
      kind: 'warning',
      message: `${file}: lacks ${lacks} of ${topics} topics of the runs; it has no say there`,
    });
  }
}

async function tune(
  terminal: Terminal,
  { fusion, tune: asked }: Request,
  runs: readonly NamedRun[],
  values: FuseValues,
  progress: ProgressLine,
): Promise<{ fusion: ResolvedFusion; tuning: FusionTuning }> {
  const { qrels: qrelsFile, measure } = asked!;
  const reading = (file: string) =>
    [fileSource(terminal.cwd, file), readingOptions(file, progress, terminal.interrupt)] as const;
  const qrels = await readQrels(...reading(qrelsFile));
  const tuning =
    values.tuningTopics === undefined ? halfOf(qrels, values.seed!) : await readIds(...reading(values.tuningTopics));
  const split = values.tuningTopics ?? `half of them, drawn with seed ${values.seed}`;
  const judged = [...tuning].filter((topicId) => qrels.has(topicId)).length;
  if (judged < tuning.size) {
    const message = `${split}: ${tuning.size - judged} of ${tuning.size} topics are not judged in ${qrelsFile}; they are left out`;
    progress.report({ kind: 'warning', message });
  }
  const isRelevant = (grade: number): boolean => grade > 0;
  const [what, problem] =
    judged === 0
      ? [split, `no topic is judged in ${qrelsFile}: there is nothing to tune on`]
      : judged === qrels.size
        ? [split, `all ${judged} judged topics are for tuning: none is held out`]
        : ![...tuning].some((topicId) => [...(qrels.get(topicId)?.values() ?? [])].some(isRelevant))
          ? [split, `nothing in ${qrelsFile} is relevant to any of these topics: there is nothing to tune on`]
          : [];
  if (what !== undefined && problem !== undefined) throw new LabError('data.invalid', { what, problem });
  const stage = 'fitting weights, topics';
  progress.report({ kind: 'stage-began', stage, total: qrels.size });
  const tuned = await tuneWeights({
    fusion,
    runs,
    qrels,
    measure,
    tuning,
    split,
    ...(values.depth === undefined ? {} : { depth: values.depth }),
    async progress(done, total) {
      progress.report({ kind: 'stage-advanced', stage, done, total });
      await stopIfInterrupted(terminal);
    },
  });
  progress.report({ kind: 'stage-ended', stage });
  return tuned;
}

/** The larger half where their number is odd. */
function halfOf(qrels: Qrels, seed: number): ReadonlySet<TopicId> {
  const shuffled = createRng(seed)
    .stream('fuse/tuning')
    .shuffle([...qrels.keys()].sort(compareText));
  return new Set(shuffled.slice(0, Math.ceil(shuffled.length / 2)));
}

async function* fusedPieces(
  terminal: Terminal,
  runs: readonly NamedRun[],
  topics: readonly TopicId[],
  fusion: ResolvedFusion,
  depth: number | undefined,
  progress: ProgressLine,
): AsyncGenerator<string> {
  const rankings = runs.map((run) => run.rankings);
  const stage = 'fusing, topics';
  progress.report({ kind: 'stage-began', stage, total: topics.length });
  let piece = '';
  for (const [done, topicId] of topics.entries()) {
    piece += formatRanking(topicId, fusePool(poolOf(topicId, rankings), fusion, depth), fusion.name);
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
    if (done % TOPICS_AT_ONCE > 0) continue;
    progress.report({ kind: 'stage-advanced', stage, done, total: topics.length });
    await stopIfInterrupted(terminal);
  }
  yield piece;
  progress.report({ kind: 'stage-ended', stage });
}
