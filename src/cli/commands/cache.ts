// `rag-lab cache`: where the caches are and how large; `cache clear` empties them.
import { type CommandDef, writeResult } from '../session.ts';

export const cache: CommandDef = {
  name: 'cache',
  register(program, session) {
    program
      .command('cache')
      .description('shows where the caches are and how large; `cache clear` empties them')
      .argument('[action]', 'show or clear', 'show')
      .action(async (action: string) => {
        const { manageCache } = await import('../manage-cache.ts');
        await writeResult(session.terminal, manageCache(session.terminal, action));
      });
  },
};
