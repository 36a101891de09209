// The two small grammars (systems, measures) and their canonical printers. A canonical string is an identity:
// no white space, parameters sorted, defaults left out. Chunkers and datasets reuse the part grammar.
import type { ParamSpec, ParamSpecs, Params, ParamValue } from './contracts.ts';
import { LabError } from './errors.ts';
import { compareText } from './order.ts';

/** `name(key=value,...)` as written: values are still text. */
export interface PartSpec {
  readonly name: string;
  readonly args: ReadonlyMap<string, string>;
}

/** `name[input,...](key=value,...)`, as written. */
export interface SystemSpec extends PartSpec {
  readonly inputs: readonly SystemSpec[];
}

/** `name(key=value,...)@cutoff`, as written. */
export interface MeasureSpec extends PartSpec {
  readonly cutoff?: number;
}

/** Far beyond any real fusion of fusions, and far from the end of the call stack. */
const MAX_NESTING = 50;

const NAME = /[A-Za-z_][A-Za-z0-9_+.-]*/y;
/** A measure may begin with a digit: trec_eval has an `11pt_avg`. */
const MEASURE_NAME = /[A-Za-z0-9_][A-Za-z0-9_+.-]*/y;
/** A value without quotes: `0.9`, `1:2`, `http://localhost:9200/x?a=b`. */
const BARE_VALUE = /[^\s,()[\]=@>"'][^\s,()[\]"']*/y;
/** What a canonical value never shows as it is: white space, which separates fields elsewhere, and what nobody can see. */
const ESCAPED = /[\s\p{Cc}\p{Cf}\p{Surrogate}]/u;
/** As in JSON, and `\s` for a space, so that a canonical string can hold one without white space. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
  ['s', ' '],
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
]);

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  space(): void {
    while (this.at < this.text.length && /\s/.test(this.text[this.at]!)) this.at++;
  }

  /** Reads a fixed string after optional spaces; false leaves the position where it was. */
  accept(token: string): boolean {
    this.space();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  match(pattern: RegExp, expected: string): string {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) this.fail(expected);
    this.at += found.length;
    return found;
  }

  fail(expected: string): never {
    throw new LabError('spec.syntax', { text: this.text, at: this.at, expected });
  }

  end(): void {
    this.space();
    if (this.at < this.text.length) this.fail('the end');
  }

  args(): Map<string, string> {
    const args = new Map<string, string>();
    if (!this.accept('(')) return args;
    if (this.accept(')')) return args;
    do {
      const key = this.match(NAME, 'a parameter name');
      if (!this.accept('=')) this.fail('"=" and a value');
      if (args.has(key)) this.fail(`no second "${key}"`);
      args.set(key, this.value());
    } while (this.accept(','));
    if (!this.accept(')')) this.fail('"," or ")"');
    return args;
  }

  /** Bare, or between quotes of either kind with backslash escapes. */
  value(): string {
    this.space();
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") return this.match(BARE_VALUE, 'a value');
    let value = '';
    for (this.at++; this.text[this.at] !== quote; ) {
      const mark = this.text[this.at];
      if (mark === undefined) this.fail(`a closing ${quote}`);
      value += mark === '\\' ? this.escape() : mark;
      this.at++;
    }
    this.at++;
    return value;
  }

  /** Stands on the backslash; leaves the position at the last character of the escape. */
  private escape(): string {
    const mark = this.text[this.at + 1] ?? '';
    const meaning = ESCAPES.get(mark);
    const code = /^u([0-9a-fA-F]{4})/.exec(this.text.slice(this.at + 1, this.at + 6))?.[1];
    if (meaning === undefined && code === undefined) {
      this.fail('an escape: \\" \\\' \\\\ \\/ \\s \\t \\n \\r or \\u and four hexadecimal digits');
    }
    this.at += code === undefined ? 1 : 5;
    return meaning ?? String.fromCharCode(Number.parseInt(code!, 16));
  }

  system(depth = 0): SystemSpec {
    if (depth > MAX_NESTING) this.fail(`at most ${MAX_NESTING} levels of systems`);
    const name = this.match(NAME, 'a system name');
    const inputs: SystemSpec[] = [];
    if (this.accept('[')) {
      do inputs.push(this.system(depth + 1));
      while (this.accept(','));
      if (!this.accept(']')) this.fail('"," or "]"');
    }
    return { name, inputs, args: this.args() };
  }
}

/** Reads `name(key=value,...)`, as a chunker is written. @throws LabError `spec.syntax` with the place */
export function parsePart(text: string): PartSpec {
  const reader = new Reader(text);
  const part = { name: reader.match(NAME, 'a name'), args: reader.args() };
  reader.end();
  return part;
}

/** Reads a system without a label. @throws LabError `spec.syntax` with the place */
export function parseSystem(text: string): SystemSpec {
  const reader = new Reader(text);
  const system = reader.system();
  reader.end();
  return system;
}

/** A system as listed: an optional `label=` before the spec. */
export function parseLabelledSystem(text: string): { label: string | undefined; system: SystemSpec; typed: string } {
  const labelled = /^\s*([A-Za-z0-9_][A-Za-z0-9_+.-]*)\s*=(.*)$/s.exec(text);
  const typed = (labelled?.[2] ?? text).trim();
  if (labelled && typed === '') {
    throw new LabError('spec.syntax', { text, at: text.length, expected: 'a system after the label' });
  }
  // Reports hold values by label, and JSON readers drop this one key.
  if (labelled?.[1] === '__proto__') throw new LabError('spec.syntax', { text, at: 0, expected: 'another label' });
  return { label: labelled?.[1], system: parseSystem(typed), typed };
}

/** @param fractional accept any decimal number as a cutoff, as for a share of recall */
export function parseMeasure(text: string, fractional = false): MeasureSpec {
  const reader = new Reader(text);
  const name = reader.match(MEASURE_NAME, 'a measure name');
  const args = reader.args();
  const spec = { name, args };
  if (!reader.accept('@')) {
    reader.end();
    return spec;
  }
  const cutoff = Number(reader.match(fractional ? /[0-9]+\.?[0-9]*|\.[0-9]+/y : /[0-9]+/y, 'a cutoff'));
  reader.end();
  if (!fractional && !(Number.isSafeInteger(cutoff) && cutoff >= 1)) {
    throw new LabError('spec.syntax', { text, at: text.indexOf('@') + 1, expected: 'a cutoff of 1 or more' });
  }
  return { ...spec, cutoff };
}

/** Splits at commas that are inside no bracket and no quoted value; empty pieces are dropped. */
export function splitList(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    const mark = text[i];
    // Only behind "=" does a quote open a value: a stray apostrophe must not swallow the rest of the list.
    if (mark === '=' && depth > 0) i = endOfQuoted(text, i);
    else if (mark === '(' || mark === '[') depth++;
    else if (mark === ')' || mark === ']') depth--;
    else if (mark === undefined || (mark === ',' && depth === 0)) {
      const piece = text.slice(from, i).trim();
      if (piece) pieces.push(piece);
      from = i + 1;
    }
  }
  return pieces;
}

/** The last character of the quoted value that follows an "=", or the "=" itself where none follows. */
function endOfQuoted(text: string, equals: number): number {
  let at = equals + 1;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return equals;
  for (at++; at < text.length && text[at] !== quote; at++) if (text[at] === '\\') at++;
  return Math.min(at, text.length - 1);
}

/** Checks written arguments against their specs and fills in defaults; faults are collected, not thrown. */
export function resolveParams<P>(
  owner: string,
  specs: ParamSpecs<P>,
  args: ReadonlyMap<string, string>,
  faults: LabError[],
): Params {
  const known = specs as Readonly<Record<string, ParamSpec>>;
  const params: Record<string, ParamValue> = {};
  for (const [name, spec] of Object.entries(known)) params[name] = spec.default;
  for (const [name, written] of args) {
    const spec = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!spec) {
      faults.push(new LabError('param.unknown', { owner, name, known: Object.keys(known) }));
      continue;
    }
    const value = readValue(spec, written);
    if (value === undefined) {
      const choices = spec.choices?.map(String);
      faults.push(new LabError('param.invalid', { owner, name, value: written, accepted: accepted(spec), choices }));
    } else params[name] = value;
  }
  return params;
}

function readValue(spec: ParamSpec, written: string): ParamValue | undefined {
  if (typeof spec.default === 'boolean') {
    return written === 'true' ? true : written === 'false' ? false : undefined;
  }
  if (typeof spec.default === 'string') {
    return spec.choices && !spec.choices.includes(written) ? undefined : written;
  }
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(written)) return undefined;
  const value = Number(written);
  if (!Number.isFinite(value) || (spec.integer && !Number.isSafeInteger(value))) return undefined;
  if (value < (spec.min ?? -Infinity) || value > (spec.max ?? Infinity)) return undefined;
  return value === 0 ? 0 : value;
}

/** What a parameter accepts, for messages and lists. */
export function accepted(spec: ParamSpec): string {
  if (typeof spec.default === 'boolean') return 'true or false';
  if (typeof spec.default === 'string') return spec.choices ? spec.choices.join(' or ') : 'text';
  const kind = spec.integer ? 'an integer' : 'a number';
  if (spec.min !== undefined && spec.max !== undefined) return `${kind} from ${spec.min} to ${spec.max}`;
  if (spec.min !== undefined) return `${kind} of ${spec.min} or more`;
  if (spec.max !== undefined) return `${kind} of ${spec.max} or less`;
  return kind;
}

/** `(key=value,...)` with sorted keys and defaults left out; empty where nothing differs. */
export function printParams<P>(specs: ParamSpecs<P>, params: Params): string {
  const known = specs as Readonly<Record<string, ParamSpec>>;
  const shown = Object.keys(params)
    .filter((name) => params[name] !== known[name]?.default)
    .sort(compareText)
    .map((name) => `${name}=${printValue(params[name]!)}`);
  return shown.length > 0 ? `(${shown.join(',')})` : '';
}

/** A value as it is read back: quoted only where it must be, always with `"`, and without any white space. */
export function printValue(value: ParamValue): string {
  if (typeof value !== 'string') return String(value);
  BARE_VALUE.lastIndex = 0;
  if (BARE_VALUE.exec(value)?.[0] === value && !ESCAPED.test(value)) return value;
  return `"${value.replace(/["\\]/g, '\\$&').replace(new RegExp(ESCAPED, 'gu'), escapeMark)}"`;
}

function escapeMark(mark: string): string {
  for (const [letter, meaning] of ESCAPES) if (meaning === mark) return `\\${letter}`;
  return Array.from({ length: mark.length }, (_, i) => `\\u${mark.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  );
}
