// The options of `rag-lab explain`: those of `rag-lab run` that say what is searched and asked, and how much is told.
import { type OptionDef, RUN_OPTIONS, type RunValues } from './run-options.ts';

export interface ExplainValues extends RunValues {
  misses?: boolean;
  chunks?: number;
}

/** Those that decide what goes where have other formats here, and there are no run files. */
const OUTPUTS: readonly string[] = ['format', 'out', 'json'];

export const EXPLAIN_OPTIONS: readonly OptionDef<ExplainValues>[] = [
  { name: 'misses', kind: 'switch', doc: 'all misses by system and diagnosis, and how many each remedy could win' },
  {
    name: 'chunks',
    kind: 'integer',
    value: 'N',
    doc: 'how many of the first chunks are shown beside the answer (default 3)',
    min: 0,
    max: 1000,
  },
  {
    name: 'format',
    kind: 'list',
    value: 'NAME[=FILE]',
    doc: 'terminal, json or markdown, repeatable; without FILE it goes to standard output (default terminal)',
  },
  { name: 'json', kind: 'switch', doc: 'the explanation as JSON, and nothing else, on standard output' },
  ...RUN_OPTIONS.filter(({ name }) => !OUTPUTS.includes(name)),
];
