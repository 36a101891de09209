// `rag-lab list`: what is registered, with parameters, defaults and ranges, straight from the definitions.
import type { CommandDef } from '../session.ts';
import { writeResult } from '../session.ts';

export const list: CommandDef = {
  register(program, session) {
    program
      .command('list')
      .description('what is registered: systems, measures, fusions, chunkers, datasets or formats')
      .argument('[what]', 'systems, measures, fusions, chunkers, datasets or formats; without it, what each of them is')
      .argument('[name]', 'only this one; a measure or fusion is shown with its formula and source')
      .option('--plugin <file>', 'a module that adds to what is registered; repeatable', collect, [])
      .action(async (what: string | undefined, name: string | undefined, { plugin }: { plugin: readonly string[] }) => {
        const { terminal } = session;
        const { describeRegistered } = await import('../describe-registered.ts');
        const { catalogOf } = await import('../lab-run.ts');
        await writeResult(terminal, describeRegistered(await catalogOf(terminal, { plugin }), what, name));
      });
  },
};

function collect(file: string, before: readonly string[]): readonly string[] {
  return [...before, file];
}
