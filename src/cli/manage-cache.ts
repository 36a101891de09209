// The work of `rag-lab cache`: shows what the caches hold, or empties them.
import { resolve } from 'node:path';
import { clearCaches, describeCaches } from '../catalog/caches.ts';
import { clearIndexCache, describeIndexCache, type IndexFile } from '../catalog/index-cache.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { cacheFolder } from './cache-folder.ts';
import { neutralise } from './neutralise.ts';
import type { RunValues } from './run-options.ts';
import type { Terminal } from './terminal.ts';

const ACTIONS = ['show', 'clear'] as const;
type Action = (typeof ACTIONS)[number];

/**
 * @param named `show` or `clear`
 * @param values with `indexCache`, that folder is meant, and nothing else
 * @param faults found so far
 */
export function manageCache(
  terminal: Terminal,
  named: string,
  { indexCache }: Pick<RunValues, 'indexCache'> = {},
  faults: LabError[] = [],
): string {
  const action = ACTIONS.find((known) => known === named);
  if (action === undefined) {
    faults.push(new LabError('spec.unknown-name', { kind: 'cache action', name: named, known: [...ACTIONS] }));
  }
  if (action === undefined || faults.length > 0) throw new LabErrors(faults);
  return indexCache === undefined
    ? manageVectors(cacheFolder(terminal), action)
    : manageIndexes(resolve(terminal.cwd, indexCache), action);
}

function manageVectors(folder: string, action: Action): string {
  const { files, entries } = withFaults(folder, action, { show: describeCaches, clear: clearCaches });
  return `${neutralise(folder)}\n${sumsOf(files, action, `, ${entries} vectors`)}\n`;
}

function manageIndexes(folder: string, action: Action): string {
  const files = withFaults(folder, action, { show: describeIndexCache, clear: clearIndexCache });
  const kept = files.filter(({ state }) => state === 'kept');
  const sizes = kept.map(({ bytes }) => printSize(bytes));
  const width = Math.max(0, ...sizes.map(({ length }) => length));
  const lines = kept.map(({ name, fault }, i) => {
    return `${name}  ${sizes[i]!.padStart(width)}${fault === undefined ? '' : `  ${fault}`}\n`;
  });
  return `${neutralise(folder)}\n${action === 'show' ? lines.join('') : ''}${sumsOf(files, action)}\n`;
}

/** @param content of the files that are kept */
function sumsOf(files: readonly Pick<IndexFile, 'bytes' | 'state'>[], action: Action, content = ''): string {
  const of = (state: IndexFile['state']) => files.filter((file) => file.state === state);
  const sizeOf = (some: readonly { readonly bytes: number }[]): string =>
    printSize(some.reduce((total, { bytes }) => total + bytes, 0));
  const [kept, left, unfinished] = [of('kept'), of('leftover'), of('unfinished')];
  const sums = [`${kept.length} ${kept.length === 1 ? 'file' : 'files'}${content}, ${sizeOf(kept)}`];
  if (left.length === 1) sums.push(`1 leftover of a killed run, ${sizeOf(left)}`);
  if (left.length > 1) sums.push(`${left.length} leftovers of killed runs, ${sizeOf(left)}`);
  const removed = `${action === 'clear' ? 'removed ' : ''}${sums.join('; ')}`;
  if (unfinished.length === 0) return removed;
  // Another run would fail to rename what it has written.
  return `${removed}; ${action === 'clear' ? 'kept ' : ''}${unfinished.length} that a run is writing now`;
}

function withFaults<T>(folder: string, action: Action, works: Readonly<Record<Action, (folder: string) => T>>): T {
  try {
    return works[action](folder);
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const problem = systemFault(error);
    if (syscall === 'unlink') {
      throw new LabError('data.invalid', { what: path ?? folder, problem: `cannot be removed: ${problem}` });
    }
    throw new LabError('file.unreadable', { path: folder, problem });
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
