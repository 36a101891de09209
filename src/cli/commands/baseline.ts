// `rag-lab baseline`: writes, updates or shows the baseline, only when asked.
import type { LabError } from '../../core/errors.ts';
import { BASELINE_OPTIONS, SHOW_OPTIONS } from '../gate-options.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { CommandDef } from '../session.ts';

const CONFIG_FLAG = [
  '--config <FILE>',
  'config file (default: the nearest rag-lab.config.{yaml,json,ts,mjs} upward)',
] as const;

const WHAT = {
  write: 'makes a baseline where there is none',
  update: 'replaces the baseline, once the difference is shown; refuses one that it cannot be compared with',
} as const;

export const baseline: CommandDef = {
  register(program, session) {
    const group = program.command('baseline').description('writes, updates or shows what the gate compares with');
    for (const how of ['write', 'update'] as const) {
      const command = group.command(how).description(WHAT[how]);
      addOptions(command, BASELINE_OPTIONS);
      command.option(...CONFIG_FLAG).action(async (raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, BASELINE_OPTIONS, faults);
        const { performBaseline } = await import('../perform-baseline.ts');
        await performBaseline(session.terminal, how, flags, raw.config as string | undefined, faults);
      });
    }
    const show = group.command('show').description('the command it was made by, and its tables');
    addOptions(show, SHOW_OPTIONS);
    show.option(...CONFIG_FLAG).action(async (raw: RawFlags) => {
      const faults: LabError[] = [];
      const flags = readFlags(raw, SHOW_OPTIONS, faults);
      const { showBaseline } = await import('../perform-baseline.ts');
      await showBaseline(session.terminal, flags, raw.config as string | undefined, faults);
    });
    group.addHelpText(
      'after',
      `
The baseline is a report with the command that made it, to be committed: sorted keys, no times or paths.

Examples:
  rag-lab baseline write --seed 404
  rag-lab baseline update --report results/report.json
  rag-lab baseline show`,
    );
  },
};
