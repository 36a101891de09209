// The work of `rag-lab cache`: shows what the caches hold, or empties them.
import { clearCaches, describeCaches } from '../catalog/caches.ts';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { cacheFolder } from './cache-folder.ts';
import { neutralise } from './neutralise.ts';
import type { Terminal } from './terminal.ts';

/** @param action `show` or `clear` */
export function manageCache(terminal: Terminal, action: string): string {
  if (action !== 'show' && action !== 'clear') {
    throw new LabError('spec.unknown-name', { kind: 'cache action', name: action, known: ['show', 'clear'] });
  }
  const folder = cacheFolder(terminal);
  const { files, bytes, entries } = withFaults(folder, () =>
    action === 'clear' ? clearCaches(folder) : describeCaches(folder),
  );
  const sums = `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${entries} vectors, ${printSize(bytes)}`;
  return `${neutralise(folder)}\n${action === 'clear' ? 'removed ' : ''}${sums}\n`;
}

function withFaults<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new LabError('file.unreadable', { path: folder, problem: systemFault(error) });
  }
}

export function printSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 would be printed as 1000.0.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
