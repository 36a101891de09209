// `rag-lab cache`: where vectors, or with --index-cache indexes, are kept and how large; `cache clear` empties the place.
import type { LabError } from '../../core/errors.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import { RUN_OPTIONS } from '../run-options.ts';
import { type CommandDef, writeResult } from '../session.ts';

const OPTIONS = RUN_OPTIONS.filter(({ name }) => name === 'indexCache').map((def) => ({
  ...def,
  doc: 'the folder of `rag-lab run --index-cache DIR` is meant, not the cache of vectors',
}));

export const cache: CommandDef = {
  register(program, session) {
    const command = program
      .command('cache')
      .description(
        'shows where vectors are cached and how large; `cache clear` empties it; --index-cache DIR means that folder',
      )
      .argument('[action]', 'show or clear', 'show');
    addOptions(command, OPTIONS);
    command
      .addHelpText(
        'after',
        `
Only files that rag-lab itself named are counted or removed; what killed runs have left is among them, what a run is
writing now stays.

Examples:
  rag-lab cache clear
  rag-lab cache --index-cache indexes
  rag-lab cache clear --index-cache indexes`,
      )
      .action(async (action: string, raw: RawFlags) => {
        const faults: LabError[] = [];
        const values = readFlags(raw, OPTIONS, faults);
        const { manageCache } = await import('../manage-cache.ts');
        await writeResult(session.terminal, manageCache(session.terminal, action, values, faults));
      });
  },
};
