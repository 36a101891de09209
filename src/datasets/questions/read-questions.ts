// Reads a question set: JSON lines, YAML, or one JSON value. Whatever is wrong is said with its line, and nothing is guessed.
import { isUtf8 } from 'node:buffer';
import { LabError } from '../../core/errors.ts';
import { nearestName } from '../../core/nearest.ts';
import { type ByteSource, type ReadingOptions, readPieces, sourceName } from '../byte-source.ts';
import { LineFaults } from '../read-table.ts';
import {
  type AlternativesRecord,
  type NeedRecord,
  PASSAGE_KEYS,
  type PassageRecord,
  type PlacedQuestion,
  QUESTION_KEYS,
  SPLITS,
  WORDINGS,
} from './question-record.ts';

/** No set that people wrote comes near; a device or a corpus given by mistake does. */
const MOST_BYTES = 256e6;
const MOST_GRADE = 2 ** 31 - 1;

/** What other tools call these fields: too far from ours for the nearest name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  _id: 'id',
  qid: 'id',
  question: 'text',
  query: 'text',
  user_input: 'text',
  gold: 'evidence',
  contexts: 'evidence',
  quotes: 'evidence',
  doc: 'document',
  docid: 'document',
  doc_id: 'document',
  file: 'document',
  text: 'quote',
  type: 'wording',
  tags: 'slices',
};

/**
 * Questions in the order of the file; equal input gives equal records. Questions without a text are open slots: see `isOpen`.
 * @throws LabError, or LabErrors for several (at most 20), each with its line: text that is no JSON or YAML, a key that is not
 *   known, a missing or doubled id, a value of another kind
 */
export async function readQuestions(
  source: ByteSource,
  options: ReadingOptions = {},
): Promise<readonly PlacedQuestion[]> {
  const name = sourceName(source);
  const text = await readText(source, options);
  if (isLines(text, name)) return parseQuestionLines(text, name);
  const { readQuestionTree } = await import('./read-question-tree.ts');
  return collect(name, (faults, check) => {
    readQuestionTree(text, name, faults, (value, line) => check.add(value, line, true));
  });
}

/** A question set in JSON lines. @param name of the file, for messages */
export function parseQuestionLines(text: string, name: string): readonly PlacedQuestion[] {
  return collect(name, (faults, check) => readLines(text, faults, check));
}

function collect(name: string, read: (faults: LineFaults, check: QuestionChecker) => void): readonly PlacedQuestion[] {
  const faults = new LineFaults(name);
  const check = new QuestionChecker(name, faults);
  read(faults, check);
  faults.throwAny();
  return check.questions;
}

/** All of a file's text, checked to be UTF-8 and of a size that can be held. */
export async function readText(source: ByteSource, options: ReadingOptions = {}): Promise<string> {
  const name = sourceName(source);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of readPieces(source, options)) {
    size += piece.length;
    if (size > MOST_BYTES) {
      const problem = `more than ${MOST_BYTES / 1e6} MB; accepted: a question set, not a corpus`;
      throw new LabError('file.malformed', { where: name, problem });
    }
    pieces.push(Buffer.from(piece));
  }
  const bytes = Buffer.concat(pieces);
  if (!isUtf8(bytes)) {
    throw new LabError('file.malformed', {
      where: `${name}:${firstBadLine(bytes)}`,
      problem: 'not valid UTF-8; accepted: UTF-8',
    });
  }
  return bytes.toString('utf8');
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; ; line++) {
    const end = bytes.indexOf(10, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
}

/** JSON lines, told from the name, and where that says nothing from the first line. */
function isLines(text: string, name: string): boolean {
  const file = name.replace(/\.gz$/i, '');
  if (/\.ya?ml$/i.test(file)) return false;
  if (/\.(jsonl|ndjson)$/i.test(file)) return true;
  const first = /^\s*(.*)/.exec(text)![1]!.trim();
  if (!first.startsWith('{')) return first === '';
  try {
    const value = JSON.parse(first) as { questions?: unknown };
    return !Array.isArray(value.questions);
  } catch {
    return false;
  }
}

function readLines(text: string, faults: LineFaults, check: QuestionChecker): void {
  let line = 0;
  for (let from = 0; from < text.length && !faults.isFull; ) {
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    const written = text.slice(from, end).trim();
    from = end + 1;
    line++;
    if (written === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(written);
    } catch {
      faults.add(line, () => 'not valid JSON; accepted: one object a line');
      continue;
    }
    check.add(value, line);
  }
}

/** Turns parsed values into questions; what is wrong goes to the faults. */
class QuestionChecker {
  readonly questions: PlacedQuestion[] = [];
  readonly #name: string;
  readonly #faults: LineFaults;
  readonly #lines = new Map<string, number>();

  constructor(name: string, faults: LineFaults) {
    this.#name = name;
    this.#faults = faults;
  }

  /** @param asWritten every scalar is text, as in YAML: numbers and switches are read from it, and nothing is no value */
  add(value: unknown, line: number, asWritten = false): void {
    const problems: string[] = [];
    const fields = readFields(value, 'a question', QUESTION_KEYS, asWritten, problems);
    if (!fields) {
      this.#faults.add(line, () => problems[0]!);
      return;
    }
    const id = fields.id();
    const fact = fields.text('fact');
    const text = fields.text('text', true);
    if (text === undefined && !fields.has('text')) problems.push('"text" is missing: the question itself');
    const wording = fields.choice('wording', WORDINGS);
    const split = fields.choice('split', SPLITS);
    const slices = fields.texts('slices');
    const evidence = readNeeds(fields, asWritten, problems);
    const answer = fields.text('answer', true);
    const draft = fields.switch('draft');
    const metadata = fields.object('metadata');
    if (id !== undefined) {
      const before = this.#lines.get(id);
      if (before === undefined) this.#lines.set(id, line);
      else problems.push(`id ${JSON.stringify(id)} stands on line ${before}, too; ids must be unique`);
    }
    for (const problem of problems) this.#faults.add(line, () => problem);
    if (problems.length > 0 || id === undefined || text === undefined) return;
    this.questions.push({
      id,
      ...(fact === undefined ? {} : { fact }),
      text,
      ...(wording === undefined ? {} : { wording }),
      ...(split === undefined ? {} : { split }),
      ...(slices === undefined ? {} : { slices }),
      ...(evidence === undefined ? {} : { evidence }),
      ...(answer === undefined ? {} : { answer }),
      ...(draft === undefined ? {} : { draft }),
      ...(metadata === undefined ? {} : { metadata }),
      source: this.#name,
      line,
    });
  }
}

function readNeeds(fields: Fields, asWritten: boolean, problems: string[]): NeedRecord[] | undefined {
  const list = fields.list('evidence', 'a list of needs, each with a document, a quote, or both');
  if (!list) return undefined;
  return list.flatMap((item, n) => readNeed(item, `evidence ${n + 1}`, asWritten, problems) ?? []);
}

function readNeed(value: unknown, what: string, asWritten: boolean, problems: string[]): NeedRecord | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'anyOf')) return readPassage(value, what, asWritten, problems);
  const fields = readFields(value, what, ['anyOf', 'grade'], asWritten, problems);
  const list = fields?.list('anyOf', 'a list of passages');
  const grade = fields?.integer('grade', 0, MOST_GRADE);
  if (!list) return undefined;
  if (list.length === 0) {
    problems.push(`${what}: "anyOf" is empty; accepted: a list of passages`);
    return undefined;
  }
  const anyOf = list.flatMap((item, n): PassageRecord[] => {
    const passage = readPassage(item, `${what}, passage ${n + 1}`, asWritten, problems);
    if (!passage) return [];
    return [grade === undefined || passage.grade !== undefined ? passage : { ...passage, grade }];
  });
  return { anyOf } satisfies AlternativesRecord;
}

function readPassage(value: unknown, what: string, asWritten: boolean, problems: string[]): PassageRecord | undefined {
  const fields = readFields(value, what, PASSAGE_KEYS, asWritten, problems, ['anyOf']);
  if (!fields) return undefined;
  const document = fields.text('document');
  const quote = fields.text('quote');
  const start = fields.integer('start', 0, Number.MAX_SAFE_INTEGER);
  const end = fields.integer('end', 1, Number.MAX_SAFE_INTEGER);
  const grade = fields.integer('grade', 0, MOST_GRADE);
  if (!fields.has('document') && !fields.has('quote')) {
    problems.push(`${what}: neither "document" nor "quote"; accepted: one of them, or both`);
  }
  if (fields.has('start') !== fields.has('end')) problems.push(`${what}: "start" and "end" go together; give both`);
  else if (start !== undefined && end !== undefined && start >= end) {
    problems.push(`${what}: "end" ${end} is not behind "start" ${start}`);
  }
  if (fields.has('start') && !fields.has('document')) {
    problems.push(`${what}: "start" and "end" need a "document" that they count in`);
  }
  return {
    ...(document === undefined ? {} : { document }),
    ...(quote === undefined ? {} : { quote }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(grade === undefined ? {} : { grade }),
  };
}

type Fields = NonNullable<ReturnType<typeof readFields>>;

/**
 * Readers for the fields of an object; each says once what is wrong. Null is no value.
 * @param also keys that are known elsewhere, for the nearest name
 */
function readFields(
  value: unknown,
  what: string,
  known: readonly string[],
  asWritten: boolean,
  problems: string[],
  also: readonly string[] = [],
) {
  const at = what === 'a question' ? '' : `${what}: `;
  if (!isObject(value)) {
    problems.push(`${what} must be an object, got ${shown(value)}`);
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) problems.push(`${at}${unknownKey(key, known, also, at === '')}`);
  }
  const get = (key: string): unknown => {
    const found = Object.hasOwn(value, key) ? value[key] : undefined;
    return found === null ? undefined : found;
  };
  const wrong = (key: string, accepted: string): undefined => {
    problems.push(`${at}"${key}" is ${shown(get(key))}; accepted: ${accepted}`);
    return undefined;
  };
  const text = (key: string, mayBeEmpty = false): string | undefined => {
    const found = get(key);
    if (found === undefined) return undefined;
    if (typeof found !== 'string') return wrong(key, 'text');
    if (asWritten && found === '' && !mayBeEmpty) return undefined;
    if (!mayBeEmpty && found.trim() === '') return wrong(key, 'text that is not blank');
    if (/\p{Surrogate}/u.test(found)) return wrong(key, 'valid Unicode');
    return found;
  };
  return {
    has: (key: string): boolean => get(key) !== undefined && !(asWritten && key !== 'text' && get(key) === ''),
    text,
    id(): string | undefined {
      const found = get('id');
      // A number is kept as an id only where no digit is lost.
      if (typeof found === 'number' && Number.isSafeInteger(found)) return String(found);
      if (found === undefined || found === '') {
        problems.push('"id" is missing: every question needs one, as text');
        return undefined;
      }
      return text('id');
    },
    choice<T extends string>(key: string, accepted: readonly T[]): T | undefined {
      const found = text(key);
      if (found === undefined) return undefined;
      const choice = accepted.find((one) => one === found);
      if (choice !== undefined) return choice;
      const near = nearestName(found, accepted);
      problems.push(
        `${at}unknown ${key} ${JSON.stringify(found)}${near ? `; did you mean "${near}"?` : ''} (known: ${accepted.join(', ')})`,
      );
      return undefined;
    },
    integer(key: string, least: number, most: number): number | undefined {
      const found = get(key);
      if (found === undefined || (asWritten && found === '')) return undefined;
      const number = asWritten && typeof found === 'string' && /^\d{1,16}$/.test(found) ? Number(found) : found;
      if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most)
        return number;
      return wrong(key, `an integer of ${least} or more`);
    },
    switch(key: string): boolean | undefined {
      const found = get(key);
      if (found === undefined || (asWritten && found === '')) return undefined;
      if (found === true || (asWritten && found === 'true')) return true;
      if (found === false || (asWritten && found === 'false')) return false;
      return wrong(key, 'true or false');
    },
    list(key: string, accepted: string): readonly unknown[] | undefined {
      const found = get(key);
      if (found === undefined || (asWritten && found === '')) return undefined;
      return Array.isArray(found) ? (found as unknown[]) : wrong(key, accepted);
    },
    texts(key: string): readonly string[] | undefined {
      const found = get(key);
      if (found === undefined || (asWritten && found === '')) return undefined;
      const isTexts =
        Array.isArray(found) && found.every((one): one is string => typeof one === 'string' && one.trim() !== '');
      return isTexts ? [...new Set(found)] : wrong(key, 'a list of texts');
    },
    object(key: string): Readonly<Record<string, unknown>> | undefined {
      const found = get(key);
      if (found === undefined || (asWritten && found === '')) return undefined;
      return isObject(found) ? found : wrong(key, 'an object');
    },
  };
}

function unknownKey(key: string, known: readonly string[], also: readonly string[], isTop: boolean): string {
  const other = Object.hasOwn(OTHER_NAMES, key.toLowerCase()) ? OTHER_NAMES[key.toLowerCase()] : undefined;
  const near = other && known.includes(other) ? other : nearestName(key, [...known, ...also]);
  const elsewhere = isTop ? '; what else belongs to a question goes under "metadata"' : '';
  return `unknown key ${JSON.stringify(key)}${near ? `; did you mean "${near}"?` : ''} (known: ${known.join(', ')}${elsewhere})`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as it may stand in a message. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
