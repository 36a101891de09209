// `rag-lab fuse`: several run files made one.
import type { LabError } from '../../core/errors.ts';
import { fusions } from '../../eval/fusion/registry.ts';
import { FUSE_OPTIONS } from '../fuse-options.ts';
import { addOptions, type RawFlags, readFlags } from '../read-flags.ts';
import type { CommandDef } from '../session.ts';

const COLUMNS = 80;
const WIDTH = Math.max(...fusions.map(({ name }) => name.length));
const METHODS = fusions.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${hung(summary)}\n`).join('');

/** Words in lines that fit behind the names on a terminal of 80 columns. */
function hung(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length > COLUMNS - WIDTH - 4) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join(`\n${' '.repeat(WIDTH + 4)}`);
}

export const fuse: CommandDef = {
  register(program, session) {
    const command = program.command('fuse').description('fuses run files into a run file; fits weights with --tune');
    addOptions(command, FUSE_OPTIONS);
    command
      .addHelpText(
        'after',
        `
Methods (rag-lab list fusions NAME shows formula, source and parameters):
${METHODS}
Topics of any run are fused; a run that lacks a topic has no say there. Lists
and fused scores are ordered as trec_eval does: by score, then by id, both
descending. Written scores fall strictly, so every tool reads this very order.

Examples:
  rag-lab fuse --method 'rrf(k=10)' --run bm25.run dense.run --out fused.run
  rag-lab fuse --method weighted --weights 0.7:0.3 --run a.run b.run --out c.run
  rag-lab fuse --run a.run b.run --tune --qrels test.qrels --seed 1 --out c.run`,
      )
      .action(async (raw: RawFlags) => {
        const faults: LabError[] = [];
        const flags = readFlags(raw, FUSE_OPTIONS, faults);
        const { performFuse } = await import('../perform-fuse.ts');
        await performFuse(session.terminal, flags, faults);
      });
  },
};
