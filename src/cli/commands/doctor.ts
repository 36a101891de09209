// `rag-lab doctor`: checks the installation, and what is optional.
import type { CommandDef } from '../session.ts';

export const doctor: CommandDef = {
  register(program, session) {
    program
      .command('doctor')
      .description('checks the installation, and what is optional')
      .option('--config <FILE>', 'config file (default: the nearest rag-lab.config.{yaml,json,ts,mjs} upward)')
      .addHelpText(
        'after',
        `
A line a check: ok, missing or damaged, and what to do about it. It changes nothing.

Exit codes: 0 what is required is there, 2 something required is missing or damaged.`,
      )
      .action(async ({ config }: { config?: string }) => {
        const { performDoctor } = await import('../perform-doctor.ts');
        session.end(await performDoctor(session.terminal, config));
      });
  },
};
