// `rag-lab render`: a stored report in another format, without running anything.
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import { RUN_OPTIONS } from '../run-options.ts';
import type { CommandDef } from '../session.ts';

const OPTIONS = RUN_OPTIONS.filter(({ name }) => ['format', 'json', 'plain', 'wide'].includes(name));

export const render: CommandDef = {
  register(program, session) {
    const command = program
      .command('render')
      .description('shows a stored report.json in another format, without running anything')
      .argument('<report>', 'a report.json');
    addOptions(command, OPTIONS);
    command.action(async (path: string, raw: RawFlags) => {
      const { performRender } = await import('../perform-render.ts');
      await performRender(session.terminal, path, readFlags(raw, OPTIONS, []));
    });
  },
};
