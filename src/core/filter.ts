// Conditions on documents' metadata: `team = people and updated >= 2026-01-01`. Read, printed in canonical form, applied to chunks.
import type { Filter } from './contracts.ts';
import { LabError } from './errors.ts';
import type { Collection, Document, Meta } from './model.ts';
import { compareText } from './order.ts';

/**
 * A value as written. Bare digits are a number and bare `true` and `false` are booleans; all else, and whatever stands in
 * quotes, is text.
 */
export type FilterValue = string | number | boolean;

/** Operators between a field and one value. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A condition as it was read. */
export type FilterExpression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterExpression[] }
  | { readonly kind: 'not'; readonly part: FilterExpression }
  | {
      readonly kind: 'compare';
      readonly field: string;
      readonly operator: Comparison | 'contains';
      readonly value: FilterValue;
    }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly FilterValue[] }
  | { readonly kind: 'exists'; readonly field: string };

/** Far beyond what people write, and far from the end of the call stack. */
const MAX_NESTING = 100;

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'contains', 'exists']);
/** A word without quotes ends where something else could begin. */
const BARE = /[^\s()"',=!<>]+/y;
const OPERATOR = /!=|<=|>=|==|=|<|>/y;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

const EXAMPLE = "a condition on metadata such as 'team = people and updated >= 2026-01-01'";

interface Token {
  readonly kind: 'word' | 'quoted' | 'operator' | 'mark' | 'end';
  readonly text: string;
  readonly at: number;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    while (at < text.length && /\s/.test(text[at]!)) at++;
    if (at >= text.length) break;
    const mark = text[at]!;
    if (mark === '(' || mark === ')' || mark === ',') tokens.push({ kind: 'mark', text: mark, at: at++ });
    else if (mark === '"' || mark === "'") {
      const began = at++;
      let value = '';
      while (at < text.length && text[at] !== mark) {
        if (text[at] === '\\' && at + 1 < text.length) at++;
        value += text[at++];
      }
      if (at >= text.length) fail(text, text.length, `${mark === '"' ? "'\"'" : '"\'"'} to end the quoted text`);
      at++;
      tokens.push({ kind: 'quoted', text: value, at: began });
    } else {
      const operator = match(OPERATOR);
      const found = operator ?? match(BARE);
      if (found === undefined) fail(text, at, 'a field, a value, or an operator (=, !=, <, <=, >, >=)');
      tokens.push({ kind: operator === undefined ? 'word' : 'operator', text: found, at });
      at += found.length;
    }
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

function fail(text: string, at: number, expected: string): never {
  throw new LabError('spec.syntax', { text, at, expected }, EXAMPLE);
}

class Reader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  whole(): FilterExpression {
    const expression = this.#either(0);
    if (this.#token.kind !== 'end') this.#fail('"and", "or" or the end');
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  #fail(expected: string): never {
    return fail(this.#text, this.#token.at, expected);
  }

  #accept(kind: Token['kind'], text: string): boolean {
    const token = this.#token;
    const same = kind === 'word' ? token.text.toLowerCase() === text : token.text === text;
    if (token.kind !== kind || !same) return false;
    this.#next++;
    return true;
  }

  #either(depth: number): FilterExpression {
    return this.#chain('or', () => this.#chain('and', () => this.#negated(depth)));
  }

  #chain(kind: 'and' | 'or', read: () => FilterExpression): FilterExpression {
    const parts = [read()];
    while (this.#accept('word', kind)) parts.push(read());
    return joined(kind, parts);
  }

  #negated(depth: number): FilterExpression {
    if (depth > MAX_NESTING) this.#fail(`at most ${MAX_NESTING} levels`);
    if (this.#accept('word', 'not')) return { kind: 'not', part: this.#negated(depth + 1) };
    if (!this.#accept('mark', '(')) return this.#condition();
    const inner = this.#either(depth + 1);
    if (!this.#accept('mark', ')')) this.#fail('"and", "or" or ")"');
    return inner;
  }

  #condition(): FilterExpression {
    const token = this.#token;
    const isName = token.kind === 'quoted' || (token.kind === 'word' && !WORDS.has(token.text.toLowerCase()));
    if (!isName) this.#fail('a field');
    this.#next++;
    const field = token.text;
    if (this.#accept('word', 'exists')) return { kind: 'exists', field };
    if (this.#accept('word', 'contains')) {
      return { kind: 'compare', field, operator: 'contains', value: this.#value() };
    }
    if (this.#accept('word', 'in')) return { kind: 'in', field, values: this.#values() };
    if (this.#token.kind !== 'operator') this.#fail('=, !=, <, <=, >, >=, in, contains or exists');
    const written = this.#token.text;
    this.#next++;
    const operator = (written === '==' ? '=' : written) as Comparison;
    return { kind: 'compare', field, operator, value: this.#value() };
  }

  #values(): FilterValue[] {
    if (!this.#accept('mark', '(')) this.#fail('"(" and values');
    const values: FilterValue[] = [];
    do values.push(this.#value());
    while (this.#accept('mark', ','));
    if (!this.#accept('mark', ')')) this.#fail('"," or ")"');
    return values;
  }

  #value(): FilterValue {
    const { kind, text } = this.#token;
    if (kind !== 'word' && kind !== 'quoted') this.#fail('a value');
    this.#next++;
    return kind === 'quoted' ? text : readBare(text);
  }
}

function readBare(text: string): FilterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? (number === 0 ? 0 : number) : text;
}

/** Parts of the same kind are taken in, so that parentheses that change nothing leave no trace. */
function joined(kind: 'and' | 'or', parts: readonly FilterExpression[]): FilterExpression {
  if (parts.length === 1) return parts[0]!;
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
}

/** @throws LabError `spec.syntax` with the place */
export function parseFilter(text: string): FilterExpression {
  return new Reader(text).whole();
}

/** The canonical form: single spaces, quotes and parentheses only where they are needed. Reading it gives the same expression. */
export function printFilter(expression: FilterExpression): string {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts
        .map((part) => (expression.kind === 'and' && part.kind === 'or' ? `(${printFilter(part)})` : printFilter(part)))
        .join(` ${expression.kind} `);
    case 'not': {
      const { part } = expression;
      return `not ${part.kind === 'and' || part.kind === 'or' ? `(${printFilter(part)})` : printFilter(part)}`;
    }
    case 'in':
      return `${printName(expression.field)} in (${expression.values.map(printValue).join(', ')})`;
    case 'exists':
      return `${printName(expression.field)} exists`;
    default:
      return `${printName(expression.field)} ${expression.operator} ${printValue(expression.value)}`;
  }
}

function printName(name: string): string {
  return isBare(name) && !WORDS.has(name.toLowerCase()) ? name : quoted(name);
}

function printValue(value: FilterValue): string {
  if (typeof value !== 'string') return String(value);
  return isBare(value) && readBare(value) === value && !WORDS.has(value.toLowerCase()) ? value : quoted(value);
}

function isBare(text: string): boolean {
  BARE.lastIndex = 0;
  return BARE.exec(text)?.[0] === text && text !== '';
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * Whether metadata meets a condition. A field that is missing meets none, `!=` included; so does one of another type than the
 * value. A number is compared with text that is itself a number (tables hold nothing but text) or a date (`updated >= 2026`).
 * A list meets `=`, `in` and `contains` where one entry does, `!=` where none equals. `contains` looks for a part of a text.
 */
export function evaluateFilter(expression: FilterExpression, meta: Meta): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.parts.every((part) => evaluateFilter(part, meta));
    case 'or':
      return expression.parts.some((part) => evaluateFilter(part, meta));
    case 'not':
      return !evaluateFilter(expression.part, meta);
    default: {
      const held = Object.hasOwn(meta, expression.field) ? meta[expression.field] : undefined;
      if (held === undefined) return false;
      if (expression.kind === 'exists') return true;
      const entries: readonly (string | number | boolean)[] | undefined = Array.isArray(held) ? held : undefined;
      if (expression.kind === 'in') {
        return (entries ?? [held as FilterValue]).some((entry) =>
          expression.values.some((value) => order(entry, value) === 0),
        );
      }
      const { operator, value } = expression;
      if (entries) {
        const holds = entries.some((entry) => order(entry, value) === 0);
        return operator === '=' || operator === 'contains' ? holds : operator === '!=' ? !holds : false;
      }
      return operator === 'contains'
        ? typeof held === 'string' && held.includes(String(value))
        : meets(operator, order(held as FilterValue, value));
    }
  }
}

function meets(operator: Comparison, sign: number | undefined): boolean {
  if (sign === undefined) return false;
  switch (operator) {
    case '=':
      return sign === 0;
    case '!=':
      return sign !== 0;
    case '<':
      return sign < 0;
    case '<=':
      return sign <= 0;
    case '>':
      return sign > 0;
    default:
      return sign >= 0;
  }
}

const DATE = /^\d{4}-\d{2}/;

/** How what a document holds stands to a value: below 0, 0, above 0; undefined where the two cannot be compared. */
function order(held: FilterValue, value: FilterValue): number | undefined {
  if (typeof held === 'string') {
    if (typeof value === 'string') return compareText(held, value);
    if (typeof value === 'boolean') return undefined;
    if (NUMBER.test(held)) return Number(held) - value;
    return DATE.test(held) ? compareText(held, String(value)) : undefined;
  }
  if (typeof held !== typeof value) return undefined;
  return Number(held) - Number(value);
}

/** Names of all fields in an expression, in the order written, each once. */
export function fieldsOf(expression: FilterExpression): string[] {
  if ('parts' in expression) return [...new Set(expression.parts.flatMap(fieldsOf))];
  return expression.kind === 'not' ? fieldsOf(expression.part) : [expression.field];
}

/** Fields shown where one is unknown. */
const MOST_FIELDS = 20;

/** Readers take a title out of the front matter or the fields; whoever wrote it there expects to find it. */
function withTitle({ title, meta }: Document): Meta {
  return title === '' ? meta : { title, ...meta };
}

/**
 * The chunks of the documents that meet a condition.
 * @throws LabError where it names a field that no document has
 */
export function applyFilter(expression: FilterExpression, { documents, chunks }: Collection): Filter {
  const text = printFilter(expression);
  const held = documents.map(withTitle);
  const fields = [...new Set(held.flatMap((meta) => Object.keys(meta)))].sort(compareText);
  const unknown = fieldsOf(expression).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    if (fields.length === 0) {
      throw new LabError('spec.invalid', { what: `filter "${text}"`, problem: 'the documents have no metadata' });
    }
    const known = fields.slice(0, MOST_FIELDS);
    throw new LabError('spec.unknown-name', {
      kind: 'metadata field',
      name: unknown,
      known,
      also: fields.slice(MOST_FIELDS),
    });
  }
  const passing = new Set(documents.filter((_, n) => evaluateFilter(expression, held[n]!)).map(({ id }) => id));
  const allowed = Uint8Array.from(chunks, ({ docId }) => (passing.has(docId) ? 1 : 0));
  return { text, allowed, count: allowed.reduce((sum, one) => sum + one, 0) };
}
