// `rag-lab init`: the files of a project that measures, and guards what it measured.
import type { CommandDef } from '../session.ts';

export const init: CommandDef = {
  name: 'init',
  register(program, session) {
    program
      .command('init')
      .description('writes a config file, a baseline and a workflow that runs the gate; says what to do next')
      .argument('[dir]', 'the project', '.')
      .addHelpText(
        'after',
        `
Writes rag-lab.config.yaml, rag-lab.baseline.json and .github/workflows/rag-lab.yml, all of them or none; nothing that
is there already is overwritten.

Examples:
  rag-lab init
  rag-lab init evaluation && cd evaluation && rag-lab gate`,
      )
      .action(async (folder: string) => {
        const { performInit } = await import('../perform-init.ts');
        await performInit(session.terminal, folder);
      });
  },
};
