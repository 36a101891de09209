// `rag-lab evaluate`: run files scored against judgments, as trec_eval does.
import type { LabError } from '../../core/errors.ts';
import { EVALUATE_OPTIONS } from '../evaluate-options.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { CommandDef } from '../session.ts';

export const evaluate: CommandDef = {
  register(program, session) {
    const command = program
      .command('evaluate')
      .description('scores TREC runs against qrels; every value equals that of trec_eval -c');
    addOptions(command, EVALUATE_OPTIONS);
    command
      .addHelpText(
        'after',
        `
Every judged topic counts: one that a run lacks scores 0, as with trec_eval -c.
Documents stand by score, equal scores by id in descending byte order; the rank
column is ignored. Exit code 3: no topic of a run is judged.

Examples:
  rag-lab evaluate --qrels test.qrels --run bm25.run
  rag-lab evaluate --qrels test.tsv --run bm25=a.run.gz b.run --measures AP,P@5
  rag-lab evaluate --qrels test.qrels --run a.run --per-topic --format trec_eval`,
      )
      .action(async (raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, EVALUATE_OPTIONS, faults);
        const { performEvaluate } = await import('../perform-evaluate.ts');
        await performEvaluate(session.terminal, flags, faults);
      });
  },
};
