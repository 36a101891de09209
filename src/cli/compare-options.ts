// The options of `rag-lab compare` as one table: it makes the flags and their help.
import { type OptionDef, RUN_OPTIONS } from './run-options.ts';

export interface CompareValues {
  qrels?: string;
  measures?: readonly string[];
  cutoff?: number;
  test?: string;
  seed?: number;
  format?: readonly string[];
  json?: boolean;
  plain?: boolean;
  wide?: boolean;
  quiet?: boolean;
}

/** Where the files are runs; reports bring their own. Few on purpose: every comparison more costs power. */
export const COMPARE_MEASURES = (cutoff: number): readonly string[] => [`R@${cutoff}`, 'RR', 'nDCG@10'];
export const COMPARE_SEED = 404;

const FROM_RUN = ['json', 'plain', 'wide', 'quiet'] as const;

export const COMPARE_OPTIONS: readonly OptionDef<CompareValues>[] = [
  {
    name: 'qrels',
    kind: 'text',
    value: 'FILE',
    doc: 'judgments of the runs: TREC or BEIR qrels, or JSON, plain or .gz',
  },
  {
    name: 'measures',
    kind: 'list',
    value: 'LIST',
    doc: 'measures, repeatable or comma-separated (default R@K,RR,nDCG@10, K the cutoff; of reports, their own)',
  },
  {
    name: 'cutoff',
    kind: 'integer',
    value: 'K',
    doc: 'headline cutoff: a topic flips when it is found in the top K of one system only (default 3; of reports, their own)',
    min: 1,
    max: 1_000_000,
  },
  {
    name: 'test',
    kind: 'text',
    value: 'TEST',
    doc: "paired test: sign-flip (McNemar's exact where every value is 0 or 1), t or wilcoxon (default sign-flip)",
  },
  {
    name: 'seed',
    kind: 'integer',
    value: 'N',
    doc: `seed of permutations and bootstrap (default ${COMPARE_SEED})`,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  },
  {
    name: 'format',
    kind: 'list',
    value: 'NAME[=FILE]',
    doc: 'terminal, json, csv, markdown or latex, repeatable; without FILE it goes to standard output (default terminal)',
  },
  ...RUN_OPTIONS.filter((def): def is OptionDef & OptionDef<CompareValues> =>
    (FROM_RUN as readonly string[]).includes(def.name),
  ).map((def) =>
    def.name === 'json' ? { ...def, doc: 'the comparison as JSON, and nothing else, on standard output' } : def,
  ),
];
