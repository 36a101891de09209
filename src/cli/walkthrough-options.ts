// The options of `rag-lab walkthrough`.
import { DEFAULT_SEED, type OptionDef } from './run-options.ts';

export interface WalkValues {
  seed?: number;
  all?: boolean;
  quiz?: boolean;
  markdown?: boolean;
  plain?: boolean;
}

export const WALK_OPTIONS: readonly OptionDef<WalkValues>[] = [
  {
    name: 'seed',
    kind: 'integer',
    value: 'N',
    doc: `another handbook (default ${DEFAULT_SEED}) and another draw of the 60-chunk example`,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  },
  { name: 'all', kind: 'switch', doc: 'every numbered lesson, one after the other' },
  { name: 'quiz', kind: 'switch', doc: 'on a terminal, wait for your answer before the answer is shown' },
  { name: 'markdown', kind: 'switch', doc: 'as Markdown, answers at the end: notes to print' },
  { name: 'plain', kind: 'switch', doc: 'no colour' },
];
