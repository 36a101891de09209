// Long-form tables for spreadsheets and data frames: one value a line. Text cells are never formulas.
import { stringify } from 'csv-stringify/sync';
import type { ReportFormat } from '../../core/contracts.ts';
import type { Report } from '../../core/results.ts';
import { roundNumber } from '../../core/rounding.ts';
import { plainText } from '../plain-text.ts';

export type Value = string | number | boolean | null | undefined;

export const csv: ReportFormat = {
  name: 'csv',
  summary: 'all tables in long form, one value a line',
  extension: 'csv',
  render: ({ report }) => tablesCsv(report),
};

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
] as const;

/** tables.csv: sizes, scores, pairs and reading cost. */
function tablesCsv(report: Report): string {
  const lines: Partial<Record<(typeof TABLE_COLUMNS)[number], Value>>[] = [];
  const { documents, pages, words, chunks, tokens, oversized } = report.corpus;
  const { facts, total } = report.questions;
  const sizes = { documents, pages, words, chunks, tokens, oversized, facts, questions: total };
  for (const [measure, value] of Object.entries(sizes)) lines.push({ table: 'corpus', measure, value });
  for (const { system, wording, split, n, measures } of report.scores) {
    // In the order asked for; a stored report keeps its keys sorted.
    for (const measure of report.measures) {
      if (!Object.hasOwn(measures, measure)) continue;
      const { value, hits, low, high } = measures[measure]!;
      lines.push({ table: 'scores', system, wording, split, n, measure, value, hits, low, high });
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
  return writeCsv(
    TABLE_COLUMNS,
    lines.map((line) => TABLE_COLUMNS.map((column) => line[column])),
  );
}

/** misses.csv: every question not in the top of a system, with what the terminal's table shortens. */
export function missesCsv(report: Report): string {
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
  ];
  const rows = report.misses.map((miss): Value[] => {
    const question = byId.get(miss.question);
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
    ];
  });
  return writeCsv(columns, rows);
}

export function writeCsv(columns: readonly string[], rows: readonly (readonly Value[])[]): string {
  return stringify([columns, ...rows.map((row) => row.map(writeValue))]);
}

/** An empty cell is no value; numbers stay numbers, so only text can be taken for a formula. */
function writeValue(value: Value): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? unformula(value) : String(typeof value === 'number' ? roundNumber(value) : value);
}

/** Spreadsheets read these first characters (full-width ones too) as a formula; behind an apostrophe they are text. */
function unformula(text: string): string {
  const plain = plainText(text);
  return /^[\t\r]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${plain}` : plain;
}
