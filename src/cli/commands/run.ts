// `rag-lab run`: the main job.
import type { LabError } from '../../core/errors.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import { OPEN, RESEAL, RUN_OPTIONS } from '../run-options.ts';
import type { CommandDef } from '../session.ts';

const OPTIONS = [...RUN_OPTIONS, RESEAL, OPEN];

export const run: CommandDef = {
  register(program, session) {
    const command = program
      .command('run')
      .description('asks every question of every system; prints tables, misses and the RESULT line');
    addOptions(command, OPTIONS);
    command
      .option('--config <FILE>', 'config file (default: the nearest rag-lab.config.{yaml,json,ts,mjs} upward)')
      .addHelpText(
        'after',
        `
Every option may stand in the config file under its name; what is typed wins.
\`ledger: true\` there keeps questions/held-out.ledger.jsonl, a line for every new look at the held-out split.
\`rag-lab list\` shows the systems, measures, chunkers, datasets and formats.

Examples:
  rag-lab run --seed 404
  rag-lab run --systems 'bm25,lex=bm25(k1=0.9,b=0.4)' --cutoff 5
  rag-lab run --format terminal --format json=report.json --out results`,
      )
      .action(async (raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, OPTIONS, faults);
        const { performRun } = await import('../perform-run.ts');
        await performRun(session.terminal, flags, raw.config as string | undefined, faults);
      });
  },
};
