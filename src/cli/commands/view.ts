// `rag-lab view`: a stored report in the browser.
import type { CommandDef } from '../session.ts';

export const view: CommandDef = {
  register(program, session) {
    program
      .command('view')
      .description('writes a stored report.json as a page to a temporary file, prints its path and opens it')
      .argument('<report>', 'a report.json')
      .option('--no-open', 'only write it and print its path')
      .addHelpText(
        'after',
        `
Nothing is served and nothing is loaded: the page is one file. A stored report
holds no texts of chunks; \`rag-lab run --open\` makes a page that shows them.`,
      )
      .action(async (path: string, { open }: { readonly open: boolean }) => {
        const { performView } = await import('../perform-view.ts');
        await performView(session.terminal, path, open);
      });
  },
};
