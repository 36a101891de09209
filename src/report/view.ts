// What a table for people is made of: cells, columns, tables and notes in sections. Reports fill them; formats lay them out.
import { plainText } from './plain-text.ts';

export interface Cell {
  /** Safe to print: made by `cell`. */
  readonly text: string;
  /** A second voice for what the text says already. */
  readonly tone?: 'good' | 'bad';
}

export interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
  /**
   * What gives way where a table is too wide: a figure breaks at spaces, a label wraps and is never shortened, text
   * wraps, and an aside (long text) moves below its row.
   */
  readonly kind: 'figure' | 'label' | 'text' | 'aside';
  /** May stand under the column before it. */
  readonly joins?: boolean;
  /** Ids and paths: cut in the middle rather than wrapped, unless two of them would then look the same. */
  readonly shortens?: boolean;
}

export interface Table {
  readonly kind: 'table';
  readonly caption?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** What holds all rows, where a terminal is not shown them. */
  readonly elsewhere?: string;
}

export interface Notes {
  readonly kind: 'notes';
  readonly lines: readonly string[];
}

export interface Section {
  readonly heading: string;
  readonly parts: readonly (Table | Notes)[];
}

export interface View {
  readonly sections: readonly Section[];
  /** A last line for scripts. */
  readonly result?: string;
}

/** Stands where there is no value. */
export const NONE = '–';

export function cell(text: string, tone?: 'good' | 'bad'): Cell {
  const safe = plainText(text);
  return tone ? { text: safe, tone } : { text: safe };
}

export const figure = (head: string): Column => ({ head: plainText(head), align: 'right', kind: 'figure' });
export const label = (head: string): Column => ({ head, align: 'left', kind: 'label' });
/** A label whose beginning and end tell enough: of a question, a document, a chunk. */
export const idLabel = (head: string): Column => ({ ...label(head), shortens: true });
export const notes = (lines: readonly string[]): Notes => ({ kind: 'notes', lines: lines.map(plainText) });
