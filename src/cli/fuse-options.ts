// The options of `rag-lab fuse` as one table: it makes the flags and their help.
import { type OptionDef, RUN_OPTIONS } from './run-options.ts';

export interface FuseValues {
  method?: string;
  run?: readonly string[];
  out?: string;
  norm?: string;
  weights?: string;
  depth?: number;
  tune?: boolean;
  qrels?: string;
  measure?: string;
  tuningTopics?: string;
  seed?: number;
  quiet?: boolean;
}

export const DEFAULT_FUSION = 'rrf';
export const DEFAULT_TUNING_MEASURE = 'nDCG@10';

export const FUSE_OPTIONS: readonly OptionDef<FuseValues>[] = [
  {
    name: 'method',
    kind: 'text',
    value: 'METHOD',
    doc: `how to fuse, with parameters as in rrf(k=10) or weighted(norm=zscore) (default ${DEFAULT_FUSION})`,
  },
  {
    name: 'run',
    kind: 'list',
    value: 'FILE...',
    doc: 'runs: TREC, or JSON {topic: {document: score}}; plain or gzip, - for standard input; label=FILE names one (required)',
  },
  { name: 'out', kind: 'text', value: 'FILE', doc: 'where the fused run goes (default -, standard output)' },
  {
    name: 'norm',
    kind: 'text',
    value: 'NORM',
    doc: 'how scores are scaled first, where the method uses scores: minmax, zscore, rank, sum or none (default minmax)',
  },
  {
    name: 'weights',
    kind: 'text',
    value: 'W:W...',
    doc: 'a weight a run, in their order, e.g. 0.7:0.3; 0 leaves a run out (default: all alike)',
  },
  {
    name: 'depth',
    kind: 'integer',
    value: 'N',
    doc: 'how many documents a topic are written (default: all)',
    min: 1,
    max: 2 ** 31 - 1,
  },
  { name: 'tune', kind: 'switch', doc: 'fit the weights on tuning topics, report what they do on held-out ones' },
  { name: 'qrels', kind: 'text', value: 'FILE', doc: 'judgments, for --tune: as rag-lab evaluate reads them' },
  {
    name: 'measure',
    kind: 'text',
    value: 'MEASURE',
    doc: `what --tune fits to (default ${DEFAULT_TUNING_MEASURE})`,
  },
  { name: 'tuningTopics', kind: 'text', value: 'FILE', doc: 'ids of the topics to tune on, one a line' },
  {
    name: 'seed',
    kind: 'integer',
    value: 'N',
    doc: 'instead of --tuning-topics: tune on one half of the judged topics, drawn with this seed',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  },
  ...RUN_OPTIONS.filter((def): def is OptionDef & OptionDef<FuseValues> => def.name === 'quiet'),
];
