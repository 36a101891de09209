// `rag-lab walkthrough`: the lab's lessons, computed live.
import type { CommandDef } from '../session.ts';
import { writeResult } from '../session.ts';

export const walkthrough: CommandDef = {
  name: 'walkthrough',
  register(program, session) {
    program
      .command('walkthrough')
      .description('a lesson, computed live, step by step; without a name, the lessons there are')
      .argument('[lesson]', 'which lesson')
      .action(async (name: string | undefined) => {
        const { walkThrough } = await import('../walk-through.ts');
        await writeResult(session.terminal, await walkThrough(session.terminal, name));
      });
  },
};
