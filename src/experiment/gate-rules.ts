// The grammar of gate rules: floors, allowed drops, questions that must stay in the top, budgets.
import type { MeasureDef } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { resolveMeasures } from '../eval/measure-name.ts';
import { isMeanOverTopics } from './run-results.ts';

/** Stands for every system, wording, split or named slice there is. */
export const EVERY = '*';
/** The slice of all wordings, or all splits. */
const ALL = 'all';
/** What a part of a path begins with that names a slice: names of slices, wordings and splits may be the same word. */
const SLICE_MARK = 'slice=';

/** A measure of one system, or of every one, over a slice of the questions. */
export interface SliceTarget {
  readonly system: string;
  readonly wording: string;
  readonly split: string;
  /** Only the questions of this named slice. */
  readonly slice?: string;
  /** Canonical. */
  readonly measure: string;
  readonly better: 'higher' | 'lower';
}

export type DropUnit = 'value' | 'points' | 'questions';

export type GateRule =
  | ({ readonly kind: 'floor' | 'ceiling'; readonly limit: number } & SliceTarget)
  | ({ readonly kind: 'drop'; readonly limit: number; readonly unit: DropUnit } & SliceTarget)
  | { readonly kind: 'question'; readonly question: string; readonly system: string; readonly limit: number }
  | { readonly kind: 'tokens'; readonly system: string; readonly limit: number }
  | { readonly kind: 'time'; readonly system: string; readonly limit: number; readonly reference: string };

/** No drop of the headline recall, for any system and wording: what holds where no rule is given. */
export function defaultRules(cutoff: number): readonly GateRule[] {
  const target = { system: EVERY, wording: EVERY, split: ALL, measure: `R@${cutoff}`, better: 'higher' } as const;
  return [{ kind: 'drop', limit: 0, unit: 'value', ...target }];
}

/**
 * Reads one rule:
 *
 *   bm25/same/R@3 >= 0.95                      a floor; `<=` for a measure that should be low
 *   bm25/paraphrase/tuning/R@3 >= 0.5          the same over one split
 *   bm25/nDCG@10 >= 0.6                        the same over all questions
 *   bm25/paraphrase/slice=numeric/R@3 >= 0.5   the same over the questions of a named slice
 *   *\/paraphrase/R@3 drop <= 2pt               at most 2 percentage points below the baseline; or 0.02; or 1 question
 *   question annual-leave.same bm25 rank <= 3  a question that must stay in the top 3
 *   bm25 tokens <= 1500                        mean tokens in the top of the headline cutoff
 *   dense ms <= 50x bm25                       milliseconds a query, against another system of the same run
 *
 * @param faults receives everything that is wrong; then undefined is returned
 */
export function parseRule(text: string, measures: readonly MeasureDef[], faults: LabError[]): GateRule | undefined {
  try {
    return new RuleReader(text).rule(measures, faults);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    faults.push(error);
    return undefined;
  }
}

const COMPARE = ['>=', '<='] as const;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const NAME = /^[^/]+$/;

class RuleReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  rule(measures: readonly MeasureDef[], faults: LabError[]): GateRule | undefined {
    const { path, slice } = this.path('a rule, e.g. bm25/same/R@3 >= 0.95');
    const [first] = path;
    if (path.length === 1 && first === 'question' && !this.sees('tokens', 'ms', ...COMPARE)) return this.question();
    if (this.accept('tokens')) return this.tokens(this.single(path, 'tokens'));
    if (this.accept('ms')) return this.time(this.single(path, 'ms'));
    const start = this.position();
    const isDrop = this.accept('drop');
    if (!isDrop && !this.sees(...COMPARE)) this.fail('">=", "<=", "drop", "tokens" or "ms"');
    const before = faults.length;
    const target = this.target(path, slice, measures, faults);
    if (isDrop) {
      this.expect('<=');
      return target && this.drop(target);
    }
    const operator = this.accept('>=') ? '>=' : '<=';
    this.at += operator === '<=' ? 2 : 0;
    if (!target || faults.length > before) return undefined;
    const kind = operator === '>=' ? 'floor' : 'ceiling';
    if ((kind === 'floor') !== (target.better === 'higher')) {
      const right = kind === 'floor' ? '<=' : '>=';
      this.at = start;
      this.fail(`"${right}", since a ${target.better} ${target.measure} is better,`);
    }
    return { kind, limit: this.number(target.low, target.high), ...targetOf(target) };
  }

  question(): GateRule {
    const question = this.word('a question id');
    const system = this.word('a system');
    this.expect('rank');
    this.expect('<=');
    return { kind: 'question', question, system, limit: this.number(1, Number.MAX_SAFE_INTEGER, true) };
  }

  tokens(system: string): GateRule {
    this.expect('<=');
    return { kind: 'tokens', system, limit: this.number(0, Number.POSITIVE_INFINITY) };
  }

  time(system: string): GateRule {
    this.expect('<=');
    const start = this.position();
    const written = this.bare('a ratio, e.g. 50x');
    const limit = readNumber(written.replace(/x$/i, ''));
    if (!/x$/i.test(written) || limit === undefined || limit <= 0) {
      this.refuse(written, start, 'a ratio above 0, e.g. 50x');
    }
    const reference = this.word('the system that it is a ratio to, e.g. bm25');
    this.end();
    return { kind: 'time', system, limit, reference };
  }

  drop(target: RangedTarget): GateRule {
    const { low, high } = target;
    const start = this.position();
    const rest = this.text.slice(start).trimEnd();
    const [, number = '', unit = ''] = /^(\S*?)\s*(pt|questions?|%)?$/s.exec(rest) ?? [undefined, rest];
    this.at = this.text.length;
    const span = high - low;
    const accepted = `a number from 0 to ${span}, points as in 2pt, or questions as in 1 question`;
    const limit = readNumber(number);
    if (unit === '%') this.refuse(rest, start, `${accepted}; % could mean points or a share of the baseline`);
    if (limit === undefined || limit < 0) this.refuse(rest, start, accepted);
    if (unit === '' && limit > span) this.refuse(rest, start, accepted);
    if (unit === 'pt' && limit > 100 * span) this.refuse(rest, start, accepted);
    if (unit.startsWith('question') && !Number.isSafeInteger(limit)) this.refuse(rest, start, accepted);
    const named = unit === '' ? 'value' : unit === 'pt' ? 'points' : 'questions';
    return { kind: 'drop', limit, unit: named, ...targetOf(target) };
  }

  target(
    path: readonly string[],
    slice: string | undefined,
    measures: readonly MeasureDef[],
    faults: LabError[],
  ): RangedTarget | undefined {
    if (path.length < 2 || path.length > 4) {
      const shown = path.join('/');
      const problem = `"${shown}" is not SYSTEM/MEASURE, SYSTEM/WORDING/MEASURE or SYSTEM/WORDING/SPLIT/MEASURE`;
      faults.push(new LabError('spec.invalid', { what: `cannot read "${this.text}"`, problem }));
      return undefined;
    }
    const [measure] = resolveMeasures([path.at(-1)!], measures, faults);
    if (!measure) return undefined;
    if (!isMeanOverTopics(measure)) {
      const problem = 'is not a mean over questions, so no rule can be about it';
      faults.push(new LabError('spec.invalid', { what: `measure "${measure.name}"`, problem }));
      return undefined;
    }
    const [system, wording = ALL, split = ALL] = path.slice(0, -1) as [string, string?, string?];
    const [low, high] = measure.def.range;
    const { better } = measure.def;
    return { system, wording, split, ...(slice !== undefined && { slice }), measure: measure.name, better, low, high };
  }

  single(path: readonly string[], before: string): string {
    if (path.length > 1) this.fail(`one system, not a path, before "${before}"`, 0);
    return path[0]!;
  }

  /** Parts divided by `/`; the one before the measure may be a slice. */
  path(expected: string): { path: string[]; slice: string | undefined } {
    if (this.seesSlice(this.position())) this.fail(`a system before "${SLICE_MARK}"`);
    const path = [this.word(expected, true)];
    let slice: string | undefined;
    while (this.text[this.at] === '/') {
      this.at++;
      const after = slice === undefined ? 'a name' : 'the measure';
      if (this.isAtEndOfPart() || (slice !== undefined && this.seesSlice(this.at)))
        this.fail(`${after} after "/"`, this.at);
      if (this.seesSlice(this.at)) {
        this.at += SLICE_MARK.length;
        if (this.isAtEndOfPart()) this.fail(`the name of a slice after "${SLICE_MARK}"`, this.at);
        slice = this.word(`the name of a slice after "${SLICE_MARK}"`, true);
        if (this.text[this.at] !== '/') this.fail('"/" and a measure after the slice', this.at);
      } else {
        path.push(this.word(`${after} after "/"`, true));
        if (slice !== undefined) break;
      }
    }
    if (slice !== undefined && this.text[this.at] === '/') {
      this.fail(
        `the end of the path: a slice stands right before the measure, SYSTEM/WORDING/SPLIT/${SLICE_MARK}NAME/MEASURE,`,
      );
    }
    return { path, slice };
  }

  isAtEndOfPart(): boolean {
    return /[\s/]|^$/.test(this.text[this.at] ?? '');
  }

  /** A name in double quotes is never one. */
  seesSlice(at: number): boolean {
    return this.text.startsWith(SLICE_MARK, at);
  }

  /** A name: as it stands, or in double quotes as in JSON. @param inPath stop at a slash */
  word(expected: string, inPath = false): string {
    const start = this.position();
    if (this.text[start] === '"') {
      const quoted = /"(?:[^"\\]|\\.)*"/sy;
      quoted.lastIndex = start;
      const found = quoted.exec(this.text)?.[0];
      if (found === undefined) this.fail('a second double quote');
      try {
        const value = JSON.parse(found) as string;
        this.at = start + found.length;
        return value;
      } catch {
        this.fail('text in double quotes, as in JSON');
      }
    }
    const pattern = inPath ? /(?:(?![<>]=)[^\s/"])+/y : /(?:(?![<>]=)[^\s"])+/y;
    pattern.lastIndex = start;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) this.fail(expected);
    this.at = start + found.length;
    return found;
  }

  bare(expected: string): string {
    const start = this.position();
    const found = /^\S+/.exec(this.text.slice(start))?.[0];
    if (found === undefined) this.fail(expected);
    this.at = start + found.length;
    return found;
  }

  /** The last number of a rule. */
  number(low: number, high: number, integer = false): number {
    const start = this.position();
    const written = this.text.slice(start).trimEnd();
    const value = readNumber(written);
    if (value === undefined || value < low || value > high || (integer && !Number.isSafeInteger(value))) {
      const kind = integer ? 'an integer' : 'a number';
      const range = high >= Number.MAX_SAFE_INTEGER ? `of ${low} or more` : `from ${low} to ${high}`;
      this.refuse(written, start, `${kind} ${range}`);
    }
    this.at = this.text.length;
    return value;
  }

  refuse(written: string, at: number, accepted: string): never {
    const shown = written === '' ? 'nothing' : JSON.stringify(written);
    const problem = `${shown} at character ${at + 1} is not valid; accepted: ${accepted}`;
    throw new LabError('spec.invalid', { what: `cannot read "${this.text}"`, problem });
  }

  position(): number {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
    return this.at;
  }

  sees(...tokens: readonly string[]): boolean {
    const start = this.position();
    return tokens.some((token) => this.text.startsWith(token, start) && ends(this.text, start, token));
  }

  accept(token: string): boolean {
    if (!this.sees(token)) return false;
    this.at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) this.fail(`"${token}"`);
  }

  end(): void {
    if (this.position() < this.text.length) this.fail('the end');
  }

  fail(expected: string, at = this.position()): never {
    throw new LabError('spec.syntax', { text: this.text, at, expected });
  }
}

interface RangedTarget extends SliceTarget {
  readonly low: number;
  readonly high: number;
}

function targetOf({ low: _, high: __, ...target }: RangedTarget): SliceTarget {
  return target;
}

/** A word ends at a space or an operator; an operator ends by itself. */
function ends(text: string, start: number, token: string): boolean {
  return !/\w$/.test(token) || !/[\w-]/.test(text[start + token.length] ?? '');
}

function readNumber(written: string): number | undefined {
  if (!NUMBER.test(written)) return undefined;
  const value = Number(written);
  return Number.isFinite(value) ? (value === 0 ? 0 : value) : undefined;
}

/** What a rule allows, in its own words: `>= 0.95`, `drop <= 2pt`, `rank <= 3`. */
export function printLimit(rule: GateRule): string {
  switch (rule.kind) {
    case 'floor':
      return `>= ${rule.limit}`;
    case 'ceiling':
      return `<= ${rule.limit}`;
    case 'drop':
      return `drop <= ${rule.limit}${rule.unit === 'points' ? 'pt' : rule.unit === 'questions' ? (rule.limit === 1 ? ' question' : ' questions') : ''}`;
    case 'question':
      return `rank <= ${rule.limit}`;
    case 'tokens':
      return `tokens <= ${rule.limit}`;
    case 'time':
      return `ms <= ${rule.limit}x ${quote(rule.reference)}`;
  }
}

/** A rule in canonical form: read again, it is the same rule. */
export function printRule(rule: GateRule): string {
  const limit = printLimit(rule);
  if (rule.kind === 'question') return `question ${quote(rule.question)} ${quote(rule.system)} ${limit}`;
  if (rule.kind === 'tokens' || rule.kind === 'time') return `${quote(rule.system)} ${limit}`;
  const { system, wording, split, slice, measure } = rule;
  const labels = split !== ALL ? [wording, split] : wording !== ALL ? [wording] : [];
  const named = slice === undefined ? [] : [printSlice(slice)];
  return `${[...[system, ...labels].map(quote), ...named].join('/')}/${measure} ${limit}`;
}

/** `slice=numeric`, as a rule names it. */
export function printSlice(name: string): string {
  return `${SLICE_MARK}${quote(name)}`;
}

function quote(name: string): string {
  const isBare = NAME.test(name) && !/[\s"]|[<>]=/.test(name) && !name.startsWith(SLICE_MARK);
  return isBare ? name : JSON.stringify(name);
}
