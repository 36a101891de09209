// The work of `rag-lab cache`: shows what the caches hold, or empties them. Only files that rag-lab wrote are removed.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../core/errors.ts';
import { listFiles } from '../ingest/list-files.ts';
import { cacheFolder } from './cache-folder.ts';
import { neutralise } from './neutralise.ts';
import { systemFault } from './print-error.ts';
import type { Terminal } from './terminal.ts';

/** @param action `show` or `clear` */
export async function describeCache(terminal: Terminal, action: string): Promise<string> {
  if (action !== 'show' && action !== 'clear') {
    throw new LabError('spec.unknown-name', { kind: 'cache action', name: action, known: ['show', 'clear'] });
  }
  const folder = cacheFolder(terminal);
  const files = await cachedFiles(folder);
  let bytes = 0;
  for (const file of files) bytes += (await stat(join(folder, file)).catch(() => ({ size: 0 }))).size;
  if (action === 'clear') {
    for (const file of files) {
      await rm(join(folder, file), { force: true }).catch((error: unknown) => {
        throw new LabError('file.unwritable', { path: join(folder, file), problem: systemFault(error) });
      });
    }
  }
  const verb = action === 'clear' ? 'removed ' : '';
  return `${neutralise(folder)}\n${verb}${files.length} ${files.length === 1 ? 'file' : 'files'}, ${size(bytes)}\n`;
}

/** What a cache file is called; nothing else in the folder is touched, whatever RAG_LAB_CACHE points at. */
const CACHE_FILE = /^vectors\/[^/]+$/;

async function cachedFiles(folder: string): Promise<string[]> {
  try {
    return (await listFiles(folder)).filter((file) => CACHE_FILE.test(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new LabError('file.unreadable', { path: folder, problem: systemFault(error) });
  }
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit++;
  } while (value >= 1000 && unit < units.length - 1);
  return `${value.toFixed(1)} ${units[unit]}`;
}
