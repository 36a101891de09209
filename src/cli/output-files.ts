// Result files appear whole or not at all: written beside their place, then renamed, all of them together.
import { rmdirSync, unlinkSync } from 'node:fs';
import { mkdir, open, readlink, realpath, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { removeAbandoned } from './former-results.ts';

export interface OutputFile {
  readonly path: string;
  /** In pieces where it is long: each is made only when the one before is written. */
  readonly text: string | AsyncIterable<string>;
}

export interface Outputs {
  /**
   * Writes all files or none.
   * @param beforeRename what else must succeed first (standard output); a failure here leaves every file as it was
   */
  commit(files: readonly OutputFile[], beforeRename?: () => Promise<void>): Promise<void>;
  /** Gives up: removes the folders that were made for the outputs. */
  abandon(): Promise<void>;
}

/**
 * Does the work that ends in `outputs.commit`. Whatever it throws: the progress line ends, the outputs are given up, and the
 * error goes on.
 */
export async function orAbandon<T>(
  outputs: Outputs,
  progress: { end(): Promise<void> } | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await progress?.end();
    await outputs.abandon();
    throw error;
  }
}

interface Staged {
  readonly temporary: string;
  readonly target: string;
  readonly path: string;
}

/**
 * Makes the folders that the outputs need and proves, before any work, that each can be written to.
 * @param folders folders that will receive files
 * @param files paths of single files
 * @param inputs paths of files that are read: none of them is overwritten, by whatever name or link
 */
export async function prepareOutputs(
  folders: readonly string[],
  files: readonly string[],
  inputs: readonly string[] = [],
): Promise<Outputs> {
  const made: string[] = [];
  const abandon = async (): Promise<void> => {
    // Only folders made here, and only while they are empty.
    for (const folder of made.toReversed()) {
      await rmdir(folder).catch(() => {});
      unfinished.folders.delete(folder);
    }
  };
  try {
    for (const folder of folders) {
      await makeFolder(folder, made);
      await probe(folder, join(folder, 'report.json'));
    }
    const read = await Promise.all(inputs.map(targetOf));
    for (const file of files) {
      const kind = await kindOf(file);
      if (kind === 'file' && read.includes(await targetOf(file))) {
        const problem = `${file}: is read by this very command; accepted: another file to write to`;
        throw new LabError('option.conflict', { problem });
      }
      if (kind === 'folder') throw unwritable(file, { code: 'EISDIR' });
      // Devices and named pipes are written to directly; opening one to try could block or have effects.
      if (kind === 'device') continue;
      await makeFolder(dirname(file), made);
      await probe(file, await targetOf(file));
    }
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    abandon,
    async commit(written, beforeRename) {
      try {
        await commit(written, beforeRename);
        for (const folder of made) unfinished.folders.delete(folder);
      } catch (error) {
        await abandon();
        throw error;
      }
    },
  };
}

async function commit(files: readonly OutputFile[], beforeRename?: () => Promise<void>): Promise<void> {
  const staged: Staged[] = [];
  try {
    const devices: OutputFile[] = [];
    await refuseDoubles(files);
    for (const file of files) {
      const kind = await kindOf(file.path);
      if (kind === 'folder') throw unwritable(file.path, { code: 'EISDIR' });
      if (kind === 'device') devices.push(file);
      else staged.push(await stage(file));
    }
    for (const { path, text } of devices) await writeWhole(path, path, text, 'w');
    await beforeRename?.();
    for (const { temporary, target, path } of staged) {
      await rename(temporary, target).catch((error: unknown) => {
        throw unwritable(path, error);
      });
    }
    await removeAbandoned(staged.map(({ target }) => target));
  } finally {
    // After a success there is nothing left under these names.
    for (const { temporary } of staged) {
      await unlink(temporary).catch(() => {});
      unfinished.files.delete(temporary);
    }
  }
}

/** What a process that ends at once, as on a second Ctrl-C, must not leave behind. */
const unfinished = { files: new Set<string>(), folders: new Set<string>() };

process.once('exit', () => {
  const attempt = (remove: () => void): void => {
    try {
      remove();
    } catch {
      // Gone already, or a folder that holds something by now.
    }
  };
  for (const file of unfinished.files) attempt(() => unlinkSync(file));
  for (const folder of [...unfinished.folders].reverse()) attempt(() => rmdirSync(folder));
});

async function refuseDoubles(files: readonly OutputFile[]): Promise<void> {
  const texts = new Map<string, OutputFile['text']>();
  for (const { path, text } of files) {
    // By whatever name or link.
    const target = await targetOf(path);
    const other = texts.get(target);
    if (other !== undefined && other !== text) {
      throw new LabError('option.conflict', { problem: `${path}: two different outputs would go to this file` });
    }
    texts.set(target, text);
  }
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** Where a file is or will be: links are followed, one to a file that does not exist yet, too. */
async function targetOf(path: string): Promise<string> {
  let at = path;
  for (let n = 0; n < MOST_LINKS; n++) {
    const found = await realpath(at).catch(() => undefined);
    if (found !== undefined) return found;
    const link = await readlink(at).catch(() => undefined);
    if (link === undefined) break;
    at = resolve(dirname(at), link);
  }
  const folder = await realpath(dirname(at)).catch(() => dirname(at));
  return join(folder, basename(at));
}

async function stage({ path, text }: OutputFile): Promise<Staged> {
  // A link is followed, so that the file it names is replaced and the link stays.
  const target = await targetOf(path);
  const temporary = temporaryName(target);
  unfinished.files.add(temporary);
  await writeWhole(temporary, path, text, 'wx');
  return { temporary, target, path };
}

async function writeWhole(place: string, named: string, text: OutputFile['text'], flags: 'w' | 'wx'): Promise<void> {
  try {
    const handle = await open(place, flags);
    try {
      // From where the piece before ended.
      for await (const piece of typeof text === 'string' ? [text] : text) await handle.writeFile(piece, 'utf8');
      // A full disk may show only here; a device or pipe cannot be synchronised.
      if (flags === 'wx') await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (flags === 'wx') await unlink(place).catch(() => {});
    throw unwritable(named, error);
  }
}

async function kindOf(path: string): Promise<'none' | 'file' | 'folder' | 'device'> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'device';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'none';
    throw unwritable(path, error);
  }
}

/** Each missing folder by itself: Node's recursive mkdir never ends where a file system (/proc) makes none. */
async function makeFolder(folder: string, made: string[]): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === 'folder') return;
  if (kind !== 'none') throw unwritable(folder, { code: 'EEXIST' });
  await makeFolder(dirname(folder), made);
  try {
    await mkdir(folder);
    made.push(folder);
    unfinished.folders.add(folder);
  } catch (error) {
    // Another run may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await kindOf(folder)) === 'folder') return;
    throw unwritable(folder, error);
  }
}

/** Creates and removes a file beside the target: the only test that holds on every file system. */
async function probe(named: string, target: string): Promise<void> {
  const temporary = temporaryName(target);
  try {
    const handle = await open(temporary, 'wx');
    await handle.close();
    await unlink(temporary);
  } catch (error) {
    throw unwritable(named, error);
  }
}

let count = 0;

/** Hidden, beside the target (so that a rename stays on one file system), unique within and across processes. */
function temporaryName(target: string): string {
  count++;
  return join(dirname(target), `.${basename(target)}.${process.pid}-${count}.tmp`);
}

function unwritable(path: string, error: unknown): Error {
  // Only what the system refused is the user's matter; anything else is a bug and stays one.
  if (error instanceof LabError) return error;
  if ((error as NodeJS.ErrnoException).code === undefined) return error as Error;
  return new LabError('file.unwritable', { path, problem: systemFault(error) });
}
