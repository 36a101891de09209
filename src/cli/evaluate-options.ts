// The options of `rag-lab evaluate` as one table: it makes the flags and their help.
import { type OptionDef, RUN_OPTIONS } from './run-options.ts';

export interface EvaluateValues {
  qrels?: string;
  run?: readonly string[];
  measures?: readonly string[];
  perTopic?: boolean;
  format?: readonly string[];
  json?: boolean;
  minGrade?: number;
  depth?: number;
  judgedOnly?: boolean;
  topics?: string;
  as?: string;
  ties?: boolean;
  bounds?: boolean;
  corpusIds?: string;
  plain?: boolean;
  wide?: boolean;
  quiet?: boolean;
}

export const DEFAULT_EVALUATION = 'nDCG@10,R@100,AP,RR,P@10,Success@1';

const FROM_RUN: readonly string[] = ['plain', 'wide', 'quiet'];

export const EVALUATE_OPTIONS: readonly OptionDef<EvaluateValues>[] = [
  {
    name: 'qrels',
    kind: 'text',
    value: 'FILE',
    doc: 'judgments: TREC or BEIR qrels, or JSON {topic: {document: grade}}; plain or gzip, - for standard input (required)',
  },
  {
    name: 'run',
    kind: 'list',
    value: 'FILE...',
    doc: 'runs: TREC, or JSON {topic: {document: score}}; plain or gzip, - for standard input; label=FILE names one (required)',
  },
  {
    name: 'measures',
    kind: 'list',
    value: 'LIST',
    doc: `measures, repeatable or comma-separated; also official, all_trec (default ${DEFAULT_EVALUATION}; with --format trec_eval, official)`,
  },
  { name: 'perTopic', kind: 'switch', doc: 'the values of every topic, too' },
  {
    name: 'format',
    kind: 'list',
    value: 'NAME[=FILE]',
    doc: 'terminal, json, csv, markdown or trec_eval, repeatable; without FILE it goes to standard output (default terminal)',
  },
  { name: 'json', kind: 'switch', doc: 'the evaluation as JSON, and nothing else, on standard output' },
  {
    name: 'minGrade',
    kind: 'integer',
    value: 'N',
    doc: 'lowest grade that counts as relevant, for measures that do not say it themselves; as trec_eval -l (default 1)',
    min: 1,
    max: 2 ** 31 - 1,
  },
  {
    name: 'depth',
    kind: 'integer',
    value: 'N',
    doc: 'look at the first N documents of each topic only; as trec_eval -M (default: all)',
    min: 1,
    max: 2 ** 31 - 1,
  },
  { name: 'judgedOnly', kind: 'switch', doc: 'leave unjudged documents out of every ranking; as trec_eval -J' },
  {
    name: 'topics',
    kind: 'text',
    value: 'SET',
    doc: 'average over all judged topics (qrels), those of the run (run), or those that are both (both) (default qrels)',
  },
  {
    name: 'as',
    kind: 'text',
    value: 'TOOL',
    doc: 'what trec_eval-9, ir_measures, ranx or beir reports for these files, beside ours, and why; with --format trec_eval, the lines of trec_eval 9.0.8 -c',
  },
  {
    name: 'ties',
    kind: 'switch',
    doc: 'also the expectation over all orders of tied documents, the worst and the best',
  },
  {
    name: 'bounds',
    kind: 'switch',
    doc: 'also Judged@k, and the values if no unjudged document were relevant, and if all were',
  },
  {
    name: 'corpusIds',
    kind: 'text',
    value: 'FILE',
    doc: 'ids of the corpus, one a line, or a corpus.jsonl: warns of relevant documents that are not in it',
  },
  ...RUN_OPTIONS.filter((def): def is OptionDef & OptionDef<EvaluateValues> => FROM_RUN.includes(def.name)),
];
