// Whether what a plugin lists can be used as what it says it is. TypeScript would have said it; a plain module has nobody to.
import { parseSystem } from '../core/spec.ts';

/** The lists of a catalog whose entries are definitions. */
export type ListName =
  | 'retrievers'
  | 'encoders'
  | 'measures'
  | 'fusions'
  | 'chunkers'
  | 'datasetFormats'
  | 'documentFormats'
  | 'reportFormats';

interface Kind {
  /** Singular, for messages. */
  readonly one: string;
  readonly name: RegExp;
  /** What must be there, by field. */
  readonly needs: Readonly<Record<string, Check>>;
  /** What may be there. */
  readonly may: Readonly<Record<string, Check>>;
}

/** @returns what is accepted, where the value is not; or what is wrong, which says so itself */
type Check = (value: unknown) => string | undefined;

// As the grammars of core/spec.ts read names: a measure may begin with a digit.
const NAME = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_+.-]*$/;
const MEASURE_NAME = /^(?!__proto__$)[A-Za-z0-9_][A-Za-z0-9_+.-]*$/;

const text: Check = (value) => (typeof value === 'string' && value.trim() !== '' ? undefined : 'text');
const line: Check = (value) =>
  typeof value === 'string' && /^\S[^\x00-\x1f\x7f]*$/.test(value) ? undefined : 'one line of text';
const method: Check = (value) => (typeof value === 'function' ? undefined : 'a function');
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const object: Check = (value) => (isRecord(value) ? undefined : 'an object');
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string) ? undefined : values.join(' or ');
const listOf =
  (pattern: RegExp, what: string, least = 0): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.every((one) => typeof one === 'string' && pattern.test(one))
      ? undefined
      : `a list of ${what}`;
const range: Check = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number') && value[0]! <= value[1]!
    ? undefined
    : 'the least and the greatest value: [0, 1]';
const inputs: Check = (value) => {
  const { min, max } = isRecord(value) ? value : {};
  const right = Number.isSafeInteger(min) && (min as number) >= 0 && typeof max === 'number' && max >= (min as number);
  return right ? undefined : '{ min, max }, whole numbers of 0 or more';
};

const EXTENSION = /^[a-z0-9][a-z0-9.+-]*$/;
const EXTENSIONS = 'extensions in lower case, without the dot';

export const KINDS: Readonly<Record<ListName, Kind>> = {
  retrievers: { one: 'system', name: NAME, needs: { params: object, open: method }, may: { inputs, check: method } },
  encoders: { one: 'encoder', name: NAME, needs: { open: method }, may: {} },
  measures: {
    one: 'measure',
    name: MEASURE_NAME,
    needs: {
      params: object,
      evaluate: method,
      cutoff: oneOf('required', 'optional', 'none'),
      better: oneOf('higher', 'lower'),
      aggregate: oneOf('mean', 'sum', 'geometric'),
      hits: oneOf('always', 'single-need', 'never'),
      range,
      formula: text,
      source: text,
    },
    may: {
      aliases: listOf(MEASURE_NAME, 'names'),
      fractional: flag,
      integer: flag,
      summaryOnly: flag,
      followsMinGrade: flag,
      ties: oneOf('grade', 'judged', 'free'),
      check: method,
      expected: method,
    },
  },
  fusions: {
    one: 'fusion',
    name: NAME,
    needs: { params: object, fuse: method, formula: text, source: text },
    may: {},
  },
  chunkers: {
    one: 'chunker',
    name: NAME,
    needs: { params: object, chunk: method },
    may: { check: method, oversized: method },
  },
  datasetFormats: {
    one: 'dataset format',
    name: NAME,
    needs: { params: object, place: oneOf('path', 'text'), load: method },
    may: {},
  },
  documentFormats: {
    one: 'document format',
    name: NAME,
    needs: { extensions: listOf(EXTENSION, EXTENSIONS, 1), parse: method },
    may: {},
  },
  reportFormats: {
    one: 'report format',
    name: NAME,
    needs: { extension: (value) => listOf(EXTENSION, '')([value]) && 'an extension without the dot', render: method },
    may: {},
  },
};

/** What is wrong with one entry of a list, each a line; none where it can be used. */
export function definitionFaults(list: ListName, place: string, def: unknown): string[] {
  const { name: grammar, needs, may } = KINDS[list];
  if (!isRecord(def)) return [`${place} is ${describeValue(def)}; accepted: an object with name, summary and more`];
  const { name } = def;
  if (typeof name !== 'string' || !grammar.test(name)) {
    const given = name === undefined ? 'is missing' : `is ${describeValue(name)}`;
    const first = grammar === NAME ? 'a letter' : 'a letter or digit';
    return [`${place}: name ${given}; accepted: ${first}, then letters, digits, "_", "+", "." and "-"`];
  }
  const where = `${place} "${name}"`;
  const faults: string[] = [];
  const check = (field: string, wanted: Check, value: unknown): void => {
    const accepted = wanted(value);
    if (accepted === undefined) return;
    const given = value === undefined ? 'is missing' : `is ${describeValue(value)}`;
    faults.push(`${where}: ${field} ${given}; accepted: ${accepted}`);
  };
  check('summary', line, def.summary);
  for (const [field, wanted] of Object.entries(needs)) check(field, wanted, def[field]);
  for (const [field, wanted] of Object.entries(may)) if (def[field] !== undefined) check(field, wanted, def[field]);
  if ('params' in needs && isRecord(def.params)) {
    for (const [param, spec] of Object.entries(def.params)) faults.push(...paramFaults(where, param, spec));
  }
  return faults;
}

function paramFaults(where: string, param: string, spec: unknown): string[] {
  if (!NAME.test(param)) return [`${where}: the parameter name ${describeValue(param)} cannot be written in a system`];
  const place = `${where}: params.${param}`;
  if (!isRecord(spec)) return [`${place} is ${describeValue(spec)}; accepted: { default, doc } and more`];
  const kind = typeof spec.default;
  if (!['number', 'string', 'boolean'].includes(kind)) {
    const given = spec.default === undefined ? 'is missing' : `is ${describeValue(spec.default)}`;
    return [`${place}.default ${given}; accepted: a number, text, true or false`];
  }
  const faults: string[] = [];
  if (line(spec.doc) !== undefined) faults.push(`${place}.doc is missing; accepted: one line of text`);
  for (const bound of ['min', 'max']) {
    const value = spec[bound];
    if (value !== undefined && (kind !== 'number' || typeof value !== 'number' || Number.isNaN(value)))
      faults.push(`${place}.${bound} is ${describeValue(value)}; accepted: a number, beside a default that is one`);
  }
  const { choices } = spec;
  if (choices !== undefined && !(Array.isArray(choices) && kind === 'string')) {
    faults.push(
      `${place}.choices is ${describeValue(choices)}; accepted: a list of texts, beside a default that is text`,
    );
  }
  if (faults.length > 0) return faults;
  const { default: value, min = -Infinity, max = Infinity } = spec;
  const fits =
    kind === 'number'
      ? Number.isFinite(value) &&
        (value as number) >= (min as number) &&
        (value as number) <= (max as number) &&
        (spec.integer !== true || Number.isSafeInteger(value))
      : !Array.isArray(choices) || choices.includes(value);
  return fits ? [] : [`${place}.default is ${describeValue(value)}, which the parameter itself does not accept`];
}

/** What is wrong with a name that stands for a system. */
export function aliasFaults(name: unknown, meaning: unknown): string[] {
  if (typeof name !== 'string' || !NAME.test(name)) return [`aliases: ${describeValue(name)} is no name of a system`];
  if (typeof meaning !== 'string') return [`aliases: ${name} is ${describeValue(meaning)}; accepted: a system`];
  try {
    parseSystem(meaning);
    return [];
  } catch (error) {
    return [`aliases: ${name}: ${(error as Error).message}`];
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Never the whole of a list or object: it may be long, or hold itself. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}
