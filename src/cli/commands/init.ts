// `rag-lab init`: the files of a project that measures, and guards what it measured.
import type { CommandDef } from '../session.ts';

export const init: CommandDef = {
  register(program, session) {
    program
      .command('init')
      .description('writes a config file, first questions, a baseline and a workflow for CI; says what to do next')
      .argument('[dir]', 'the project', '.')
      .option(
        '--corpus <PATH>',
        'your documents (default: docs, else the Markdown files in DIR, else a few pages to begin with)',
      )
      .addHelpText(
        'after',
        `
Writes rag-lab.config.yaml, questions/questions.jsonl, questions/synonyms.yaml, rag-lab.baseline.json and
.github/workflows/rag-lab.yml, all of them or none; nothing that is there already is overwritten.
Where there are documents, the questions are drafts made from their sentences, for you to edit. Where there are none, a
few pages are written to docs, with questions about them, for you to replace.

Examples:
  rag-lab init
  rag-lab init --corpus handbook
  rag-lab init evaluation && cd evaluation && rag-lab gate`,
      )
      .action(async (folder: string, { corpus }: { corpus?: string }) => {
        const { performInit } = await import('../perform-init.ts');
        await performInit(session.terminal, folder, corpus);
      });
  },
};
