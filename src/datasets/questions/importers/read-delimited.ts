// A CSV or TSV file with a header as records of text, each with its line.
import { parse } from 'csv-parse/sync';
import { LabError } from '../../../core/errors.ts';
import { type ByteSource, sourceName } from '../../byte-source.ts';
import { readText } from '../read-questions.ts';

export interface DelimitedRow {
  readonly line: number;
  /** By column, as its head is written. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface DelimitedTable {
  readonly columns: readonly string[];
  readonly rows: readonly DelimitedRow[];
}

/** The mark that separates most fields of the first line: tab, semicolon or comma. */
export async function readDelimited(file: ByteSource): Promise<DelimitedTable> {
  const name = sourceName(file);
  const text = await readText(file);
  const head = /^[^\r\n]*/.exec(text.trimStart())![0];
  const marks = ['\t', ';', ','].map((mark) => [mark, head.split(mark).length] as const);
  const [delimiter] = marks.reduce((a, b) => (b[1] > a[1] ? b : a));
  let parsed: { record: string[]; info: { lines: number } }[];
  try {
    parsed = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: delimiter === '\t',
    }) as unknown as typeof parsed;
  } catch (error) {
    const { lines, message } = error as Error & { lines?: number };
    throw new LabError('file.malformed', { where: `${name}:${lines ?? 1}`, problem: `not valid CSV: ${message}` });
  }
  const [first, ...rest] = parsed;
  if (!first) throw new LabError('file.malformed', { where: `${name}:1`, problem: 'no header line' });
  const columns = first.record.map((column) => column.trim());
  const doubled = columns.find((column, n) => columns.indexOf(column) < n);
  if (doubled !== undefined) {
    const problem = `two columns are called ${JSON.stringify(doubled)}`;
    throw new LabError('file.malformed', { where: `${name}:1`, problem });
  }
  const rows: DelimitedRow[] = [];
  for (const { record, info } of rest) {
    // Counted at the end of the record; only quoted fields hold line ends.
    const line = info.lines - record.reduce((sum, field) => sum + field.split('\n').length - 1, 0);
    if (record.length > columns.length) {
      const problem = `${record.length} fields, but the header has ${columns.length}`;
      throw new LabError('file.malformed', { where: `${name}:${line}`, problem });
    }
    if (record.some((field) => field.trim() !== '')) {
      rows.push({ line, fields: new Map(columns.map((column, n) => [column, record[n] ?? ''])) });
    }
  }
  return { columns, rows };
}
