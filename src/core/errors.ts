// One error class. Every message says what is wrong, where, what is accepted, and the nearest name where there is one.
import { nearestName } from './nearest.ts';

/** What cannot be seen as it is, nothing or spaces around it, stands in quotes. */
function visible(text: string): string {
  return text === '' || text !== text.trim() ? JSON.stringify(text) : text;
}

/** Much more than people write, and little enough to be read. */
const MOST_SHOWN = 200;

/** Of a long text, what stands around a place in it. */
function around(text: string, at: number): string {
  if (text.length <= MOST_SHOWN) return text;
  const start = Math.max(0, Math.min(at - MOST_SHOWN / 2, text.length - MOST_SHOWN));
  const end = start + MOST_SHOWN;
  return `${start > 0 ? '...' : ''}${text.slice(start, end)}${end < text.length ? '...' : ''}`;
}

/** code -> the message's parts. Codes are grouped by area; arguments are typed per code. */
const MESSAGES = {
  'spec.syntax': (a: { text: string; at: number; expected: string }) =>
    `cannot read "${around(a.text, a.at)}": expected ${a.expected} at character ${a.at + 1}`,
  /** `also`: names that are understood but not listed, e.g. aliases. */
  'spec.unknown-name': (a: { kind: string; name: string; known: readonly string[]; also?: readonly string[] }) => {
    const near = nearestName(a.name, [...a.known, ...(a.also ?? [])]);
    return `unknown ${a.kind} "${a.name}"${near ? `; did you mean "${near}"?` : ''} (known: ${a.known.join(', ')})`;
  },
  'spec.inputs': (a: { system: string; got: number; accepted: string }) =>
    `${a.system} takes ${a.accepted} inner systems, got ${a.got}`,
  'spec.duplicate-label': (a: { label: string }) => `two systems are called "${a.label}"; labels must be unique`,
  'spec.invalid': (a: { what: string; problem: string }) => `${a.what}: ${a.problem}`,
  'param.unknown': (a: { owner: string; name: string; known: readonly string[] }) => {
    const near = nearestName(a.name, a.known);
    const accepted = a.known.length > 0 ? `it takes ${a.known.join(', ')}` : 'it takes no parameters';
    return `${a.owner} has no parameter "${a.name}"${near ? `; did you mean "${near}"?` : ''} (${accepted})`;
  },
  /** `choices`: where only these are accepted. */
  'param.invalid': (a: {
    owner: string;
    name: string;
    value: string;
    accepted: string;
    choices?: readonly string[] | undefined;
  }) => {
    const near = nearestName(a.value, a.choices ?? []);
    return `${a.owner}: ${a.name}=${a.value} is not valid${near ? `; did you mean "${near}"? accepted` : '; accepted'}: ${a.accepted}`;
  },
  'option.invalid': (a: { option: string; value: string; accepted: string }) =>
    `${a.option} ${visible(a.value)}: not valid; accepted: ${a.accepted}`,
  'option.conflict': (a: { problem: string }) => a.problem,
  'file.unreadable': (a: { path: string; problem: string }) => `${visible(a.path)}: cannot be read: ${a.problem}`,
  'file.unwritable': (a: { path: string; problem: string }) => `${visible(a.path)}: cannot be written: ${a.problem}`,
  'file.malformed': (a: { where: string; problem: string }) => `${a.where}: ${a.problem}`,
  'data.invalid': (a: { what: string; problem: string }) => `${a.what}: ${a.problem}`,
  'nothing.evaluated': (a: { run: string; qrels: string; judged: number }) =>
    `${a.run}: nothing was evaluated: it has 0 of ${a.judged} topics of ${a.qrels}`,
  'nothing.answerable': (a: { questions: number }) =>
    `nothing was evaluated: ${a.questions === 0 ? 'there are no questions' : a.questions === 1 ? 'the one question has no evidence' : `none of the ${a.questions} questions has evidence`}`,
  'baseline.absent': (a: { path: string }) => `no baseline: ${a.path} does not exist`,
  'baseline.incomparable': (a: { path: string; problem: string }) => `${a.path}: cannot be compared: ${a.problem}`,
  'model.damaged': (a: { path: string; problem: string }) => `${a.path}: ${a.problem}`,
  'system.failed': (a: { system: string; problem: string }) => `system ${a.system} failed: ${a.problem}`,
} as const;

export type ErrorCode = keyof typeof MESSAGES;
export type ErrorArgs<C extends ErrorCode> = Parameters<(typeof MESSAGES)[C]>[0];

/** A fault of input, configuration or surroundings: printed as one line, exit code 2 (3 where there was nothing to evaluate). Anything else thrown is a bug. */
export class LabError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  /** What the message was made of. */
  readonly args: ErrorArgs<C>;
  /** A remedy, printed on a second line behind `try:`. */
  readonly remedy: string | undefined;

  constructor(code: C, args: ErrorArgs<C>, remedy?: string) {
    super((MESSAGES[code] as (args: ErrorArgs<C>) => string)(args));
    this.name = 'LabError';
    this.code = code;
    this.args = args;
    this.remedy = remedy;
  }
}

/** Several faults found before any work began, reported together. */
export class LabErrors extends Error {
  readonly errors: readonly LabError[];

  constructor(errors: readonly LabError[]) {
    super(errors.map((error) => error.message).join('\n'));
    this.name = 'LabErrors';
    this.errors = errors;
  }
}
