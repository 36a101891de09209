// The work of `rag-lab questions anchor`: evidence found again in documents that changed, and what the change cost.
import { resolve } from 'node:path';
import type { LabError } from '../core/errors.ts';
import type { Document } from '../core/model.ts';
import { createRng } from '../core/rng.ts';
import { locateQuestions } from '../datasets/questions/anchor-quotes.ts';
import { LEAST_SIMILAR } from '../datasets/questions/closest-passages.ts';
import { type QuestionRecord, questionLine } from '../datasets/questions/question-record.ts';
import { type Drift, type Reanchored, type Reanchoring, reanchor } from '../datasets/questions/reanchor.ts';
import { planChunker, planExperiment } from '../experiment/plan.ts';
import { runExperiment } from '../experiment/run.ts';
import { stableJson } from '../report/formats/json.ts';
import { drawView } from '../report/formats/terminal.ts';
import { grouped, percent, signedPoints } from '../report/numbers.ts';
import { type Column, cell, figure, label, NONE, notes, type Section, type View } from '../report/view.ts';
import { inputPaths } from './compare-inputs.ts';
import { neutralise } from './neutralise.ts';
import { baseOf } from './origins.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import {
  documentsReader,
  type QuestionsRequest,
  questionsName,
  questionsOf,
  requestOf,
  requireOptions,
  throwAny,
} from './perform-questions.ts';
import { createProgress } from './progress.ts';
import type { QuestionsValues } from './questions-options.ts';
import { DEFAULT_CHUNKER } from './run-options.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { terminalStyle } from './style.ts';
import type { Terminal } from './terminal.ts';

const QUESTIONS_ANCHOR_SCHEMA = 'rag-lab/questions-anchor@1';
const MOST_ROWS = 40;

/** What bm25 found of the answers in its first three chunks, then and now; a lost answer is not found. */
interface Recall {
  readonly before: number;
  readonly after: number;
}

interface Anchored {
  readonly file: string;
  readonly corpus: string;
  readonly before: string | undefined;
  readonly result: Reanchoring;
  readonly recall: Recall | undefined;
}

/** What is gone is told, and is no fault of the command: whether a set is sound, `questions check` says. */
export async function performQuestionsAnchor(
  terminal: Terminal,
  flags: QuestionsValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<void> {
  const request = await requestOf(terminal, flags, configPath);
  const { values, origins } = request;
  requireOptions(request, 'questions anchor', ['corpus', 'questions'], faults);
  planChunker(request.catalog.chunkers, values.chunker ?? DEFAULT_CHUNKER, faults);
  const read = documentsReader(request, faults);
  throwAny(faults);
  const path = values.out === undefined ? undefined : resolve(terminal.cwd, values.out);
  const progress = createProgress(terminal, { quiet: values.quiet === true, plain: values.plain === true });
  const outputs = await prepareOutputs(
    [],
    path === undefined ? [] : [path],
    inputPaths(baseOf(origins, 'questions'), [values.questions]),
  );
  return orAbandon(outputs, progress, async () => {
    const records = await questionsOf(request, terminal, progress);
    const { name, documents } = await read(terminal, progress);
    const before = values.before === undefined ? undefined : (await read(terminal, progress, values.before)).documents;
    await stopIfInterrupted(terminal);
    const result = reanchor(records, documents, before);
    await stopIfInterrupted(terminal);
    const measure = (questions: readonly QuestionRecord[], over: readonly Document[]): Promise<number> =>
      recallOf(terminal, request, questions, over, result.answerable);
    const recall = before && {
      before: await measure(records, before),
      after: await measure(result.questions, documents),
    };
    const anchored: Anchored = { file: questionsName(request), corpus: name, before: values.before, result, recall };
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const text = values.json ? stableJson(asJson(anchored)) : drawView(view(anchored), style);
    await progress.end();
    await outputs.commit(path === undefined ? [] : [{ path, text: result.questions.map(questionLine).join('') }], () =>
      writeResult(terminal, text),
    );
    if (path !== undefined && values.quiet !== true) {
      await terminal.err.write(`rag-lab: wrote ${neutralise(values.out!)}\n`).catch(() => {});
    }
  });
}

const SYSTEM = 'bm25';
const MEASURE = 'R@3';

/** The mean over all questions that had an answer: one whose evidence is not there counts as 0. */
async function recallOf(
  terminal: Terminal,
  { values, catalog }: QuestionsRequest,
  questions: readonly QuestionRecord[],
  documents: readonly Document[],
  answerable: number,
): Promise<number> {
  const placed = questions.map((question, n) => ({ ...question, source: values.questions!, line: n + 1 }));
  const { topics, evidence } = locateQuestions(placed, documents);
  if (evidence.length === 0) return 0;
  const chunker = values.chunker ?? DEFAULT_CHUNKER;
  const plan = planExperiment(catalog, { systems: [SYSTEM], measures: [MEASURE], cutoff: 3, chunker });
  const quiet = { rng: createRng(0), progress: { report() {} }, signal: terminal.interrupt };
  const { report } = await runExperiment({
    plan,
    catalog,
    dataset: { name: '', seed: null, documents, topics, evidence, synonyms: { groups: [] } },
    context: quiet,
    version: packageVersion(),
    files: false,
  });
  const row = report.scores.find(({ wording, split }) => wording === 'all' && split === 'all');
  return ((row?.measures[MEASURE]?.value ?? 0) * (row?.n ?? 0)) / answerable;
}

const MEANINGS: Readonly<Record<Drift, string>> = {
  kept: 'where it was said to be',
  moved: 'the same words in another document, or at other offsets',
  edited: `another wording, at least ${LEAST_SIMILAR * 100}% alike: read it before you trust it`,
  split: 'its sentences stand apart now; each became a need of its own',
  gone: `nothing is ${LEAST_SIMILAR * 100}% alike; the evidence is left as it was`,
};
const DRIFTS = Object.keys(MEANINGS) as Drift[];

function tally({ passages }: Reanchoring): Readonly<Record<Drift, number>> {
  const counts: Record<Drift, number> = { kept: 0, moved: 0, edited: 0, split: 0, gone: 0 };
  for (const { drift } of passages) counts[drift]++;
  return counts;
}

/** Recall points that a perfect searcher loses: its questions whose gold is nowhere. */
function pointsLost({ lost, answerable }: Reanchoring): number {
  return answerable === 0 ? 0 : (100 * lost.length) / answerable;
}

function view(anchored: Anchored): View {
  const { file, corpus, result, recall } = anchored;
  const counts = tally(result);
  const changed = result.passages.filter(({ drift }) => drift !== 'kept');
  const overview: Section = {
    heading: `${file} over ${corpus}`,
    parts: [
      {
        kind: 'table',
        columns: [label('evidence'), figure('passages'), { head: 'which means', align: 'left', kind: 'text' }],
        rows: DRIFTS.map((drift) => [
          cell(drift, ...(drift === 'gone' && counts.gone > 0 ? (['bad'] as const) : [])),
          cell(grouped(counts[drift])),
          cell(MEANINGS[drift]),
        ]),
      },
      notes([
        `${grouped(result.lost.length)} of ${grouped(result.answerable)} questions lost their answer: ${pointsLost(result).toFixed(1)} points of recall, whatever the system`,
        ...(recall
          ? [
              `${SYSTEM} ${MEASURE}: ${percent(recall.before)} before, ${percent(recall.after)} now, lost answers counted as not found (${signedPoints(recall.after - recall.before)} points)`,
            ]
          : []),
        ...(result.lost.length > 0 ? [`lost: ${result.lost.slice(0, MOST_ROWS).join(', ')}`] : []),
        ...(result.passages.some(({ quote, drift }) => quote === '' && drift === 'gone')
          ? ['offsets without a quote can be found again only with --before, the documents as they were']
          : []),
      ]),
    ],
  };
  const { gone, ...others } = counts;
  const again = others.moved + others.edited + others.split;
  return {
    sections: [overview, ...(changed.length > 0 ? [changedSection(changed)] : [])],
    result: `ANCHOR kept=${counts.kept} again=${again} gone=${gone} lost=${result.lost.length}/${result.answerable}`,
  };
}

const aside = (head: string): Column => ({ head, align: 'left', kind: 'aside' });

function changedSection(changed: readonly Reanchored[]): Section {
  const order: readonly Drift[] = ['gone', 'edited', 'split', 'moved'];
  const sorted = order.flatMap((drift) => changed.filter((one) => one.drift === drift));
  const rest = sorted.length - MOST_ROWS;
  return {
    heading: 'What changed',
    parts: [
      {
        kind: 'table',
        columns: [label('where'), label('question'), label('evidence'), figure('alike'), aside('quote'), aside('now')],
        rows: sorted
          .slice(0, MOST_ROWS)
          .map(({ where, question, drift, quote, from, places }) => [
            cell(where),
            cell(question),
            cell(drift, ...(drift === 'gone' ? (['bad'] as const) : [])),
            cell(places[0] ? `${Math.floor(places[0].similarity * 100)}%` : NONE),
            cell(quote === '' ? `${from ?? NONE}, without a quote` : quote),
            cell(
              places.length === 0
                ? NONE
                : places
                    .map(({ document, span, text }) =>
                      text === '' ? document : `${document === from ? '' : `${document} `}at ${span.start}: ${text}`,
                    )
                    .join(' / '),
            ),
          ]),
      },
      ...(rest > 0 ? [notes([`and ${grouped(rest)} more; --json has all`])] : []),
    ],
  };
}

function asJson({ file, corpus, before, result, recall }: Anchored): unknown {
  return {
    schema: QUESTIONS_ANCHOR_SCHEMA,
    questions: file,
    corpus,
    before: before ?? null,
    passages: tally(result),
    answerable: result.answerable,
    lost: result.lost,
    pointsLost: pointsLost(result),
    recall: recall ? { system: SYSTEM, measure: MEASURE, ...recall } : null,
    changed: result.passages
      .filter(({ drift }) => drift !== 'kept')
      .map(({ question, where, need, passage, drift, quote, from, places }) => ({
        question,
        where,
        need,
        passage,
        drift,
        quote,
        from: from ?? null,
        places: places.map(({ document, span, text, similarity }) => ({ document, ...span, text, similarity })),
      })),
  };
}
