// The options of `rag-lab run` as one table: it makes the flags, their help and the keys of a config file.
import { LabError } from '../core/errors.ts';

/**
 * How an option is written and read.
 * - `integer`: bounds are inclusive
 * - `list`: repeatable; in a config file a string or a list of strings
 */
type OptionKind = 'integer' | 'text' | 'list' | 'switch';

export interface OptionDef<Values = RunValues> {
  /** The key in a config file; the long flag is the same in kebab case. */
  readonly name: keyof Values & string;
  readonly kind: OptionKind;
  /** What stands for the value in help. */
  readonly value?: string;
  readonly doc: string;
  readonly min?: number;
  readonly max?: number;
}

/** Options as given, by a flag or a config file; what is absent was not given. */
export interface RunValues {
  seed?: number;
  pages?: number;
  facts?: number;
  dataset?: string;
  split?: string;
  corpus?: string;
  include?: readonly string[];
  exclude?: readonly string[];
  columns?: readonly string[];
  questions?: string;
  qrels?: string;
  synonyms?: string;
  filter?: string;
  dedupe?: string;
  systems?: readonly string[];
  measures?: readonly string[];
  cutoff?: number;
  chunker?: string;
  depth?: number;
  plugin?: readonly string[];
  keepGoing?: boolean;
  allowDownload?: boolean;
  format?: readonly string[];
  out?: string;
  json?: boolean;
  indexCache?: string;
  offline?: boolean;
  plain?: boolean;
  wide?: boolean;
  quiet?: boolean;
  reseal?: boolean;
  open?: boolean;
}

export const DEFAULT_SEED = 404;
export const DEFAULT_CUTOFF = 3;
export const DEFAULT_CHUNKER = 'sentence(words=300,overlap=0)';
export const DEFAULT_SYSTEMS = 'bm25,synonym-tfidf,dense,hybrid';
export const DEFAULT_MEASURES = 'R@1,R@3,R@5,R@10,RR,nDCG@10';

/** What is searched and asked where it is the user's own; shared by every command that reads a corpus. */
export const CORPUS_OPTIONS = [
  {
    name: 'corpus',
    kind: 'text',
    value: 'PATH',
    doc: 'documents of your own: a folder, file, .zip, .tar.gz or BEIR directory (default: the generated handbook)',
  },
  { name: 'include', kind: 'list', value: 'GLOB', doc: 'read only files of --corpus that match, repeatable' },
  { name: 'exclude', kind: 'list', value: 'GLOB', doc: 'leave out files of --corpus that match, repeatable' },
  {
    name: 'columns',
    kind: 'list',
    value: 'LIST',
    doc: 'which columns or fields of tables and JSON lines hold what, e.g. id=key,title=name,text=body',
  },
] as const satisfies readonly OptionDef[];

/** The handbook's size, shared by `run` and `generate`. */
export const HANDBOOK_OPTIONS = [
  {
    name: 'seed',
    kind: 'integer',
    value: 'N',
    doc: `seed of the generated handbook (default ${DEFAULT_SEED})`,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  },
  {
    name: 'pages',
    kind: 'integer',
    value: 'N',
    doc: 'pages of the handbook (default 100)',
    min: 1,
    max: 1_000_000,
  },
  { name: 'facts', kind: 'integer', value: 'N', doc: 'facts planted in it (default 30)', min: 1, max: 30 },
] as const satisfies readonly OptionDef[];

export const RUN_OPTIONS: readonly OptionDef[] = [
  ...HANDBOOK_OPTIONS,
  {
    name: 'dataset',
    kind: 'text',
    value: 'NAME:PLACE',
    doc: 'corpus and questions in one, e.g. handbook:7, beir:DIR or trec:DIR (rag-lab list datasets)',
  },
  {
    name: 'split',
    kind: 'text',
    value: 'NAME',
    doc: 'whose judgments of a BEIR dataset: test, dev, train (default test)',
  },
  ...CORPUS_OPTIONS,
  {
    name: 'questions',
    kind: 'text',
    value: 'FILE',
    doc: "a question set (JSONL or YAML), or BEIR or TREC topics with --qrels (default: the handbook's)",
  },
  { name: 'qrels', kind: 'text', value: 'FILE', doc: 'judgments of documents, where --questions are bare topics' },
  {
    name: 'synonyms',
    kind: 'text',
    value: 'FILE',
    doc: "groups of words that mean the same, for systems that use them (YAML, JSON or Solr's format)",
  },
  {
    name: 'filter',
    kind: 'text',
    value: 'EXPR',
    doc: "search only documents whose metadata fit, e.g. 'team = people and updated >= 2026-01-01'",
  },
  {
    name: 'dedupe',
    kind: 'text',
    value: 'exact|near',
    doc: 'search only the first of identical, or of nearly identical, chunks',
  },
  {
    name: 'systems',
    kind: 'list',
    value: 'LIST',
    doc: `systems, repeatable or comma-separated; label=spec names one (default ${DEFAULT_SYSTEMS})`,
  },
  {
    name: 'measures',
    kind: 'list',
    value: 'LIST',
    doc: `measures, repeatable or comma-separated (default ${DEFAULT_MEASURES})`,
  },
  {
    name: 'cutoff',
    kind: 'integer',
    value: 'K',
    doc: `headline cutoff: intervals, paired table, misses, RESULT line (default ${DEFAULT_CUTOFF})`,
    min: 1,
    max: 1_000_000,
  },
  { name: 'chunker', kind: 'text', value: 'SPEC', doc: `how documents are cut (default ${DEFAULT_CHUNKER})` },
  {
    name: 'depth',
    kind: 'integer',
    value: 'N',
    doc: 'how deep each system ranks (default: all chunks, up to 10000)',
    min: 1,
    max: 1_000_000,
  },
  {
    name: 'plugin',
    kind: 'list',
    value: 'FILE',
    doc: 'a module (.mjs or .ts) with systems, measures or formats of your own, repeatable',
  },
  {
    name: 'keepGoing',
    kind: 'switch',
    doc: 'skip files that cannot be read, and go on without a system that fails: its cells read "failed"',
  },
  {
    name: 'format',
    kind: 'list',
    value: 'NAME[=FILE]',
    doc: 'output format, repeatable; without FILE it goes to standard output (default terminal)',
  },
  { name: 'out', kind: 'text', value: 'DIR', doc: 'folder for report, tables, misses, runs and qrels' },
  { name: 'json', kind: 'switch', doc: 'the report as JSON, and nothing else, on standard output' },
  {
    name: 'indexCache',
    kind: 'text',
    value: 'DIR',
    doc: 'folder that keeps lexical indexes, so that another run over the same chunks does not index again',
  },
  { name: 'offline', kind: 'switch', doc: 'refuse anything that would use the network' },
  { name: 'allowDownload', kind: 'switch', doc: 'let dense(model=hf:NAME) fetch a model that is not here yet' },
  { name: 'plain', kind: 'switch', doc: 'no colour' },
  { name: 'wide', kind: 'switch', doc: 'do not fit tables to the terminal' },
  { name: 'quiet', kind: 'switch', doc: 'no progress line, no word on files written; warnings are still shown' },
];

/** A flag alone: whoever changes what is sealed says so each time. */
export const RESEAL: OptionDef = {
  name: 'reseal',
  kind: 'switch',
  doc: 'accept that the held-out questions or the synonyms changed since the last look (with `ledger: true` in the config)',
};

/** A flag alone: a run of a config file may be anywhere, also where there is no desktop. */
export const OPEN: OptionDef = {
  name: 'open',
  kind: 'switch',
  doc: 'open the report in the browser: --format html=FILE, the one of --out, or a temporary file',
};

/** `minGrade` is typed as `--min-grade`. */
export function flagOf({ name }: { readonly name: string }): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Reads an integer as typed after an option. */
export function readInteger<V>(def: OptionDef<V>, text: string): number {
  const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return checkInteger(def, flagOf(def), value, text);
}

/** @param where the option, or the key and file, for the message */
function checkInteger<V>(def: OptionDef<V>, where: string, value: number, written: string): number {
  const min = def.min ?? Number.MIN_SAFE_INTEGER;
  const max = def.max ?? Number.MAX_SAFE_INTEGER;
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new LabError('option.invalid', { option: where, value: written, accepted: acceptedInteger(def) });
  }
  return value === 0 ? 0 : value;
}

export function acceptedInteger<V>(def: OptionDef<V>): string {
  const max = def.max === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : String(def.max);
  return `an integer from ${def.min} to ${max}`;
}
