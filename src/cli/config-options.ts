// What may stand in a config file: the options of `rag-lab run`, and those of the gate that have one meaning for a project.
import { type OptionDef, RUN_OPTIONS, type RunValues } from './run-options.ts';

export interface ConfigValues extends RunValues {
  rules?: readonly string[];
  baseline?: string;
  mode?: string;
  inconclusive?: string;
  ledger?: boolean;
}

/** Rules as texts, one each; on a command line they are `--rule`. */
export const RULES_KEY: OptionDef<ConfigValues> = {
  name: 'rules',
  kind: 'list',
  value: 'RULE',
  doc: 'rules of the gate, e.g. "bm25/same/R@3 >= 0.95"',
};

/** Also flags of `rag-lab gate`. */
export const GATE_KEYS = [
  {
    name: 'baseline',
    kind: 'text',
    value: 'FILE',
    doc: 'the baseline: a report, or what `rag-lab baseline write` writes (default: the nearest rag-lab.baseline.json upward)',
  },
  {
    name: 'mode',
    kind: 'text',
    value: 'MODE',
    doc: 'strict: every drop beyond the line is a regression; statistical: only one that the paired test confirms (default strict)',
  },
  {
    name: 'inconclusive',
    kind: 'text',
    value: 'pass|fail',
    doc: 'what a drop counts as that so few questions cannot tell from chance (default fail, exit code 3)',
  },
] as const satisfies readonly OptionDef<ConfigValues>[];

/** A project's own decision, so no flag. */
const LEDGER_KEY: OptionDef<ConfigValues> = {
  name: 'ledger',
  kind: 'switch',
  doc: 'keep questions/held-out.ledger.jsonl: every look at the held-out split',
};

export const CONFIG_OPTIONS: readonly OptionDef<ConfigValues>[] = [...RUN_OPTIONS, RULES_KEY, ...GATE_KEYS, LEDGER_KEY];
