// A report as sections for people: parts in a fixed order, each of tables and notes. Formats only lay them out. What a question
// set or a run has nothing to say about (splits, pairs, slices, a filter) has no part.
import { compareText } from '../core/order.ts';
import type { Diagnosis, MeasureValue, Miss, QuestionResult, Report, ScoreRow, SliceRow } from '../core/results.ts';
import { shortenEnd } from './display-width.ts';
import { fourPlaces, grouped, percent, pointsOfOne, probability, score, signedPoints } from './numbers.ts';
import { placeOf, printPlace } from './places.ts';
import { plainText } from './plain-text.ts';
import {
  type Cell,
  type Column,
  cell,
  figure,
  idLabel,
  label,
  NONE,
  type Notes,
  notes,
  type Section,
  type Table,
  type View,
} from './view.ts';

/** Longer questions are cut in tables; report.json and misses.csv hold them whole. */
const QUESTION_WIDTH = 200;
const TERM_WIDTH = 40;
const TERMS_SHOWN = 4;

export const MEANINGS: Readonly<Record<Diagnosis, string>> = {
  split: 'the quote is cut by a chunk boundary',
  filtered: 'a filter leaves the answer out',
  truncated: 'the encoder did not read as far as the answer',
  vocabulary: 'no content word of the question occurs in the corpus',
  'no-signal': 'nothing of the question matches the answer chunk',
  tied: 'inside a block of equal scores that reaches into the top',
  'duplicate-crowded': 'near-copies fill the top',
  'near-miss': 'within twice the cutoff',
  outranked: 'other chunks score higher',
};

export function reportView(report: Report): View & { readonly result: string } {
  return {
    sections: [
      corpus(report),
      recall(report),
      splits(report),
      paired(report),
      slices(report),
      cost(report),
      shortfalls(report),
      unanswerable(report),
      misses(report),
    ].filter((section) => section !== undefined),
    result: plainText(report.result),
  };
}

/** Stands in every cell of a system that failed. */
export const FAILED = 'failed';
const PROBLEM_WIDTH = 200;

/** What is wrong with the systems that failed, by label. */
function failures({ failed = [] }: Report): ReadonlyMap<string, string> {
  return new Map(failed.map(({ system, problem }) => [system, problem]));
}

/** A row of a system that failed: its name, words in their own columns, and `failed` for every figure. */
function failedRow(names: readonly string[], figures: number): Cell[] {
  return [...names.map((name) => cell(name)), ...Array.from({ length: figures }, () => cell(FAILED, 'bad'))];
}

const plural = (n: number, noun: string): string => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;

function corpus(report: Report): Section {
  const { seed } = report;
  const { name, documents, pages, words, chunks, tokens, textTokens, chunker, oversized } = report.corpus;
  const { facts, total, unanswerable: apart = 0, wordings, splits: factSplits, splitEvidence } = report.questions;
  const asked = counts(wordings, 'wording');
  // Questions that are each their own fact are just questions.
  const isFactual = facts !== total;
  const rows: [string, string][] = [
    [
      'corpus',
      `${name}${seed === null ? '' : `, seed ${seed}`}: ${[plural(documents, 'document'), ...(pages === documents ? [] : [plural(pages, 'page')]), plural(words, 'word')].join(', ')}`,
    ],
    [
      'chunks',
      `${grouped(chunks)} by ${chunker}${chunks > 0 ? `, ${grouped(tokens / chunks)} tokens on average` : ''}`,
    ],
    [
      'tokens',
      isRepeated(report)
        ? `about ${grouped(tokens)} in all chunks, overlap and prefixes counted; ${grouped(textTokens)} in the text; estimated as characters / 4`
        : `about ${grouped(tokens)}, estimated as characters / 4${words > 0 ? `; ${(tokens / words).toFixed(2)} tokens a word` : ''}`,
    ],
    ...copies(report),
    ...filtered(report),
    [
      'questions',
      `${grouped(total)}${isFactual ? ` about ${plural(facts, 'fact')}` : ''}${asked.length > 0 ? `: ${asked.join(', ')}` : ''}${apart > 0 ? `; ${grouped(apart)} more without an answer stand apart` : ''}`,
    ],
  ];
  const parts = counts(factSplits, 'split', isFactual ? 'fact' : 'question');
  if (parts.length > 0) rows.push(['splits', parts.join(', ')]);
  const warnings: string[] = [];
  if (oversized > 0) {
    const one = oversized === 1;
    warnings.push(
      `${plural(oversized, 'sentence')} longer than the chunker's limit ${one ? 'was' : 'were'} kept whole.`,
    );
  }
  if (splitEvidence.length > 0) {
    const shown = splitEvidence.slice(0, 5).join(', ');
    const more = splitEvidence.length > 5 ? `, and ${splitEvidence.length - 5} more` : '';
    warnings.push(`Evidence cut by a chunk boundary: ${shown}${more}.`);
  }
  const columns: Column[] = [label(''), { head: '', align: 'left', kind: 'text' }];
  return {
    heading: 'Corpus and questions',
    parts: [
      { kind: 'table', columns, rows: rows.map((row) => row.map((text) => cell(text))) },
      ...(warnings.length > 0 ? [notes(warnings)] : []),
    ],
  };
}

function copies({ corpus: { duplicates, dedupe } }: Report): [string, string][] {
  const { exact, near } = duplicates ?? { exact: 0, near: 0 };
  if (exact === 0 && (near === null || near === 0)) return [];
  const found = [
    `${plural(exact, 'chunk')} the same as an earlier one`,
    near === null ? 'nearly the same not counted' : `${grouped(near)} nearly the same`,
  ];
  const outcome = { exact: '; those the same were dropped', near: '; all of them were dropped', none: '' };
  return [['copies', `${found.join(', ')}${outcome[dedupe ?? 'none']}`]];
}

function filtered({ filter, corpus: { chunks } }: Report): [string, string][] {
  return filter ? [['filter', `${filter.text}: ${grouped(filter.chunks)} of ${plural(chunks, 'chunk')}`]] : [];
}

/** `15 tuning facts`; without a noun, `30 same`. */
function counts(byName: Readonly<Record<string, number>>, kind: 'wording' | 'split', noun?: string): string[] {
  const named = Object.keys(byName).filter((name) => name !== 'all');
  return inOrder(named, kind).map((name) =>
    noun === undefined ? `${grouped(byName[name]!)} ${name}` : plural(byName[name]!, `${name} ${noun}`),
  );
}

const FIRST = { wording: ['same', 'paraphrase'], split: ['tuning', 'held-out'] } as const;

/** The lab's own names first, as people read them; then others by name. A stored report has lost their order. */
function inOrder(names: readonly string[], kind: 'wording' | 'split'): string[] {
  const first: readonly string[] = FIRST[kind];
  const place = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...names].sort((a, b) => place(a) - place(b) || compareText(a, b));
}

export function findScores(report: Report): (system: string, wording: string, split: string) => ScoreRow | undefined {
  const rows = new Map(report.scores.map((row) => [JSON.stringify([row.system, row.wording, row.split]), row]));
  return (system, wording, split) => rows.get(JSON.stringify([system, wording, split]));
}

/** `R@3` as people say it: `recall@3`; RR averaged over questions is MRR. */
export function spoken(measure: string): string {
  return measure.replace(/^R(?=@)/, 'recall').replace(/^RR(?=@|$)/, 'MRR');
}

/** The measure that intervals and the split table are about: recall at the headline cutoff, else what comes nearest. */
export function headline({ measures, cutoff }: Report): string | undefined {
  return measures.find((name) => name === `R@${cutoff}`) ?? measures.find((name) => name.endsWith(`@${cutoff}`));
}

export function value(row: Pick<ScoreRow, 'n' | 'measures'> | undefined, measure: string): string {
  const found = row && Object.hasOwn(row.measures, measure) ? row.measures[measure] : undefined;
  if (!row || !found) return NONE;
  if (found.hits === undefined) return fourPlaces(found.value);
  return `${found.hits}/${row.n} ${percent(found.value)}`;
}

export function interval(found: MeasureValue | undefined): string {
  if (found?.low === undefined || found.high === undefined) return NONE;
  if (found.hits === undefined) return `${found.low.toFixed(3)}-${found.high.toFixed(3)}`;
  return `${(found.low * 100).toFixed(1)}-${percent(found.high)}`;
}

function recall(report: Report): Section {
  const { systems, measures } = report;
  const find = findScores(report);
  const named = inOrder([...new Set(report.scores.map(({ wording }) => wording))], 'wording').filter(
    (wording) => wording !== 'all',
  );
  const wordings = named.length > 0 ? named : ['all'];
  const main = headline(report);
  const failed = failures(report);
  const shown: ScoreRow[] = [];
  const rows = systems.flatMap((system) =>
    wordings.map((wording) => {
      const names = [system.label, ...(named.length > 0 ? [wording] : [])];
      if (failed.has(system.label)) return failedRow(names, measures.length + (main ? 1 : 0));
      const row = find(system.label, wording, 'all');
      if (row) shown.push(row);
      return [
        ...names.map((name) => cell(name)),
        ...measures.flatMap((measure) => [
          cell(value(row, measure)),
          ...(measure === main ? [cell(interval(row?.measures[main]))] : []),
        ]),
      ];
    }),
  );
  const columns = [
    label('system'),
    ...(named.length > 0 ? [{ ...label('wording'), joins: true }] : []),
    ...measures.flatMap((measure) => [
      figure(spoken(measure)),
      ...(measure === main ? [figure(intervalHead(main))] : []),
    ]),
  ];
  const lines = [
    ...worths(shown, measures),
    ...(main ? intervals(shown, main) : []),
    ...systems.filter(({ label: name, spec }) => name !== spec).map(({ label: name, spec }) => `${name} = ${spec}`),
    ...[...failed].map(([name, problem]) => `${name} failed: ${shortenEnd(plainText(problem), PROBLEM_WIDTH)}`),
  ];
  return {
    heading: 'Recall and ranking',
    parts: [{ kind: 'table', columns, rows }, ...(lines.length > 0 ? [notes(lines)] : [])],
  };
}

/** What one question weighs, where cells count questions: small sets make small differences noise. */
function worths(rows: readonly ScoreRow[], measures: readonly string[]): string[] {
  const counted = rows.filter((row) => measures.some((measure) => row.measures[measure]?.hits !== undefined));
  const sizes = [...new Set(counted.map(({ n }) => n))].filter((n) => n > 0);
  return sizes.map((n) => `one question of ${n} is ${pointsOfOne(n)} points`);
}

function intervals(rows: readonly ScoreRow[], measure: string): string[] {
  const bounded = rows.map((row) => row.measures[measure]).filter((found) => found?.low !== undefined);
  if (bounded.length === 0) return [];
  const method = bounded.every((found) => found?.hits !== undefined) ? 'Wilson' : 'bootstrap';
  return [`${intervalHead(measure)} = ${method} interval`];
}

/** What an interval is an interval of stands in its head. */
function intervalHead(measure: string): string {
  return `${spoken(measure)} 95%`;
}

function splits(report: Report): Section | undefined {
  const find = findScores(report);
  const measure = headline(report) ?? report.measures[0];
  const wording = report.scores.some((row) => row.wording === 'paraphrase') ? 'paraphrase' : 'all';
  const which = wording === 'paraphrase' ? 'paraphrased questions' : 'all questions';
  const heading = `Tuning against held-out, ${which}`;
  const pairs = report.systems.map(({ label: name }) => ({
    name,
    tuning: find(name, wording, 'tuning'),
    heldOut: find(name, wording, 'held-out'),
  }));
  if (measure === undefined || pairs.every(({ tuning, heldOut }) => !tuning || !heldOut)) return undefined;
  const failed = failures(report);
  const rows = pairs.map(({ name, tuning, heldOut }) => {
    if (failed.has(name)) return failedRow([name], 3);
    const before = tuning?.measures[measure]?.value;
    const after = heldOut?.measures[measure]?.value;
    const gap = before === undefined || after === undefined ? undefined : after - before;
    return [
      cell(name),
      cell(value(tuning, measure)),
      cell(value(heldOut, measure)),
      // In no colour: the splits differ in difficulty, so the sign is no judgment.
      cell(gap === undefined ? NONE : signedPoints(gap)),
    ];
  });
  const shown = pairs.flatMap(({ tuning, heldOut }) => [tuning, heldOut]).filter((row) => row !== undefined);
  const columns = [
    label('system'),
    figure(`tuning ${spoken(measure)}`),
    figure(`held-out ${spoken(measure)}`),
    figure('gap in points'),
  ];
  return {
    heading,
    parts: [
      { kind: 'table', columns, rows },
      notes([
        ...worths(shown, [measure]),
        'gap = held-out less tuning; the two splits are different questions, one may be the harder',
      ]),
    ],
  };
}

function paired(report: Report): Section | undefined {
  const heading = `Each fact asked twice: answer in the top ${report.cutoff}`;
  if (report.paired.length === 0) return undefined;
  const rows = bySystem(report, report.paired, 5, (row) => [
    ...[row.both, row.sameOnly, row.paraphraseOnly, row.neither].map((count) => cell(grouped(count))),
    cell(probability(row.p)),
  ]);
  const heads = ['both', 'same only', 'paraphrase only', 'neither', "McNemar's p"];
  return {
    heading,
    parts: [
      { kind: 'table', columns: [label('system'), ...heads.map(figure)], rows },
      notes(['facts found by both wordings, one or none; p is exact and two-sided']),
    ],
  };
}

/** A row for each system that has one, and for each that failed, in the order of the systems. */
function bySystem<Row extends { readonly system: string }>(
  report: Report,
  rows: readonly Row[],
  figures: number,
  cellsOf: (row: Row) => Cell[],
): Cell[][] {
  const failed = failures(report);
  const found = new Map(rows.map((row) => [row.system, row]));
  return report.systems.flatMap(({ label: name }) => {
    const row = found.get(name);
    if (row) return [[cell(name), ...cellsOf(row)]];
    return failed.has(name) ? [failedRow([name], figures)] : [];
  });
}

function slices(report: Report): Section | undefined {
  const { slices: rows = [], cutoff } = report;
  const measure = `R@${cutoff}`;
  const isWorded = rows.some(({ wording }) => wording !== 'all');
  const shown = rows.filter(({ wording }) => (wording !== 'all') === isWorded);
  if (shown.length === 0) return undefined;
  const failed = failures(report);
  const find = new Map(shown.map((row) => [JSON.stringify([row.system, row.slice, row.wording]), row]));
  const names = [...new Set(shown.map(({ slice }) => slice))].sort(compareText);
  const cells = names.flatMap((slice) => {
    const own = shown.filter((row) => row.slice === slice);
    const wordings = inOrder([...new Set(own.map(({ wording }) => wording))], 'wording');
    return report.systems.flatMap(({ label: name }) =>
      wordings.flatMap((wording) => {
        const row: SliceRow | undefined = find.get(JSON.stringify([name, slice, wording]));
        const words = [slice, name, ...(isWorded ? [wording] : [])];
        if (!row) return failed.has(name) ? [failedRow(words, 3)] : [];
        const found = row.measures[measure];
        return [[...words, grouped(row.n), value(row, measure), interval(found)].map((text) => cell(text))];
      }),
    );
  });
  return {
    heading: `Slices: ${spoken(measure)}`,
    parts: [
      {
        kind: 'table',
        columns: [
          label('slice'),
          { ...label('system'), joins: true },
          ...(isWorded ? [{ ...label('wording'), joins: true }] : []),
          figure('questions'),
          figure(spoken(measure)),
          figure(intervalHead(measure)),
        ],
        rows: cells,
      },
    ],
  };
}

/** Under a filter, a system may return fewer than asked for: `3 of 5`. */
function shortfalls(report: Report): Section | undefined {
  const { shortfalls: rows = [], cutoff, questions } = report;
  if (rows.length === 0) return undefined;
  const cells = bySystem(report, rows, 2, (row) => [
    cell(`${grouped(row.questions)} of ${grouped(questions.total)}`),
    cell(`${String(Number(row.returned.toFixed(1)))} of ${row.cutoff}`),
  ]);
  return {
    heading: `Fewer than ${cutoff} returned because of the filter`,
    parts: [
      { kind: 'table', columns: [label('system'), figure('questions'), figure('returned')], rows: cells },
      notes(['returned = chunks that matched, as the mean over those questions']),
    ],
  };
}

function unanswerable(report: Report): Section | undefined {
  const { unanswerable: rows = [] } = report;
  if (rows.length === 0) return undefined;
  const shown = (median: number | null): Cell => cell(median === null ? NONE : score(median));
  const cells = bySystem(report, rows, 4, (row) => [
    cell(grouped(row.n)),
    cell(grouped(row.answeredWithSignal)),
    shown(row.medianTopScore),
    shown(row.medianTopScoreAnswerable),
  ]);
  const heads = ['questions', 'matched anything', 'median top score', 'where there is an answer'];
  return {
    heading: 'Questions without an answer',
    parts: [
      { kind: 'table', columns: [label('system'), ...heads.map(figure)], rows: cells },
      notes([
        'in none of the other tables; a system that can tell them apart scores them well below those that have an answer',
      ]),
    ],
  };
}

/** Chunks that overlap or carry prefixes hold more than the text does; rounding up alone adds a fraction of a token each. */
function isRepeated({ corpus: { tokens, textTokens, chunks } }: Report): boolean {
  return tokens > textTokens + chunks;
}

function cost(report: Report): Section {
  const { tokens, textTokens } = report.corpus;
  const rows = bySystem(report, report.cost, 3, (row) => [
    cell(String(row.cutoff)),
    cell(grouped(row.tokens)),
    cell(row.ratio === null ? NONE : `${row.ratio.toFixed(1)}x`),
  ]);
  const text = report.corpus.documents === 1 ? 'the whole document' : 'the whole corpus';
  const whole = isRepeated(report) ? 'all chunks together' : text;
  const size = `${whole} ${isRepeated(report) ? 'are' : 'is'} about ${grouped(tokens)} tokens`;
  const columns = [label('system'), figure('top k'), figure('tokens a question'), figure('times less')];
  const nothing = report.cost.some(({ ratio }) => ratio === null) ? [`${NONE} = nothing retrieved`] : [];
  return {
    heading: `Reading cost against ${whole}`,
    parts: [
      ...(rows.length > 0 ? [{ kind: 'table', columns, rows } as const] : []),
      notes([isRepeated(report) ? `${size}; ${text} is about ${grouped(textTokens)}` : size, ...nothing]),
    ],
  };
}

function misses(report: Report): Section {
  const { cutoff, questions } = report;
  const byId = new Map(report.questionResults.map((question) => [question.id, question]));
  const failed = failures(report);
  const isPlaced = report.misses.some(({ chunk }) => printPlace(placeOf(report, chunk), report) !== '');
  const columns: Column[] = [
    idLabel('question'),
    { head: 'text', align: 'left', kind: 'aside' },
    ...(isPlaced ? [{ head: 'answer in', align: 'left', kind: 'aside', shortens: true } as const] : []),
    figure('rank'),
    figure('score'),
    figure(`score at ${cutoff}`),
    figure('ties'),
    figure(`top ${CANDIDATES}`),
    { ...figure('diagnosis'), align: 'left' },
    { head: 'matched', align: 'left', kind: 'aside' },
  ];
  const tables = report.systems.map(({ label: name }): Table => {
    const rows = report.misses.filter(({ system }) => system === name);
    const caption = `${name}: ${failed.has(name) ? FAILED : `${rows.length === 0 ? 'none' : rows.length} of ${questions.total}`}`;
    return {
      kind: 'table',
      caption: plainText(caption),
      columns,
      elsewhere: 'report.json and misses.csv (--out DIR) hold them',
      rows: rows.map((miss) => missRow(miss, byId.get(miss.question), report, isPlaced)),
    };
  });
  return {
    heading: `Misses: answer not in the top ${cutoff}`,
    parts: [...tables, ...(report.misses.length > 0 ? [legend(report)] : [])],
  };
}

function missRow(miss: Miss, question: QuestionResult | undefined, report: Report, isPlaced: boolean): Cell[] {
  const { depth } = report;
  const beyond = miss.diagnosis === 'filtered' ? NONE : `>${grouped(depth)}`;
  const rank = miss.rank === null ? beyond : `${grouped(miss.rank)}${miss.signal ? '' : '*'}`;
  const terms = miss.matched
    .slice(0, TERMS_SHOWN)
    .map(({ term, weight }) => `${shortenEnd(plainText(term), TERM_WIDTH)} ${score(weight)}`);
  const more = miss.matched.length - terms.length;
  return [
    cell(miss.question),
    cell(question ? shortenEnd(plainText(question.text), QUESTION_WIDTH) : NONE),
    ...(isPlaced ? [cell(printPlace(placeOf(report, miss.chunk), report) || NONE)] : []),
    cell(rank),
    cell(miss.score === null ? NONE : score(miss.score)),
    cell(miss.scoreAtCutoff === null ? NONE : score(miss.scoreAtCutoff)),
    cell(miss.tied > 1 ? grouped(miss.tied) : 'no'),
    cell(inCandidates(miss, depth)),
    cell(miss.diagnosis),
    cell(terms.length === 0 ? NONE : `${terms.join(', ')}${more > 0 ? `, +${more} more` : ''}`),
  ];
}

export const CANDIDATES = 50;

/** Whether the answer is in the top 50; not known where the ranking ends before that, and without it. */
function inCandidates(miss: Miss, depth: number): string {
  if (miss.rank === null && depth < CANDIDATES) return NONE;
  return miss.inCandidates ? 'yes' : 'no';
}

/** Says what the marks and diagnoses in the tables mean, and only of those that occur. */
function legend({ misses: found, depth, cutoff }: Report): Notes {
  const lines: string[] = [];
  if (found.some(({ rank, signal }) => rank !== null && !signal)) {
    lines.push('* nothing matched: a place among zeros, not a rank');
  }
  if (found.some(({ rank, diagnosis }) => rank === null && diagnosis !== 'filtered'))
    lines.push(`>${grouped(depth)} = deeper than was asked for`);
  if (found.some(({ tied }) => tied > 1)) lines.push('ties = chunks with the same score, the answer among them');
  lines.push(
    `score at ${cutoff} = the score to beat`,
    `top ${CANDIDATES} = whether a reranker could still reach the answer${depth < CANDIDATES ? `; ${NONE} = the depth ends before` : ''}`,
    ...matchedLegend(found),
  );
  for (const [diagnosis, meaning] of Object.entries(MEANINGS)) {
    if (found.some((miss) => miss.diagnosis === diagnosis)) lines.push(`${diagnosis} = ${meaning}`);
  }
  lines.push('rag-lab explain QUESTION says why');
  return notes(lines);
}

/** How what matched is written: retrievers name synonym groups, trigrams and places in fused lists. */
const NOTATIONS: readonly { readonly pattern: RegExp; readonly meaning: string }[] = [
  { pattern: /^[^\s=~]+(=[^\s=]+)+$/, meaning: 'a=b = words of one synonym group, which count as one' },
  { pattern: /^~\S+$/, meaning: '~abc = a trigram, three letters in a row that words share; _ is the edge of a word' },
  { pattern: /^list \d+ rank \d+$/, meaning: 'list 2 rank 3 = the vote of the second fused system, by its rank 3' },
  { pattern: /^\S+ rank \d+$/, meaning: 'system rank 3 = the vote of a fused system, by the rank that it gives' },
];

function matchedLegend(found: readonly Miss[]): string[] {
  const lines: string[] = [];
  const shown = found.flatMap(({ matched }) => matched.slice(0, TERMS_SHOWN).map(({ term }) => term));
  const used = new Set(shown.map((term) => NOTATIONS.find(({ pattern }) => pattern.test(term))));
  if (shown.length > 0) lines.push("matched = what makes up the answer's score, the largest part first");
  for (const notation of NOTATIONS) if (used.has(notation)) lines.push(notation.meaning);
  if (found.some(({ matched }) => matched.length > TERMS_SHOWN)) lines.push('+n more = smaller parts');
  return lines;
}
