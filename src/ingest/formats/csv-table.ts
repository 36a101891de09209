// A table with a row of names, row by row: what is in its cells, and what is wrong with its lines.
import { CsvError, type Info, parse } from 'csv-parse/sync';
import type { ParseContext, ParsedDocument } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import {
  columnRemedy,
  findColumn,
  mayLackId,
  missingColumn,
  RecordReader,
  type RecordRules,
} from '../record-reader.ts';

/** A comma, unless the row of names has none: spreadsheets write semicolons where the comma is a decimal mark. */
export function guessDelimiter(text: string): string {
  const names = /[^\n]*/.exec(text.trimStart())![0].replace(/"[^"]*"/g, '');
  return [',', ';', '\t'].find((mark) => names.includes(mark)) ?? ',';
}

const RULES: RecordRules = { read: readCell, idOptional: true };

/** Thrown to stop the parser, which has no other way. */
const STOP = new Error('enough faults');

export function readTable(
  text: string,
  delimiter: string,
  source: string,
  context: ParseContext,
): readonly ParsedDocument[] {
  const reader = new RecordReader(source, context, RULES);
  let names: readonly string[] | undefined;
  let lastLine = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(cells: string[], { lines }: Info) {
        lastLine = lines;
        const line = lines - lineEndsIn(cells);
        // Spreadsheets leave rows of separators behind.
        if (cells.every((cell) => cell.trim() === '')) return null;
        if (names === undefined) names = readNames(cells, line, source, context);
        else if (cells.length === names.length) reader.add(recordOf(names, cells), line);
        else {
          const problem = `${cells.length} cells, but the row of names has ${names.length}`;
          reader.faults.add(line, problem, 'put quotes around cells with separators in them');
        }
        if (reader.faults.isFull) throw STOP;
        // Kept by the reader alone.
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') {
      reader.faults.add(lineOfText(text, lastLine), 'a quote that is opened in this row is never closed');
    } else if (error instanceof CsvError) reader.faults.add(lastLine + 1, error.message.split('\n')[0]!);
    else if (error !== STOP) throw error;
  }
  return reader.documents();
}

function lineEndsIn(cells: readonly string[]): number {
  let ends = 0;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) ends++;
  return ends;
}

/** The first line after a line that is not blank. */
function lineOfText(text: string, after: number): number {
  const lines = text.split('\n');
  let line = after + 1;
  while (line < lines.length && lines[line - 1]!.trim() === '') line++;
  return line;
}

function readNames(cells: readonly string[], line: number, source: string, context: ParseContext): readonly string[] {
  const names = cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
  const fail = (problem: string, remedy?: string): never => {
    throw new LabError('file.malformed', { where: `${source}:${line}`, problem }, remedy);
  };
  const present = names.filter((name) => name !== '');
  const twice = present.find((name, n) => present.indexOf(name) !== n);
  if (twice !== undefined) fail(`two columns are called ${JSON.stringify(twice)}`);
  const roles = ['id', 'title', 'text'] as const;
  for (const role of roles) {
    if (findColumn(role, context.columns, present) !== undefined) continue;
    if (role === 'title' && context.columns?.title === undefined) continue;
    const problem = missingColumn(role, context.columns, present);
    if (role !== 'id' || !mayLackId(RULES, context.columns)) fail(problem, columnRemedy(role));
    context.warn(`${problem}; rows are named by their place in the file`);
  }
  return names;
}

/** A column without a name holds nothing that could be asked for (often row numbers). */
function recordOf(names: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, n) => [name, cells[n]!] as const).filter(([name]) => name !== ''));
}

/** An empty cell is no value; a number or a truth value only where its spelling can be had back from it: 0001 is a name. */
function readCell(text: string): string | number | boolean | undefined {
  if (text === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d/.test(text) && text.length < 17 && String(Number(text)) === text ? Number(text) : text;
}
