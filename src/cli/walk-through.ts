// The work of `rag-lab walkthrough`: finds the lesson and runs it.
import { LabError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import { labs } from '../labs/registry.ts';
import { createProgress } from './progress.ts';
import { DEFAULT_SEED } from './run-options.ts';
import type { Terminal } from './terminal.ts';

export async function walkThrough(terminal: Terminal, name: string | undefined): Promise<string> {
  if (name === undefined) {
    const width = Math.max(...labs.map((lab) => lab.name.length));
    return labs.map((lab) => `${lab.name.padEnd(width)}  ${lab.summary}\n`).join('');
  }
  const lab = labs.find((known) => known.name === name);
  if (!lab) throw new LabError('spec.unknown-name', { kind: 'lesson', name, known: labs.map((known) => known.name) });
  const progress = createProgress(terminal, { quiet: false });
  try {
    return await lab.run({ rng: createRng(DEFAULT_SEED), progress, signal: terminal.interrupt });
  } finally {
    await progress.end();
  }
}
