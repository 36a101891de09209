// Rows as CSV text. Numbers keep nine significant digits; text cells are never formulas.
import { stringify } from 'csv-stringify/sync';
import { roundNumber } from '../../core/rounding.ts';
import { plainText } from '../plain-text.ts';

export type Value = string | number | boolean | null | undefined;

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
