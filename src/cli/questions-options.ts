// The options of `rag-lab questions` as tables: they make the flags and their help.
import {
  CORPUS_OPTIONS,
  DEFAULT_CHUNKER,
  DEFAULT_SEED,
  type OptionDef,
  RUN_OPTIONS,
  type RunValues,
} from './run-options.ts';

export interface QuestionsValues extends RunValues {
  count?: number;
  before?: string;
  passages?: string;
}

const QUESTIONS: OptionDef<QuestionsValues> = {
  name: 'questions',
  kind: 'text',
  value: 'FILE',
  doc: 'the question set, JSONL or YAML; - is standard input',
};

const OUT: OptionDef<QuestionsValues> = {
  name: 'out',
  kind: 'text',
  value: 'FILE',
  doc: 'where the questions go, as JSONL',
};

const DOCUMENTS: readonly OptionDef<QuestionsValues>[] = [
  {
    name: 'corpus',
    kind: 'text',
    value: 'PATH',
    doc: 'the documents: a folder, file, .zip, .tar.gz or BEIR directory',
  },
  ...CORPUS_OPTIONS.filter(({ name }) => name !== 'corpus'),
];

const PLUMBING = RUN_OPTIONS.filter(({ name }) => ['plugin', 'keepGoing'].includes(name)).map((def) =>
  def.name === 'keepGoing' ? { ...def, doc: 'skip files that cannot be read' } : def,
);

const JSON_OUT: OptionDef<QuestionsValues> = {
  name: 'json',
  kind: 'switch',
  doc: 'the result as JSON, and nothing else, on standard output',
};
const LOOKS = RUN_OPTIONS.filter(({ name }) => ['plain', 'wide', 'quiet'].includes(name));

const CHUNKER: OptionDef<QuestionsValues> = {
  name: 'chunker',
  kind: 'text',
  value: 'SPEC',
  doc: `the cutting that quotes are tried against (default ${DEFAULT_CHUNKER})`,
};

export const CHECK_OPTIONS: readonly OptionDef<QuestionsValues>[] = [
  ...DOCUMENTS,
  QUESTIONS,
  CHUNKER,
  ...PLUMBING,
  JSON_OUT,
  ...LOOKS,
];

export const DEFAULT_COUNT = 20;

export const NEW_OPTIONS: readonly OptionDef<QuestionsValues>[] = [
  ...DOCUMENTS,
  {
    name: 'count',
    kind: 'integer',
    value: 'N',
    doc: `sentences to ask about (default ${DEFAULT_COUNT})`,
    min: 1,
    max: 100_000,
  },
  {
    name: 'seed',
    kind: 'integer',
    value: 'N',
    doc: `which sentences: the same ones for the same seed (default ${DEFAULT_SEED})`,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  },
  { ...OUT, doc: `${OUT.doc} (default: standard output)` },
  ...PLUMBING,
  ...LOOKS.filter(({ name }) => name === 'quiet'),
];

export const ANCHOR_OPTIONS: readonly OptionDef<QuestionsValues>[] = [
  ...DOCUMENTS,
  QUESTIONS,
  {
    name: 'before',
    kind: 'text',
    value: 'PATH',
    doc: 'the documents as they were when the questions were written: tells what moved, and what the change cost',
  },
  { ...CHUNKER, doc: 'of --before: the cutting that recall is measured with' },
  { ...OUT, doc: `${OUT.doc}, with their evidence found again; without it nothing is written` },
  ...PLUMBING,
  JSON_OUT,
  ...LOOKS,
];

export const IMPORT_OPTIONS: readonly OptionDef<QuestionsValues>[] = [
  OUT,
  ...DOCUMENTS.map((def) =>
    def.name === 'corpus' ? { ...def, doc: 'the documents, to say of how many questions the evidence is found' } : def,
  ),
  {
    name: 'passages',
    kind: 'text',
    value: 'FILE',
    doc: 'of autorag: the corpus file that passage ids stand in (default: corpus.parquet beside FILE)',
  },
  ...PLUMBING,
  ...LOOKS.filter(({ name }) => name === 'quiet'),
];
