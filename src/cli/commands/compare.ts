// `rag-lab compare`: two or more runs or reports, with statistics and the topics that flipped.
import type { LabError } from '../../core/errors.ts';
import { COMPARE_OPTIONS } from '../compare-options.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { CommandDef } from '../session.ts';

export const compare: CommandDef = {
  register(program, session) {
    const command = program
      .command('compare')
      .description('two or more runs or reports: paired differences, statistics, and the topics that flipped')
      .argument('<file...>', 'run files (- is standard input), or report.json files; label=FILE names one');
    addOptions(command, COMPARE_OPTIONS);
    command
      .addHelpText(
        'after',
        `
Runs need --qrels. Every judged topic counts: one that a run lacks scores 0, as
with trec_eval -c. Exit code 3: no topic of a run is judged. Of one report all
systems are compared with each other; of several, systems of one label.

Examples:
  rag-lab compare bm25.run dense.run --qrels test.qrels
  rag-lab compare before=a/report.json after=b/report.json
  rag-lab compare *.run --qrels test.qrels --measures AP --format latex=t.tex`,
      )
      .action(async (files: readonly string[], raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, COMPARE_OPTIONS, faults);
        const { performCompare } = await import('../perform-compare.ts');
        await performCompare(session.terminal, files, flags, faults);
      });
  },
};
