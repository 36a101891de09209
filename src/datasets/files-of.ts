// The files of a collection by their usual names, each packed with gzip or not.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';

/** The first of the names that is a file in the folder. */
export async function fileNamed(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names.flatMap((plain) => [plain, `${plain}.gz`])) {
    if ((await kindOf(join(folder, name))) === 'file') return name;
  }
  return undefined;
}

/** @throws LabError where the place is there and cannot be looked at */
export async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const facts = await stat(path);
    // Pipes and devices are opened by nobody here who did not name them.
    return facts.isDirectory() ? 'folder' : facts.isFile() ? 'file' : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new LabError('file.unreadable', { path, problem: systemFault(error) });
  }
}
