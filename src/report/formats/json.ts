// JSON with one spelling a value: keys sorted, nine significant digits, no character that acts on a terminal.
import type { ReportFormat } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import { compareText } from '../../core/order.ts';
import { roundNumber } from '../../core/rounding.ts';

export const json = {
  name: 'json',
  summary: 'the whole report as report.json; the same input gives the same bytes',
  extension: 'json',
  render: ({ report }) => stableJson(report),
} satisfies ReportFormat;

/** JSON text of plain data, indented by two spaces, with a final line feed. */
export function stableJson(value: unknown): string {
  return `${write(value, roundNumber, '\n', [])}\n`;
}

/** The same with every digit of every number, so that reading gives the very doubles. */
export function exactJson(value: unknown): string {
  return `${write(value, (number) => number, '\n', [])}\n`;
}

type Round = (value: number) => number;

/**
 * What JSON.stringify leaves bare and a terminal, a reader or a CI server may act on; escaped, it stays the same value. `::` acts
 * at the start of a line only, where a string has its quote; `##[` and `##vso[` act anywhere.
 */
const ACTIVE = /#(?=#(?:[vV][sS][oO])?\[)|[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function write(value: unknown, round: Round, line: string, path: readonly string[]): string {
  if (typeof value === 'number') return writeNumber(value, round, path);
  if (typeof value === 'string') return writeText(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') throw new TypeError(`${path.join('.')}: ${typeof value} has no place in JSON`);
  const inner = `${line}  `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((item, n) => write(item, round, inner, [...path, String(n)]))]
    : ['{', '}', writeFields(value as Readonly<Record<string, unknown>>, round, inner, path)];
  return parts.length === 0 ? open + close : `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
}

function writeFields(
  fields: Readonly<Record<string, unknown>>,
  round: Round,
  inner: string,
  path: readonly string[],
): string[] {
  return Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort(compareText)
    .map((key) => `${writeText(key)}: ${write(fields[key], round, inner, [...path, key])}`);
}

function writeText(text: string): string {
  return JSON.stringify(text).replace(ACTIVE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function writeNumber(value: number, round: Round, path: readonly string[]): string {
  if (!Number.isFinite(value)) {
    throw new LabError('data.invalid', { what: path.join('.') || 'value', problem: `${value} is not a number` });
  }
  return String(round(value));
}
