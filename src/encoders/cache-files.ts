// Files that a cache keeps: read as they are, written beside their place and renamed, so that a reader meets a whole file or
// none; and what processes that were killed amid writing have left.
//
// A temporary file is `<name>.<machine>.<process>.<uuid>.tmp`: whether its process lives can be asked on its own machine
// alone. There the next run that writes removes what is left of dead ones; of another machine's, or of one without a
// process in its name (older versions wrote those), only `rag-lab cache clear` does.
import { hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { compareText } from '../core/order.ts';

/** Bytes a call: what Node writes at once is bounded. */
const PIECE = 1 << 22;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TEMPORARY = new RegExp(`^(.+?)(?:\\.([0-9a-f]{8})\\.([1-9]\\d{0,9}))?\\.${UUID}\\.tmp$`, 's');

/** A container is a machine: it counts its processes by itself. */
const MACHINE = hash('sha256', hostname()).slice(0, 8);

export interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  /** `leftover`: of a write that nothing is known to go on with; `unfinished`: its process lives. */
  readonly state: 'kept' | 'leftover' | 'unfinished';
}

/**
 * A cache's own files in a folder, by name. Plain files alone: a link or a folder is not of our making.
 * @param naming of a file that is kept
 * @throws where the folder cannot be read or does not exist
 */
export function keptFiles(folder: string, naming: RegExp): KeptFile[] {
  return ownNames(folder, naming).flatMap(({ name, state }) => {
    // Another run may have renamed or removed it in the meantime.
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found ? [{ name, bytes: found.size, state }] : [];
  });
}

/** Removes what is kept and what was left, not what another process is writing. */
export function removeKept(folder: string, files: readonly KeptFile[]): void {
  for (const { name, state } of files) if (state !== 'unfinished') removeFile(join(folder, name));
}

/**
 * A whole file in the place of what was there, or an error and what was there.
 * @param naming of the files that this cache keeps in the folder
 */
export function replaceFile(path: string, naming: RegExp, pieces: () => Iterable<Uint8Array>): void {
  const folder = dirname(path);
  makeFolder(folder);
  // First: what was left may be what fills the disk.
  removeAbandoned(folder, naming);
  const beside = `${path}.${MACHINE}.${process.pid}.${randomUUID()}.tmp`;
  try {
    const file = openSync(beside, 'wx');
    try {
      for (const bytes of pieces()) {
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(PIECE, bytes.length - at));
      }
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/**
 * Opens a file, and closes it again whatever happens.
 * @returns undefined where there is none
 */
export function withFile<T>(path: string, use: (file: number, size: number) => T): T | undefined {
  let file: number;
  try {
    // A named pipe in its place must not be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('not a file');
    return use(file, found.size);
  } finally {
    closeSync(file);
  }
}

interface OwnName {
  readonly name: string;
  readonly state: KeptFile['state'];
  /** Whether its process was of this machine and lives no more. */
  readonly isAbandoned: boolean;
}

function ownNames(folder: string, naming: RegExp): OwnName[] {
  const names: OwnName[] = [];
  const entries = opendirSync(folder);
  try {
    for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
      const { name } = entry;
      if (!entry.isFile()) continue;
      const [, target, machine, pid] = TEMPORARY.exec(name) ?? [];
      if (!naming.test(target ?? name)) continue;
      const isHere = machine === MACHINE;
      const isAbandoned = isHere && isGone(Number(pid));
      const state = target === undefined ? 'kept' : isHere && !isAbandoned ? 'unfinished' : 'leftover';
      names.push({ name, state, isAbandoned });
    }
  } finally {
    entries.closeSync();
  }
  return names.sort((one, other) => compareText(one.name, other.name));
}

function removeAbandoned(folder: string, naming: RegExp): void {
  try {
    for (const { name, isAbandoned } of ownNames(folder, naming)) if (isAbandoned) removeFile(join(folder, name));
  } catch {
    // Then it stays: what is written now matters, and `rag-lab cache` tells of it.
  }
}

/** Signal 0 only asks. One that may not be asked lives. */
function isGone(pid: number): boolean {
  // A container that is started again counts from 1 again. This process writes one file after the other.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Each missing folder by itself: Node's recursive mkdir never ends where a file system (/proc) makes none. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have made it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
