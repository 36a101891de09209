// An evaluation as sections for people: one table of means, then ties, bounds and topics where asked for.
import type { EvaluatedRun, Evaluation } from '../core/evaluation.ts';
import { shortenEnd } from './display-width.ts';
import { fourPlaces, grouped } from './numbers.ts';
import { plainText } from './plain-text.ts';
import { tiesAtCutoffs } from './tie-note.ts';
import { type Cell, cell, figure, label, NONE, notes, type Section, type Table, type View } from './view.ts';

/** With more measures than this a row is a measure, and a column a run. */
const MOST_COLUMNS = 12;
/** So many ids of missing and unknown topics are named. */
const IDS_SHOWN = 5;
/** Columns: a longer id is cut; json holds it whole. */
const ID_WIDTH = 100;

export function evaluationView(evaluation: Evaluation): View {
  const { measures, runs } = evaluation;
  const shown = printer(evaluation);
  const sections: Section[] = [
    {
      heading: heading(evaluation),
      parts: [
        meansTable(evaluation, shown),
        notes([...runs.flatMap((run) => coverage(run, evaluation)), ...evaluation.notes]),
      ],
    },
  ];
  sections.push(
    ...detail(evaluation, shown, 'ties', ['expected', 'worst', 'best'], {
      heading: 'Ties',
      note: 'expected = the mean over all orders of documents with equal scores; worst and best = of such an order',
    }),
    ...detail(evaluation, shown, 'bounds', ['nonRelevant', 'relevant'], {
      heading: 'Unjudged documents',
      note: 'the value if no unjudged document that the measure sees were relevant, and if all of them were',
    }),
  );
  sections.push(...peerSection(evaluation, shown));
  for (const run of runs) {
    if (run.topicScores === undefined) continue;
    const rows = run.topicScores.map(({ topic, values }) =>
      row([topic, ...measures.map((name) => shown(name, values[name]))]),
    );
    sections.push({ heading: `Topics of ${plainText(run.label)}`, parts: [table(['topic'], measures, rows)] });
  }
  return { sections };
}

/** One row a run and measure: the value, and what it might be. */
function detail(
  { measures, runs }: Evaluation,
  shown: Print,
  kind: 'ties' | 'bounds',
  keys: readonly string[],
  words: { readonly heading: string; readonly note: string },
): Section[] {
  const rows = runs.flatMap((run) => {
    const byMeasure: Readonly<Record<string, object>> | undefined = run[kind];
    if (byMeasure === undefined) return [];
    return measures.map((measure) => {
      const found = byMeasure[measure] as Readonly<Record<string, number>> | undefined;
      const values = [run.values[measure], ...keys.map((key) => found?.[key])];
      return row([run.label, measure, ...values.map((value) => shown(measure, value))]);
    });
  });
  if (rows.length === 0) return [];
  const heads = ['value', ...keys.map((key) => (key === 'nonRelevant' ? 'not relevant' : key))];
  return [{ heading: words.heading, parts: [table(['run', 'measure'], heads, rows), notes([words.note])] }];
}

/** What another tool reports for the same files: flags in the table, their sentences below it. */
function peerSection({ peer, runs }: Evaluation, shown: Print): Section[] {
  if (peer === undefined) return [];
  const sentences = new Map<string, string>();
  const rows = runs.flatMap(({ label: name, peer: values = [] }) =>
    values.map((value) => {
      for (const { flag, sentence } of value.why) if (value.theirs !== null) sentences.set(flag, sentence);
      const why = value.theirs === null ? value.why.map(({ sentence }) => sentence) : value.why.map(({ flag }) => flag);
      return row([
        ...(runs.length > 1 ? [name] : []),
        value.measure,
        value.name ?? NONE,
        shown(value.measure, value.ours),
        shown(value.measure, value.theirs ?? undefined),
        why.length === 0 ? 'same' : why.join(', '),
      ]);
    }),
  );
  const columns = [
    ...(runs.length > 1 ? ['run'] : []).map(label),
    label('measure'),
    label(`in ${peer.name}`),
    figure('ours'),
    figure('theirs'),
    label('why'),
  ];
  const lines = [...sentences].map(([flag, sentence]) => `${flag}: ${sentence}`);
  return [
    {
      heading: `As ${peer.version} reports it`,
      parts: [{ kind: 'table', columns, rows }, notes(lines.length > 0 ? lines : ['no difference on these files'])],
    },
  ];
}

function heading({ settings, runs, judgedTopics }: Evaluation): string {
  const [first] = runs;
  const same = runs.every(({ topics }) => topics === first?.topics);
  const count = same && first ? `the ${plural(first.topics, 'topic')}` : 'the topics';
  const over = {
    qrels: judgedTopics === 1 ? 'the one judged topic' : `all ${plural(judgedTopics, 'judged topic')}`,
    run: `${count} of ${runs.length === 1 ? 'the' : 'each'} run`,
    both: `${count} both judged and in the run`,
  }[settings.topics];
  return `Over ${over}`;
}

function meansTable({ measures, runs }: Evaluation, shown: Print): Table {
  if (measures.length <= MOST_COLUMNS) {
    const rows = runs.map((run) =>
      row([run.label, grouped(run.topics), ...measures.map((name) => shown(name, run.values[name]))]),
    );
    return table(['run'], ['topics', ...measures], rows);
  }
  const rows = [
    row(['topics', ...runs.map(({ topics }) => grouped(topics))]),
    ...measures.map((name) => row([name, ...runs.map(({ values }) => shown(name, values[name]))])),
  ];
  return table(
    ['measure'],
    runs.map((run) => run.label),
    rows,
  );
}

/** `bm25: 2 missing, 1 unknown`, the first ids of each, and where ties decide. */
function coverage(run: EvaluatedRun, { settings, runs }: Evaluation): string[] {
  const { label: name, missing, unknown, withoutRelevant, tied, tag } = run;
  const of = `${name}${tag === null || tag === name ? '' : ` (tag ${shortened(tag)})`}`;
  const zero = 'they count with 0';
  const out = 'they are left out';
  const lines = [`${of}: ${grouped(missing.length)} missing, ${grouped(unknown.length)} unknown`];
  if (missing.length > 0) {
    lines.push(
      `missing = judged topics that the run lacks, ${settings.topics === 'qrels' ? zero : out}: ${someIds(missing)}`,
    );
  }
  if (unknown.length > 0) {
    lines.push(
      `unknown = topics of the run that nobody judged, ${settings.topics === 'run' ? zero : out}: ${someIds(unknown)}`,
    );
  }
  const nobodys = new Set(unknown);
  const barren = withoutRelevant.filter((topic) => !nobodys.has(topic));
  if (barren.length > 0) {
    const { minGrade } = settings;
    const level = minGrade === 1 ? `, ${zero}` : ` at grade ${minGrade}, where that is asked for ${zero}`;
    lines.push(`nothing is relevant to ${plural(barren.length, 'topic')}${level}: ${someIds(barren)}`);
  }
  const decided = tiesAtCutoffs(tied.atCutoff);
  if (decided !== undefined) lines.push(decided);
  else if (tied.topics > 0) lines.push(`equal scores in ${plural(tied.topics, 'topic')}, across no cutoff`);
  return runs.length === 1 ? lines : lines.map((line, n) => (n === 0 ? line : `${name}: ${line}`));
}

function someIds(ids: readonly string[]): string {
  const more = ids.length > IDS_SHOWN ? `, and ${grouped(ids.length - IDS_SHOWN)} more` : '';
  return `${ids.slice(0, IDS_SHOWN).map(shortened).join(', ')}${more}`;
}

const shortened = (id: string): string => shortenEnd(plainText(id), ID_WIDTH);

const plural = (n: number, noun: string): string => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;

type Print = (measure: string, value: number | undefined) => string;

/** A measure that is a count everywhere stays whole; everything else has trec_eval's four places. */
function printer({ measures, runs }: Evaluation): Print {
  const counts = new Set(
    measures.filter((name) => {
      const values = runs.flatMap((run) =>
        [run, ...(run.topicScores ?? [])].flatMap((scores) => scores.values[name] ?? []),
      );
      return values.every(Number.isInteger) && values.some((value) => value > 1);
    }),
  );
  return (measure, value) => {
    if (value === undefined) return NONE;
    return counts.has(measure) ? grouped(value) : fourPlaces(value);
  };
}

const row = (texts: readonly string[]): Cell[] => texts.map((text) => cell(text));

function table(labels: readonly string[], figures: readonly string[], rows: readonly (readonly Cell[])[]): Table {
  return { kind: 'table', columns: [...labels.map(label), ...figures.map(figure)], rows };
}
