// A page for the browser: where it is written when nobody named a place, and opening it.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { neutralise } from './neutralise.ts';
import type { Terminal } from './terminal.ts';

/** Into a new folder that is the user's alone. */
export async function writeTemporaryPage({ env, cwd }: Terminal, text: string): Promise<string> {
  const folder = join(env.TMPDIR ? resolve(cwd, env.TMPDIR) : tmpdir(), 'rag-lab-');
  try {
    const path = join(await mkdtemp(folder), 'report.html');
    await writeFile(path, text);
    return path;
  } catch (error) {
    throw new LabError('file.unwritable', { path: folder, problem: systemFault(error) });
  }
}

/** A browser that cannot be opened is no failure: the page is there, and where is said. */
export async function openPage(terminal: Terminal, path: string): Promise<void> {
  const problem = terminal.open ? await terminal.open(path) : 'nothing opens files here';
  const text = problem === undefined ? `opened ${path}` : `cannot open a browser (${problem}): open ${path} yourself`;
  await terminal.err.write(`rag-lab: ${neutralise(text)}\n`).catch(() => {});
}
