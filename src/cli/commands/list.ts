// `rag-lab list`: what is registered, with parameters, defaults and ranges, straight from the definitions.
import type { CommandDef } from '../session.ts';
import { writeResult } from '../session.ts';

export const list: CommandDef = {
  name: 'list',
  register(program, session) {
    program
      .command('list')
      .description('what is registered: systems, measures, fusions, chunkers, datasets or formats')
      .argument('[what]', 'systems, measures, fusions, chunkers, datasets or formats; without it, what each of them is')
      .argument('[name]', 'only this one; a measure or fusion is shown with its formula and source')
      .action(async (what: string | undefined, name: string | undefined) => {
        const { describeRegistered } = await import('../describe-registered.ts');
        const { builtinCatalog } = await import('../../catalog/builtin.ts');
        await writeResult(session.terminal, describeRegistered(builtinCatalog(), what, name));
      });
  },
};
