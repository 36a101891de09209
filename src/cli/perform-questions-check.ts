// The work of `rag-lab questions check`: is the set fit to test with, and what would make it better?
import { buildCollection } from '../core/collection.ts';
import type { LabError } from '../core/errors.ts';
import { type Finding, type FindingKind, locateQuestions } from '../datasets/questions/anchor-quotes.ts';
import { checkQuestions, isCopy, meanCopied, type QuestionCheck } from '../datasets/questions/check-questions.ts';
import { projectEvidence } from '../eval/project.ts';
import { planChunker } from '../experiment/plan.ts';
import { stableJson } from '../report/formats/json.ts';
import { drawView } from '../report/formats/terminal.ts';
import { grouped, percent } from '../report/numbers.ts';
import { type Cell, type Column, cell, figure, label, NONE, notes, type Section, type View } from '../report/view.ts';
import { questionsNeeded } from '../stats/questions-needed.ts';
import { wilsonInterval } from '../stats/wilson.ts';
import {
  documentsReader,
  questionsName,
  questionsOf,
  requestOf,
  requireOptions,
  throwAny,
} from './perform-questions.ts';
import { EXIT } from './print-error.ts';
import { createProgress } from './progress.ts';
import type { QuestionsValues } from './questions-options.ts';
import { DEFAULT_CHUNKER } from './run-options.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { terminalStyle } from './style.ts';
import type { Terminal } from './terminal.ts';

const QUESTIONS_CHECK_SCHEMA = 'rag-lab/questions-check@1';
/** The gate's code for a regression: here, evidence that is not there. */
const FAULTY = 1;
/** Rows of a table for people; JSON holds all. */
const MOST_ROWS = 20;

interface Checked {
  readonly file: string;
  readonly corpus: string;
  readonly documents: number;
  readonly chunker: string;
  readonly findings: readonly Finding[];
  readonly check: QuestionCheck;
  /** Questions with a quote that the chunker cuts. */
  readonly cut: readonly string[];
}

/** @returns the exit code: 1 where something is wrong, 0 where all is well or only worth a look */
export async function performQuestionsCheck(
  terminal: Terminal,
  flags: QuestionsValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<number> {
  const request = await requestOf(terminal, flags, configPath);
  const { values, catalog } = request;
  requireOptions(request, 'questions check', ['corpus', 'questions'], faults);
  const chunker = planChunker(catalog.chunkers, values.chunker ?? DEFAULT_CHUNKER, faults);
  const read = documentsReader(request, faults);
  throwAny(faults);
  const progress = createProgress(terminal, { quiet: values.quiet === true, plain: values.plain === true });
  try {
    const records = await questionsOf(request, terminal, progress);
    const { name, documents } = await read(terminal, progress);
    await stopIfInterrupted(terminal);
    const located = locateQuestions(records, documents);
    await stopIfInterrupted(terminal);
    const collection = buildCollection(name, documents, chunker!.def, chunker!.params);
    const checked: Checked = {
      file: questionsName(request),
      corpus: name,
      documents: documents.length,
      chunker: chunker!.full,
      findings: located.findings,
      check: checkQuestions(records, located, documents),
      cut: projectEvidence(collection, located).splitTopics,
    };
    const summary = summarise(checked);
    await progress.end();
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    await writeResult(
      terminal,
      values.json ? stableJson(asJson(checked, summary)) : drawView(view(checked, summary), style),
    );
    return summary.faults > 0 ? FAULTY : EXIT.done;
  } finally {
    await progress.end();
  }
}

interface Summary {
  readonly faults: number;
  readonly warnings: number;
}

function summarise({ findings, check, cut }: Checked): Summary {
  const of = (kind: FindingKind) => findings.filter((finding) => finding.kind === kind).length;
  const leaked = check.leaks.filter(({ kind }) => kind === 'fact').length;
  return {
    faults: findings.filter(({ isFault }) => isFault).length + leaked,
    warnings:
      of('ambiguous') +
      of('loosely-matched') +
      cut.length +
      check.doublePairs +
      check.lone.length +
      (check.leaks.length - leaked) +
      (check.isFlattering ? 1 : 0),
  };
}

const plural = (n: number, noun: string): string => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
const text = (head: string): Column => ({ head, align: 'left', kind: 'text' });
const aside = (head: string): Column => ({ head, align: 'left', kind: 'aside' });

function view(checked: Checked, summary: Summary): View {
  const { findings, check, cut } = checked;
  const faults = findings.filter(({ isFault }) => isFault);
  const of = (kind: FindingKind) => findings.filter((finding) => finding.kind === kind);
  return {
    sections: [
      overview(checked),
      ...(faults.length > 0 ? [faultSection(faults)] : []),
      ...placesSection('Quotes in several places: each counts as the answer', of('ambiguous')),
      ...placesSection('Quotes found by ignoring marks, typographic quotes, dashes and case', of('loosely-matched')),
      ...(cut.length > 0 ? [cutSection(checked)] : []),
      ...(check.doubles.length > 0 ? [doubleSection(check)] : []),
      ...(check.copied.length > 0 ? [copySection(check)] : []),
      ...(check.leaks.length > 0 ? [leakSection(check)] : []),
      ...(check.lone.length > 0 ? [loneSection(check)] : []),
      balanceSection(check),
      precisionSection(check),
    ],
    result: `QUESTIONS total=${check.questions} unanswerable=${check.unanswerable} open=${check.open} faults=${summary.faults} warnings=${summary.warnings}`,
  };
}

function overview({ file, corpus, documents, findings, check }: Checked): Section {
  const withProblem = new Set(
    findings.filter(({ kind }) => kind !== 'unanswerable' && kind !== 'open-slot').map(({ question }) => question),
  );
  const answerable = check.questions - check.unanswerable;
  const rows: [string, string][] = [
    ['corpus', `${corpus}: ${plural(documents, 'document')}`],
    ['questions', `${file}: ${grouped(check.questions)} about ${plural(check.facts, 'fact')}`],
    [
      'evidence',
      `${grouped(answerable - withProblem.size)} of ${grouped(answerable)} with every quote found once, to the letter`,
    ],
  ];
  if (check.unanswerable > 0) {
    rows.push([
      'unanswerable',
      `${grouped(check.unanswerable)} without evidence; they are counted apart from the others`,
    ]);
  }
  if (check.open > 0) rows.push(['open slots', `${grouped(check.open)} without a text yet; they are not asked`]);
  if (check.drafts > 0) rows.push(['drafts', `${grouped(check.drafts)} made by \`questions new\` that still say so`]);
  return {
    heading: 'Question set',
    parts: [{ kind: 'table', columns: [label(''), text('')], rows: rows.map((row) => row.map((one) => cell(one))) }],
  };
}

function capped<T>(items: readonly T[], toRow: (item: T) => Cell[]): { rows: Cell[][]; more: string[] } {
  const rest = items.length - MOST_ROWS;
  return {
    rows: items.slice(0, MOST_ROWS).map(toRow),
    more: rest > 0 ? [`and ${grouped(rest)} more; --json has all`] : [],
  };
}

function section(heading: string, columns: readonly Column[], rows: Cell[][], lines: readonly string[]): Section {
  return {
    heading,
    parts: [{ kind: 'table', columns, rows }, ...(lines.length > 0 ? [notes(lines)] : [])],
  };
}

const PROBLEMS: Readonly<Partial<Record<FindingKind, string>>> = {
  'not-found': 'not found',
  'unknown-document': 'no such document',
  outside: 'outside the document',
  'too-common': 'in too many places',
};

function faultSection(faults: readonly Finding[]): Section {
  const { rows, more } = capped(faults, ({ where, question, kind, quote, places, problem }) => [
    cell(where),
    cell(question),
    cell(PROBLEMS[kind]!, 'bad'),
    cell(quote ?? problem.replace(/^question "(?:[^"\\]|\\.)*": /, '')),
    cell(
      places[0]
        ? `${Math.floor(places[0].similarity * 100)}% ${places[0].document} at ${places[0].span.start}: ${places[0].text}`
        : NONE,
    ),
  ]);
  return section(
    `Evidence that is not there: ${plural(faults.length, 'passage')}`,
    [label('where'), label('question'), text('problem'), aside('quote'), aside('closest')],
    rows,
    [...more, 'try: rag-lab questions anchor, which finds evidence again after the documents changed'],
  );
}

function placesSection(heading: string, found: readonly Finding[]): Section[] {
  if (found.length === 0) return [];
  const { rows, more } = capped(found, ({ where, question, quote, places }) => [
    cell(where),
    cell(question),
    cell(grouped(places.length)),
    cell(quote ?? NONE),
    cell(
      places
        .slice(0, 3)
        .map(({ document, span }) => `${document} at ${span.start}`)
        .join(', ') + (places.length > 3 ? ', ...' : ''),
    ),
  ]);
  return [
    section(heading, [label('where'), label('question'), figure('places'), aside('quote'), aside('at')], rows, more),
  ];
}

function named(ids: readonly string[]): string {
  const more = ids.length - MOST_ROWS;
  return ids.slice(0, MOST_ROWS).join(', ') + (more > 0 ? ` and ${grouped(more)} more` : '');
}

function cutSection({ chunker, cut }: Checked): Section {
  return {
    heading: `Quotes that ${chunker} cuts: ${plural(cut.length, 'question')}`,
    parts: [notes([named(cut), 'no single chunk holds the answer: it is found only with all of its pieces'])],
  };
}

function doubleSection({ doubles, doublePairs }: QuestionCheck): Section {
  const { rows } = capped(doubles, ({ questions, similarity, isSameEvidence }) => [
    cell(questions[0]),
    cell(questions[1]),
    cell(similarity === 1 ? 'all' : `${Math.round(similarity * 100)}%`),
    cell(isSameEvidence ? 'same' : 'other', ...(isSameEvidence ? [] : (['bad'] as const))),
  ]);
  const all = doublePairs === doubles.length ? 'all' : `the first ${grouped(doubles.length)}`;
  const rest = doublePairs - rows.length;
  const more = rest > 0 ? [`and ${grouped(rest)} more; --json has ${all}`] : [];
  return section(
    `Questions that ask the same: ${plural(doublePairs, 'pair')}`,
    [label('question'), label('and'), figure('words in common'), { ...figure('evidence'), align: 'left' }],
    rows,
    [...more, 'a double counts one fact twice; with other evidence, one of the two is wrong or says too little'],
  );
}

const worded = (wording: string): string => (wording === '' ? 'not said' : wording);

function copySection({ copied, isFlattering }: QuestionCheck): Section {
  const wordings = [...new Set(copied.map(({ wording }) => wording))];
  const rows = wordings.map((wording) => {
    const own = copied.filter((one) => one.wording === wording);
    return [
      cell(worded(wording)),
      cell(grouped(own.length)),
      cell(percent(meanCopied(own)!)),
      cell(grouped(own.filter(isCopy).length)),
    ];
  });
  // What is said to be in the same words may be.
  const worst = copied.filter((one) => isCopy(one) && (one.wording !== 'same' || wordings.length === 1)).slice(0, 5);
  return section(
    'Words of the question that stand in its answer',
    [label('wording'), figure('questions'), figure('mean'), figure('80% or more')],
    rows,
    [
      ...(isFlattering
        ? [
            'WARNING: these questions copy the words of their answers, which flatters keyword search; ask in other words, too',
          ]
        : []),
      ...(worst.length > 0
        ? [`the most: ${worst.map(({ question, share }) => `${question} ${Math.round(share * 100)}%`).join(', ')}`]
        : []),
      'content words, without plural endings',
    ],
  );
}

function leakSection({ leaks }: QuestionCheck): Section {
  const { rows, more } = capped(leaks, ({ kind, what, tuning, heldOut }) => [
    cell(kind === 'fact' ? `fact ${what}` : `a passage of ${what}`, ...(kind === 'fact' ? (['bad'] as const) : [])),
    cell(tuning.join(', ')),
    cell(heldOut.join(', ')),
  ]);
  return section('In tuning and held-out alike', [text('what'), text('tuning'), text('held-out')], rows, [
    ...more,
    'what was tuned on is no test any more: put all questions about a fact in one split',
  ]);
}

function loneSection({ lone }: QuestionCheck): Section {
  const { rows, more } = capped(lone, ({ fact, missing, questions }) => [
    cell(fact),
    cell(missing),
    cell(questions.join(', ')),
  ]);
  return section(
    `Facts asked in one wording only: ${grouped(lone.length)}`,
    [label('fact'), text('missing'), text('questions')],
    rows,
    [...more, 'the paired table counts facts that are asked in both'],
  );
}

function balanceSection({ splits, wordings, slices, questions }: QuestionCheck): Section {
  const names = [...splits.keys()];
  const counts = (by: ReadonlyMap<string, number>) => names.map((name) => cell(grouped(by.get(name) ?? 0)));
  const rows = [
    [cell('all'), cell(grouped(questions)), ...counts(splits)],
    ...[...slices].map(([name, by]) => [
      cell(name),
      cell(grouped([...by.values()].reduce((sum, n) => sum + n, 0))),
      ...counts(by),
    ]),
  ];
  const asked = [...wordings].map(([wording, n]) => `${grouped(n)} ${worded(wording)}`);
  const known = names.filter((name) => name !== '').map((name) => splits.get(name)!);
  const isUneven = known.length > 1 && Math.max(...known) > 2 * Math.min(...known);
  return section(
    'Splits and slices',
    [label('slice'), figure('questions'), ...names.map((name) => figure(name === '' ? 'no split' : name))],
    rows,
    [
      `wordings: ${asked.join(', ') || NONE}`,
      ...(isUneven ? ['the splits differ in size by more than two to one'] : []),
    ],
  );
}

/** The normal distribution's 97.5 % point. */
const Z95 = 1.959963984540054;

/** Questions at which a share near one half is known to within `half`, at 95 %: z² / (4 h²). */
function neededFor(half: number): number {
  return Math.ceil(Z95 ** 2 / (4 * half ** 2));
}

interface Precision {
  /** Half of Wilson's 95 % interval around one half, where it is widest; null without questions. */
  readonly halfWidth: number | null;
  readonly needed: readonly { readonly points: number; readonly questions: number }[];
  /** To tell two systems apart that differ by ten points, where they differ on one question in five. */
  readonly comparison: number | null;
}

/** Of Wilson's 95 % interval around one half, where it is widest. */
function halfWidthAt(n: number): number {
  const { low, high } = wilsonInterval(n / 2, n);
  return (high - low) / 2;
}

function precisionOf({ questions, unanswerable }: QuestionCheck): Precision & { n: number } {
  const n = questions - unanswerable;
  const differences = [...Array<number>(15).fill(1), ...Array<number>(5).fill(-1), ...Array<number>(80).fill(0)];
  return {
    n,
    halfWidth: n > 0 ? halfWidthAt(n) : null,
    needed: [10, 5, 3].map((points) => ({ points, questions: neededFor(points / 100) })),
    comparison: questionsNeeded({ differences, hits: true, alpha: 0.05 }),
  };
}

function precisionSection(check: QuestionCheck): Section {
  const { n, halfWidth, needed, comparison } = precisionOf(check);
  const points = halfWidth === null ? '' : `±${Math.round(halfWidth * 100)} points`;
  const byWording = [...check.wordings]
    .filter(([wording, asked]) => wording !== '' && asked < n)
    .map(([wording, asked]) => `${grouped(asked)} ${wording}: ±${Math.round(halfWidthAt(asked) * 100)} points`);
  return {
    heading: 'How much these questions can tell',
    parts: [
      notes([
        halfWidth === null
          ? 'no question has evidence: nothing can be measured'
          : `${plural(n, 'question')} with evidence: recall is known to ${points} (95%, at 50%)`,
        ...(byWording.length > 0 ? [byWording.join(', ')] : []),
        `${needed.map(({ points: to, questions }) => `±${to} points need ${grouped(questions)}`).join(', ')}`,
        `two systems 10 points apart that disagree on every fifth question: ${grouped(comparison!)} tell them apart (80% power)`,
        ...(check.questions > check.facts
          ? ['questions about one fact are not independent: count facts to be careful']
          : []),
      ]),
    ],
  };
}

function asJson(checked: Checked, summary: Summary): unknown {
  const { file, corpus, documents, chunker, findings, check, cut } = checked;
  const counts = (by: ReadonlyMap<string, number>) => [...by].map(([name, questions]) => ({ name, questions }));
  const { n: _, ...precision } = precisionOf(check);
  return {
    schema: QUESTIONS_CHECK_SCHEMA,
    questions: file,
    corpus: { name: corpus, documents },
    ...summary,
    counts: {
      asked: check.questions,
      open: check.open,
      drafts: check.drafts,
      unanswerable: check.unanswerable,
      facts: check.facts,
      wordings: counts(check.wordings),
      splits: counts(check.splits),
      slices: [...check.slices].map(([name, by]) => ({ name, splits: counts(by) })),
    },
    findings: findings.map(({ kind, isFault, question, where, need, passage, quote, places, problem }) => ({
      kind,
      isFault,
      question,
      where,
      need,
      passage,
      quote: quote ?? null,
      problem,
      places: places.map(({ document, span, text: found, similarity }) => ({
        document,
        start: span.start,
        end: span.end,
        text: found,
        similarity,
      })),
    })),
    cut: { chunker, questions: cut },
    doubles: check.doubles,
    doublePairs: check.doublePairs,
    copied: { flatters: check.isFlattering, mean: meanCopied(check.copied) ?? null, questions: check.copied },
    leaks: check.leaks,
    lone: check.lone,
    precision,
  };
}
