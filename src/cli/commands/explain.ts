// `rag-lab explain`: why each system ranked the evidence where it did.
import type { LabError } from '../../core/errors.ts';
import { EXPLAIN_OPTIONS } from '../explain-options.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { CommandDef } from '../session.ts';

export const explain: CommandDef = {
  register(program, session) {
    const command = program
      .command('explain')
      .argument('[question...]', 'ids of questions, or any question in words')
      .description('why each system ranked the answer where it did: words, scores, what stands above, what would help');
    addOptions(command, EXPLAIN_OPTIONS);
    command
      .option('--config <FILE>', 'config file (default: the nearest rag-lab.config.{yaml,json,ts,mjs} upward)')
      .addHelpText(
        'after',
        `
What is no question's id is asked as it stands, and shown with the chunks that rank first.
"one synonym" adds one word of the answer to the query, as a list for bm25-synonyms would.

Examples:
  rag-lab explain annual-leave.paraphrase
  rag-lab explain annual-leave.paraphrase --systems bm25,synonym-tfidf --chunks 1
  rag-lab explain "how do I get a parking space?" --corpus docs --systems bm25
  rag-lab explain --misses --corpus docs --questions questions.jsonl`,
      )
      .action(async (words: string[], raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, EXPLAIN_OPTIONS, faults);
        const { performExplain } = await import('../perform-explain.ts');
        await performExplain(session.terminal, words, flags, raw.config as string | undefined, faults);
      });
  },
};
