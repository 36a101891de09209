// `rag-lab generate`: writes a handbook and its questions as files.
import type { LabError } from '../../core/errors.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import { HANDBOOK_OPTIONS, type OptionDef } from '../run-options.ts';
import type { CommandDef } from '../session.ts';

const OPTIONS: readonly OptionDef[] = [
  ...HANDBOOK_OPTIONS,
  { name: 'out', kind: 'text', value: 'DIR', doc: 'folder that receives the files (required)' },
  { name: 'quiet', kind: 'switch', doc: 'do not say what was written' },
];

export const generate: CommandDef = {
  register(program, session) {
    const command = program
      .command('generate')
      .description('writes a handbook and its questions: pages/*.md, corpus.jsonl, questions.jsonl, handbook.qrels');
    addOptions(command, OPTIONS);
    command
      .addHelpText(
        'after',
        `
handbook.qrels judges chunks, by the ids that \`rag-lab run\` gives with its default chunker;
questions.jsonl holds the evidence itself, which fits any chunking.`,
      )
      .action(async (raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, OPTIONS, faults);
        const { performGenerate } = await import('../perform-generate.ts');
        await performGenerate(session.terminal, flags, faults);
      });
  },
};
