// `rag-lab gate`: checks a report against a baseline or thresholds; for CI.
import type { LabError } from '../../core/errors.ts';
import { GATE_OPTIONS } from '../gate-options.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { CommandDef } from '../session.ts';

export const gate: CommandDef = {
  register(program, session) {
    const command = program
      .command('gate')
      .description('holds a report, or a run made now, against a baseline and rules; for CI');
    addOptions(command, GATE_OPTIONS);
    command
      .option('--config <FILE>', 'config file (default: the nearest rag-lab.config.{yaml,json,ts,mjs} upward)')
      .addHelpText(
        'after',
        `
Rules (--rule, --rules FILE, or rules: in the config file); without any, no drop of the headline recall is allowed:
  bm25/same/R@3 >= 0.95                       a floor; SYSTEM/MEASURE, SYSTEM/WORDING/MEASURE, SYSTEM/WORDING/SPLIT/MEASURE
  bm25/paraphrase/slice=numeric/R@3 >= 0.5    the same over a named slice of the questions: slice=NAME before MEASURE
  */paraphrase/R@3 drop <= 2pt                below the baseline: points, a value (0.02), or questions (1 question)
  question annual-leave.same bm25 rank <= 3   a question that must stay in the top
  bm25 tokens <= 1500                         mean tokens in the top of the headline cutoff
  dense ms <= 50x bm25                        milliseconds a query, as a ratio within the same run
* stands for every system, wording, split or slice there is. Exactly on the line passes.

Exit codes: 0 every rule holds, 1 a regression, 2 a faulty rule, file or option, 3 it cannot say: no baseline, other
data, nothing evaluated, something missing, or inconclusive. Where several hold: 2, 1, 3, 0.

Examples:
  rag-lab gate --baseline reports/baselines/handbook-404.json
  rag-lab gate --report report.json --rule 'bm25/same/R@3 >= 0.9'
  rag-lab gate --mode statistical --format terminal --format junit=gate.xml`,
      )
      .action(async (raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, GATE_OPTIONS, faults);
        const { performGate } = await import('../perform-gate.ts');
        session.end(await performGate(session.terminal, flags, raw.config as string | undefined, faults));
      });
  },
};
