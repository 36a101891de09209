// What an importer is given and what it gives: questions, and a word on everything that it could not take over.
import type { Named } from '../../../core/contracts.ts';
import { LabError } from '../../../core/errors.ts';
import { type ByteSource, sourceName } from '../../byte-source.ts';
import type { QuestionRecord } from '../question-record.ts';
import { readText } from '../read-questions.ts';

export interface ImportSource {
  readonly file: ByteSource;
  /** The passages that ids stand for, where they lie in a file of their own. */
  readonly passages?: ByteSource | undefined;
}

export interface ImportedQuestions {
  readonly questions: readonly QuestionRecord[];
  /** What was left out or taken in a certain sense, each with its number. */
  readonly notes: readonly string[];
}

export interface QuestionImporter extends Named {
  /** Which field becomes what, a line each. */
  readonly maps: readonly string[];
  /** @throws LabError or LabErrors where the file is not of this format */
  import(source: ImportSource): Promise<ImportedQuestions>;
}

/** Collects questions, gives them ids, counts what was left out. */
export class QuestionCollector {
  readonly #questions: QuestionRecord[] = [];
  /** Ids that are taken, each with the number to try next where it is wanted again. */
  readonly #ids = new Map<string, number>();
  readonly #notes = new Map<string, number>();

  /** @param id as the other tool has it; else, or where it is taken, a number is given */
  add(id: string | undefined, question: Omit<QuestionRecord, 'id'>): void {
    const wanted = id?.trim() || `q${this.#questions.length + 1}`;
    let own = wanted;
    if (this.#ids.has(wanted)) {
      let n = this.#ids.get(wanted)!;
      while (this.#ids.has(`${wanted}-${n}`)) n++;
      own = `${wanted}-${n}`;
      this.#ids.set(wanted, n + 1);
      this.note('ids that occurred before, numbered');
    }
    this.#ids.set(own, 2);
    const evidence = question.evidence ?? [];
    if (evidence.length === 0) this.note('questions without evidence');
    this.#questions.push({ id: own, ...question });
  }

  /** Counts one more of a kind. */
  note(kind: string, n = 1): void {
    this.#notes.set(kind, (this.#notes.get(kind) ?? 0) + n);
  }

  end(): ImportedQuestions {
    return { questions: this.#questions, notes: [...this.#notes].map(([kind, n]) => `${kind}: ${n}`) };
  }
}

export function malformed(where: string, problem: string): LabError {
  return new LabError('file.malformed', { where, problem });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of these fields that holds something. */
export function fieldOf(record: Record<string, unknown>, names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** Text, or a number as it is written; nothing else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'bigint' ? String(value) : undefined;
}

export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((item) => textOf(item) ?? []);
  const text = textOf(value);
  return text === undefined ? [] : [text];
}

/** JSON in any of the shapes that tables are written in: lines, a list, a map of columns, or a list under one key. */
export async function readJsonRecords(file: ByteSource, keys: readonly string[]): Promise<Record<string, unknown>[]> {
  const name = sourceName(file);
  const text = await readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return jsonLines(text, name);
  }
  if (isObject(value)) {
    const listed = keys.map((key) =>
      Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined,
    );
    const list = listed.find(Array.isArray);
    if (list) value = list;
    else value = fromColumns(value as Record<string, unknown>) ?? [value];
  }
  if (!Array.isArray(value)) throw malformed(name, 'not a list of records');
  return (value as unknown[]).map((item, n) => {
    if (!isObject(item)) throw malformed(name, `record ${n + 1} is no object`);
    return item;
  });
}

function jsonLines(text: string, name: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line, n) => {
    if (line.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(line);
      if (isObject(value)) return [value];
    } catch {
      // Said below.
    }
    throw malformed(`${name}:${n + 1}`, 'not valid JSON; accepted: a list of records, or one object a line');
  });
}

/** pandas writes `{column: [values]}` or `{column: {row: value}}`. */
function fromColumns(value: Record<string, unknown>): Record<string, unknown>[] | undefined {
  const columns = Object.entries(value);
  const isTable = columns.length > 0 && columns.every(([, column]) => isObject(column) || Array.isArray(column));
  if (!isTable) return undefined;
  const rows = Object.keys(columns[0]![1] as object);
  return rows.map((row) =>
    Object.fromEntries(columns.map(([name, column]) => [name, (column as Record<string, unknown>)[row]])),
  );
}
