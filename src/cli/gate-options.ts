// The options of `rag-lab gate` and `rag-lab baseline` as tables: they make the flags and their help.
import { dirname, relative, resolve, sep } from 'node:path';
import { LabError } from '../core/errors.ts';
import { type ConfigValues, GATE_KEYS } from './config-options.ts';
import { baseOf, type Origins } from './origins.ts';
import { flagOf, type OptionDef, RESEAL, RUN_OPTIONS, type RunValues } from './run-options.ts';

export interface GateValues extends RunValues {
  baseline?: string;
  report?: string;
  rule?: readonly string[];
  /** A file; in a config file the key of this name holds the rules themselves. */
  rules?: string;
  mode?: string;
  inconclusive?: string;
}

export interface BaselineValues extends RunValues {
  baseline?: string;
  report?: string;
  force?: boolean;
}

const REPORT: OptionDef<GateValues> & OptionDef<BaselineValues> = {
  name: 'report',
  kind: 'text',
  value: 'FILE',
  doc: 'a stored report.json; without it the lab is run, with the options of `rag-lab run`',
};

/** What decides a result: these stand in a command that is recorded, and go with no stored report. */
const RESULT_OPTIONS = [
  'seed',
  'pages',
  'facts',
  'dataset',
  'split',
  'corpus',
  'include',
  'exclude',
  'columns',
  'questions',
  'qrels',
  'synonyms',
  'filter',
  'dedupe',
  'plugin',
  'systems',
  'measures',
  'cutoff',
  'chunker',
  'depth',
  'keepGoing',
] as const;

/** Those whose values are paths. */
const PATHS: readonly string[] = ['corpus', 'questions', 'qrels', 'synonyms', 'plugin'];

const OUTPUT_OPTIONS: readonly string[] = ['format', 'json'];
const FROM_RUN = [...RUN_OPTIONS.filter(({ name }) => !OUTPUT_OPTIONS.includes(name)), RESEAL];
const [BASELINE_KEY, ...JUDGING_KEYS] = GATE_KEYS;

export const GATE_OPTIONS: readonly OptionDef<GateValues>[] = [
  BASELINE_KEY,
  REPORT,
  {
    name: 'rule',
    kind: 'list',
    value: 'RULE',
    doc: 'a rule, repeatable; it takes the place of those in the config file',
  },
  {
    name: 'rules',
    kind: 'text',
    value: 'FILE',
    doc: 'rules, one a line, # begins a comment; or a .yaml or .json file with a list under `rules`',
  },
  ...JUDGING_KEYS,
  {
    name: 'format',
    kind: 'list',
    value: 'NAME[=FILE]',
    doc: 'terminal, json, markdown, junit or github, repeatable; without FILE it goes to standard output (default terminal)',
  },
  { name: 'json', kind: 'switch', doc: 'the result as JSON, and nothing else, on standard output' },
  ...FROM_RUN,
];

/** Of `baseline write` and `baseline update`. */
export const BASELINE_OPTIONS: readonly OptionDef<BaselineValues>[] = [
  BASELINE_KEY,
  REPORT,
  { name: 'force', kind: 'switch', doc: 'replace a baseline that the new one cannot be compared with' },
  ...FROM_RUN.filter(({ name }) => name !== 'out'),
];

/** Of `baseline show`. */
export const SHOW_OPTIONS: readonly OptionDef<BaselineValues>[] = [
  BASELINE_KEY,
  ...RUN_OPTIONS.filter(({ name }) => ['format', 'json', 'plain', 'wide', 'quiet'].includes(name)),
];

/** A stored report has been run: a fault for the flags among those given that say how the lab is run. */
export function goesWithoutRun(report: string, values: RunValues): LabError[] {
  const names = [...RESULT_OPTIONS, 'out', 'offline', 'reseal'] as const;
  const given = names.filter((name) => values[name] !== undefined).map((name) => flagOf({ name }));
  if (given.length === 0) return [];
  const problem = `--report ${report}: a stored report has been run already; it goes with none of ${given.join(', ')}`;
  return [new LabError('option.conflict', { problem })];
}

/**
 * The command that gives the same result again: everything that decides it, from flags and config file. Paths are told from
 * the folder of the config file, or from the current one where there is none.
 */
export function commandOf(values: ConfigValues, origins: Origins): string {
  const root = origins.config ? dirname(origins.config.path) : origins.cwd;
  const parts = RESULT_OPTIONS.flatMap((name) => {
    const value = values[name];
    if (value === undefined || value === false) return [];
    if (value === true) return [flagOf({ name })];
    const texts = [value].flat().map(String);
    if (PATHS.includes(name)) {
      return texts.flatMap((path) => {
        const told =
          relative(root, resolve(baseOf(origins, name), path))
            .split(sep)
            .join('/') || '.';
        return [flagOf({ name }), shellWord(told)];
      });
    }
    // A glob may hold commas; lists of names never do but between names.
    if (name === 'include' || name === 'exclude') return texts.flatMap((glob) => [flagOf({ name }), shellWord(glob)]);
    return [flagOf({ name }), shellWord(texts.join(','))];
  });
  return ['rag-lab', 'run', ...parts].join(' ');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}
