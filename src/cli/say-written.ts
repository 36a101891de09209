// One line on stderr that says which files a command wrote, so that nobody has to guess whether it did.
import { basename, relative } from 'node:path';
import type { Named } from '../core/contracts.ts';
import { neutralise } from './neutralise.ts';
import type { Target } from './targets.ts';
import type { Terminal } from './terminal.ts';

/** What was written: by `--out` into a folder, and by `--format NAME=FILE`. */
export interface Written {
  readonly folder?: string | undefined;
  /** Paths in the folder. */
  readonly files?: readonly string[];
  readonly targets: readonly Target<Named>[];
}

export async function sayWritten(terminal: Terminal, written: Written): Promise<void> {
  const text = describeWritten(terminal.cwd, written);
  // A courtesy: where stderr cannot take it, the files are there all the same.
  if (text !== '') await terminal.err.write(`rag-lab: ${neutralise(text)}\n`).catch(() => {});
}

/** `wrote report.json, report.md and 4 run files to results; json to r.json` */
export function describeWritten(cwd: string, { folder, files = [], targets }: Written): string {
  const parts: string[] = [];
  if (folder !== undefined) {
    const names = files.map((path) => basename(path));
    const runs = names.filter((name) => name.endsWith('.run')).length;
    const shown = names.filter((name) => !name.endsWith('.run'));
    if (runs > 0) shown.push(runs === 1 ? '1 run file' : `${runs} run files`);
    parts.push(`${shown.slice(0, -1).join(', ')} and ${shown.at(-1)} to ${place(cwd, folder)}`);
  }
  for (const { format, file } of targets) if (file !== undefined) parts.push(`${format.name} to ${place(cwd, file)}`);
  return parts.length > 0 ? `wrote ${parts.join('; ')}` : '';
}

/** As short as it is clear: from here, unless it lies elsewhere. */
function place(cwd: string, path: string): string {
  const near = relative(cwd, path);
  if (near === '') return '.';
  return near.startsWith('..') ? path : near;
}
