// `rag-lab walkthrough`: the lab's lessons, computed live.
import type { LabError } from '../../core/errors.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { CommandDef } from '../session.ts';
import { WALK_OPTIONS } from '../walkthrough-options.ts';

export const walkthrough: CommandDef = {
  register(program, session) {
    const command = program
      .command('walkthrough')
      .description('the evening before an interview: lessons of a page each, computed live; without one, the list')
      .argument('[lesson]', 'a number or a name');
    addOptions(command, WALK_OPTIONS);
    command
      .addHelpText(
        'after',
        `
Examples:
  rag-lab walkthrough
  rag-lab walkthrough 1
  rag-lab walkthrough fusion --seed 7
  rag-lab walkthrough --quiz
  rag-lab walkthrough --markdown > notes.md`,
      )
      .action(async (name: string | undefined, raw: RawFlags) => {
        const faults: LabError[] = [];
        const values = readFlags(raw, WALK_OPTIONS, faults);
        const { walkThrough } = await import('../walk-through.ts');
        await walkThrough(session.terminal, name, values, faults);
      });
  },
};
