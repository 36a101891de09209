// JSON Lines with an `_id` a line, as BEIR writes documents and queries.
import { type ByteSource, type ReadingOptions, sourceName } from './byte-source.ts';
import type { KnownIds } from './known-ids.ts';
import { readLines } from './read-lines.ts';
import { LineFaults } from './read-table.ts';

export interface JsonRecord {
  readonly id: string;
  /** `title`, or nothing. */
  readonly title: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly line: number;
}

/**
 * Reads records in file order; blank lines count for numbering only.
 * @throws LabError, or LabErrors for several (at most 20), each with its line: no JSON object, no id, an id met before,
 *   no text, no UTF-8
 */
export async function readJsonRecords(
  source: ByteSource,
  options: ReadingOptions,
  ids: KnownIds,
  receive: (record: JsonRecord) => void,
): Promise<void> {
  const name = sourceName(source);
  const faults = new LineFaults(name);
  await readLines(
    source,
    options,
    (json, line, isUtf8) => {
      if (faults.isFull || /^\s*$/.test(json)) return;
      if (!isUtf8) {
        faults.add(line, () => 'not valid UTF-8');
        return;
      }
      const record = parse(json, line);
      if (typeof record === 'string') faults.add(line, () => record);
      else if (ids.accepts(record.id, name, line, faults)) receive(record);
    },
    () => faults.isFull,
  );
  faults.throwAny();
}

/** @returns a record, or what is wrong */
function parse(json: string, line: number): JsonRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // What the parser says differs between versions of Node.
    return 'not valid JSON';
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'not a JSON object';
  const fields = value as Readonly<Record<string, unknown>>;
  const own = (key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);
  const id = idOf(own('_id') ?? own('id'));
  if (id === undefined) return 'no "_id" that is text';
  const text = own('text') ?? '';
  const title = own('title') ?? '';
  if (typeof text !== 'string') return '"text" is not text';
  if (typeof title !== 'string') return '"title" is not text';
  if (own('text') === undefined && own('title') === undefined) return 'no "text"';
  return { id, title, text, fields, line };
}

/** A number is kept as an id only where no digit is lost. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
