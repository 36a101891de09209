// `rag-lab questions`: check, draft, anchor and import question sets.
import type { Command } from 'commander';
import type { LabError } from '../../core/errors.ts';
import {
  ANCHOR_OPTIONS,
  CHECK_OPTIONS,
  IMPORT_OPTIONS,
  NEW_OPTIONS,
  type QuestionsValues,
} from '../questions-options.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { OptionDef } from '../run-options.ts';
import type { CommandDef } from '../session.ts';

type Perform = (flags: QuestionsValues, configPath: string | undefined, faults: LabError[]) => Promise<unknown>;

export const questions: CommandDef = {
  register(program, session) {
    const { terminal } = session;
    const group = program.command('questions').description('checks, drafts, anchors and imports question sets');
    const prepare = (command: Command, options: readonly OptionDef<QuestionsValues>[]): Command => {
      addOptions(command, options);
      return command.option(
        '--config <FILE>',
        'config file (default: the nearest rag-lab.config.{yaml,json,ts,mjs} upward)',
      );
    };
    const perform = async (
      raw: RawFlags,
      options: readonly OptionDef<QuestionsValues>[],
      work: Perform,
    ): Promise<void> => {
      const faults: LabError[] = [];
      const flags = readFlags<QuestionsValues>(raw, options, faults);
      const code = await work(flags, raw.config as string | undefined, faults);
      if (typeof code === 'number') session.end(code);
    };

    prepare(
      group
        .command('check')
        .description('is every quote there, and is the set a fair test? Exit code 1: a quote is not'),
      CHECK_OPTIONS,
    ).action((raw: RawFlags) =>
      perform(raw, CHECK_OPTIONS, async (...given) => {
        const { performQuestionsCheck } = await import('../perform-questions-check.ts');
        return performQuestionsCheck(terminal, ...given);
      }),
    );

    prepare(
      group
        .command('new')
        .description('drafts questions from sentences of the documents, without a model, for a person to edit'),
      NEW_OPTIONS,
    ).action((raw: RawFlags) =>
      perform(raw, NEW_OPTIONS, async (...given) => {
        const { performQuestionsNew } = await import('../perform-questions-new.ts');
        return performQuestionsNew(terminal, ...given);
      }),
    );

    prepare(
      group.command('anchor').description('finds evidence again after the documents changed, and says what was lost'),
      ANCHOR_OPTIONS,
    ).action((raw: RawFlags) =>
      perform(raw, ANCHOR_OPTIONS, async (...given) => {
        const { performQuestionsAnchor } = await import('../perform-questions-anchor.ts');
        return performQuestionsAnchor(terminal, ...given);
      }),
    );

    const importing = group
      .command('import <format> <file>')
      .description("another tool's golden set as a question set: ragas, llama-index, autorag, promptfoo or csv");
    prepare(importing, IMPORT_OPTIONS).action((format: string, file: string, raw: RawFlags) =>
      perform(raw, IMPORT_OPTIONS, async (...given) => {
        const { performQuestionsImport } = await import('../perform-questions-import.ts');
        return performQuestionsImport(terminal, format, file, ...given);
      }),
    );

    importing.addHelpText(
      'after',
      `
What becomes a question, its answer and its evidence:
  ragas        user_input, reference, reference_contexts (before 0.2: question, ground_truth, contexts)
  llama-index  queries, relevant_docs and corpus; or examples: query, reference_answer, reference_contexts
  autorag      query, generation_gt, retrieval_gt with the contents of --passages
  promptfoo    vars.question (or query, input), assert equals, vars.context or assert contains
  csv          columns question, answer, quote and document; id, fact, wording, split, slices
Passages become quotes. What cannot be taken over is counted.`,
    );

    group.addHelpText(
      'after',
      `
A question set is JSONL or YAML: id, text, evidence (a list of {document, quote}), and if you
like fact, wording (same, paraphrase), split (tuning, held-out), slices, answer.

Examples:
  rag-lab questions new --corpus docs --count 20 --out questions.jsonl
  rag-lab questions check --corpus docs --questions questions.jsonl
  rag-lab questions anchor --corpus docs --questions questions.jsonl --out anchored.jsonl
  rag-lab questions import ragas testset.jsonl --corpus docs --out questions.jsonl`,
    );
  },
};
