// The files of a folder, in the same order on every machine: the only reader of folders.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText } from '../core/order.ts';

/** Paths of all regular files below a folder, relative to it, with `/`, sorted. Links are not followed. */
export async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (relative: string): Promise<void> => {
    for (const entry of await readdir(join(folder, relative), { withFileTypes: true })) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  await visit('');
  return found.sort(compareText);
}
