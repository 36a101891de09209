// What JSON lines, JSON lists and tables have in common: records, of which some fields are a document's id, title and text and
// the others its metadata.
import type { ColumnNames, ParseContext, ParsedDocument } from '../core/contracts.ts';
import type { Block } from '../core/model.ts';
import { MetaCollector, warnOnce } from './collect-meta.ts';
import { tidyText } from './decode.ts';
import { FileFaults } from './file-faults.ts';
import { paragraphBlocks } from './paragraphs.ts';
import { recordedBlocks } from './recorded-blocks.ts';

/** What the fields are usually called, best first; capitals do not matter. */
const USUAL: Readonly<Record<keyof ColumnNames, readonly string[]>> = {
  id: ['_id', 'id', 'docid', 'doc_id', 'docno', 'document_id', 'doc-id'],
  title: ['title'],
  text: ['text', 'content', 'contents', 'body', 'passage'],
};

/** Whether there is such a field: of the given name or, without one, of a usual name. */
export function findColumn(
  role: keyof ColumnNames,
  columns: ColumnNames | undefined,
  present: readonly string[],
): string | undefined {
  const given = columns?.[role];
  if (given !== undefined) return present.includes(given) ? given : undefined;
  for (const name of USUAL[role]) {
    if (present.includes(name)) return name;
    const other = present.find((key) => key.toLowerCase() === name);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** What is said of a record or a table without such a field. */
export function missingColumn(
  role: keyof ColumnNames,
  columns: ColumnNames | undefined,
  present: readonly string[],
): string {
  const given = columns?.[role];
  const wanted = given === undefined ? `none of ${USUAL[role].join(', ')}` : `no ${JSON.stringify(given)}`;
  return `no field for the ${role}: ${wanted} among ${present.map((name) => JSON.stringify(name)).join(', ') || 'no fields'}`;
}

/** How a user says which field it is. */
export function columnRemedy(role: keyof ColumnNames): string {
  return `--columns ${role}=NAME names it`;
}

/** Why a record is no document. */
interface Refusal {
  readonly problem: string;
  readonly remedy?: string;
}

export interface RecordRules {
  /** What the text of a metadata field means; undefined: no value. */
  readonly read: (text: string) => string | number | boolean | undefined;
  /** Records need no field for the id: without one, their place in the file names them. */
  readonly idOptional: boolean;
}

const JSON_RULES: RecordRules = { read: (text) => text, idOptional: false };

/** An id column that was asked for by name must be there. */
export function mayLackId(rules: RecordRules, columns: ColumnNames | undefined): boolean {
  return rules.idOptional && columns?.id === undefined;
}

export class RecordReader {
  readonly faults: FileFaults;
  readonly #columns: ColumnNames | undefined;
  readonly #warn: (problem: string) => void;
  readonly #rules: RecordRules;
  readonly #documents: ParsedDocument[] = [];
  /** By id: the line it was first on. */
  readonly #lines = new Map<string, number>();

  constructor(source: string, { columns, warn }: ParseContext, rules: RecordRules = JSON_RULES) {
    this.faults = new FileFaults(source);
    this.#columns = columns;
    this.#warn = warnOnce(warn);
    this.#rules = rules;
  }

  /** @param line physical line that the record begins on */
  add(record: Readonly<Record<string, unknown>>, line: number): void {
    const made = this.#document(record);
    if ('problem' in made) {
      this.faults.add(line, made.problem, made.remedy);
      return;
    }
    if (made.id !== undefined) {
      const first = this.#lines.get(made.id);
      if (first !== undefined) {
        this.faults.add(line, `the id ${JSON.stringify(made.id)} is on line ${first} already`);
        return;
      }
      this.#lines.set(made.id, line);
    }
    this.#documents.push(made);
  }

  /** @throws LabError or LabErrors where lines were bad */
  documents(): readonly ParsedDocument[] {
    this.faults.throwAny();
    return this.#documents;
  }

  #document(record: Readonly<Record<string, unknown>>): ParsedDocument | Refusal {
    const present = Object.keys(record);
    const missing = (role: keyof ColumnNames): Refusal => {
      return { problem: missingColumn(role, this.#columns, present), remedy: columnRemedy(role) };
    };
    const idKey = findColumn('id', this.#columns, present);
    const textKey = findColumn('text', this.#columns, present);
    const titleKey = findColumn('title', this.#columns, present);
    if (idKey === undefined && !mayLackId(this.#rules, this.#columns)) return missing('id');
    if (textKey === undefined) return missing('text');
    if (titleKey === undefined && this.#columns?.title !== undefined) return missing('title');
    const id = idKey === undefined ? undefined : idOf(record[idKey]);
    if (idKey !== undefined && typeof id !== 'string') {
      const problem = id?.problem ?? ' must be a string that is not empty, or a whole number';
      return { problem: `${JSON.stringify(idKey)}${problem}` };
    }
    const text = record[textKey];
    if (typeof text !== 'string') return { problem: `${JSON.stringify(textKey)} must be a string` };
    const title = titleKey === undefined ? '' : (record[titleKey] ?? '');
    if (typeof title !== 'string' && typeof title !== 'number') {
      return { problem: `${JSON.stringify(titleKey)} must be a string` };
    }
    const meta = new MetaCollector(this.#warn);
    let blocks: readonly Block[] | undefined;
    const taken = new Set([idKey, textKey, titleKey]);
    for (const key of present) {
      if (taken.has(key)) continue;
      const value = record[key];
      if (typeof value === 'string') meta.add(key, this.#rules.read(value));
      // BEIR's place for metadata: what it holds needs no longer name.
      else if (key === 'metadata' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
        for (const [inner, held] of Object.entries(value)) {
          if (inner === 'blocks') blocks = recordedBlocks(held, text);
          if (inner !== 'blocks' || !blocks) meta.add(inner, held);
        }
      } else meta.add(key, value);
    }
    const own = tidyText(text);
    return {
      ...(typeof id === 'string' ? { id } : {}),
      title: tidyText(String(title)).replace(/\s+/g, ' ').trim(),
      text: own,
      // Their offsets are those of the text as it was written.
      blocks: (own === text ? blocks : undefined) ?? paragraphBlocks(own),
      meta: meta.meta(),
    };
  }
}

function idOf(value: unknown): string | { readonly problem: string } | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return String(value);
    return { problem: `: the number ${value} cannot be an id, for its digits may not be kept; write it as a string` };
  }
  if (typeof value !== 'string') return undefined;
  if (/\p{Surrogate}/u.test(value)) return { problem: ': not valid Unicode' };
  if (/[\0-\x1f\x7f]/.test(value)) return { problem: ': a control character in an id' };
  return tidyText(value) || undefined;
}
