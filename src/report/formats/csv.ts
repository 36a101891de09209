// Long-form tables for spreadsheets and data frames: one value a line. Text cells are never formulas.
import type { ReportFormat } from '../../core/contracts.ts';
import type { Report, ScoreRow } from '../../core/results.ts';
import { roundNumber } from '../../core/rounding.ts';
import { placeOf } from '../places.ts';
import { FAILED } from '../sections.ts';
import type { Value } from './write-csv.ts';

export const csv = {
  name: 'csv',
  summary: 'all tables in long form, one value a line',
  extension: 'csv',
  render: ({ report }) => tablesCsv(report),
} satisfies ReportFormat;

const TABLE_COLUMNS = [
  'table',
  'system',
  'wording',
  'split',
  'cutoff',
  'n',
  'measure',
  'value',
  'hits',
  'low',
  'high',
  'slice',
] as const;

/** tables.csv: sizes, scores, slices, pairs, reading cost, and what a filter or unanswerable questions add. */
async function tablesCsv(report: Report): Promise<string> {
  const lines: Line[] = [];
  const { documents, pages, words, chunks, tokens, oversized, duplicates } = report.corpus;
  const { facts, total, unanswerable } = report.questions;
  const sizes = {
    documents,
    pages,
    words,
    chunks,
    tokens,
    oversized,
    ...(duplicates && { exactDuplicates: duplicates.exact, nearDuplicates: duplicates.near }),
    ...(report.filter && { filteredChunks: report.filter.chunks }),
    facts,
    questions: total,
    ...(unanswerable === undefined ? {} : { unanswerable }),
  };
  for (const [measure, value] of Object.entries(sizes)) lines.push({ table: 'corpus', measure, value });
  for (const { system, wording, split, n, measures } of report.scores) {
    // In the order asked for; a stored report keeps its keys sorted.
    for (const measure of report.measures) {
      if (!Object.hasOwn(measures, measure)) continue;
      const { value, hits, low, high } = measures[measure]!;
      lines.push({ table: 'scores', system, wording, split, n, measure, value, hits, low, high });
    }
  }
  for (const { system, slice, wording, n, measures } of report.slices ?? []) {
    for (const [measure, { value, hits, low, high }] of Object.entries(measures)) {
      lines.push({ table: 'slices', system, slice, wording, n, measure, value, hits, low, high });
    }
  }
  for (const { system, cutoff, both, sameOnly, paraphraseOnly, neither, p } of report.paired) {
    const n = both + sameOnly + paraphraseOnly + neither;
    for (const [measure, value] of Object.entries({ both, sameOnly, paraphraseOnly, neither, p })) {
      lines.push({ table: 'paired', system, cutoff, n, measure, value });
    }
  }
  for (const { system, cutoff, tokens: read, ratio } of report.cost) {
    lines.push({ table: 'cost', system, cutoff, measure: 'tokens', value: read });
    lines.push({ table: 'cost', system, cutoff, measure: 'ratio', value: ratio });
  }
  for (const { system, cutoff, questions, returned } of report.shortfalls ?? []) {
    lines.push({ table: 'shortfalls', system, cutoff, n: questions, measure: 'returned', value: returned });
  }
  for (const { system, n, ...values } of report.unanswerable ?? []) {
    for (const [measure, value] of Object.entries(values)) {
      if (UNANSWERABLE.includes(measure)) {
        lines.push({ table: 'unanswerable', system, n, measure, value: value as Value });
      }
    }
  }
  lines.push(...failedLines(report, lines));
  const { writeCsv } = await import('./write-csv.ts');
  return writeCsv(
    TABLE_COLUMNS,
    lines.map((line) => TABLE_COLUMNS.map((column) => line[column])),
  );
}

/** A stored report may hold more than is known here. */
const UNANSWERABLE: readonly string[] = ['answeredWithSignal', 'medianTopScore', 'medianTopScoreAnswerable'];

type Line = Partial<Record<(typeof TABLE_COLUMNS)[number], Value>>;

/** The lines that a system that failed would have: those of one that did not, with `failed` for every value. */
function failedLines({ failed = [], scores }: Report, lines: readonly Line[]): Line[] {
  const other: ScoreRow['system'] | undefined = scores[0]?.system;
  const like = other === undefined ? [] : lines.filter(({ system }) => system === other);
  return failed.flatMap(({ system }) =>
    like.map(({ value: _, hits: __, low: ___, high: ____, ...line }) => ({ ...line, system, value: FAILED })),
  );
}

/** misses.csv: every question not in the top of a system, with what the terminal's table shortens. */
export async function missesCsv(report: Report): Promise<string> {
  const byId = new Map(report.questionResults.map((question) => [question.id, question]));
  const columns = [
    'system',
    'question',
    'fact',
    'wording',
    'split',
    'text',
    'chunk',
    'rank',
    'signal',
    'score',
    'scoreAtCutoff',
    'tied',
    'matched',
    'inCandidates',
    'diagnosis',
    'document',
    'page',
    'path',
  ];
  const rows = report.misses.map((miss): Value[] => {
    const question = byId.get(miss.question);
    const place = placeOf(report, miss.chunk);
    return [
      miss.system,
      miss.question,
      question?.fact,
      question?.wording,
      question?.split,
      question?.text,
      miss.chunk,
      miss.rank,
      miss.signal,
      miss.score,
      miss.scoreAtCutoff,
      miss.tied,
      miss.matched.map(({ term, weight }) => `${term} ${roundNumber(weight)}`).join('; '),
      miss.inCandidates,
      miss.diagnosis,
      place?.document,
      place?.page,
      place?.path.join(' › '),
    ];
  });
  // Without a line, a system that failed would look as if it had missed nothing.
  const failed = (report.failed ?? []).map(({ system }) =>
    columns.map((column) => (column === 'system' ? system : column === 'diagnosis' ? FAILED : undefined)),
  );
  const { writeCsv } = await import('./write-csv.ts');
  return writeCsv(columns, [...rows, ...failed]);
}
