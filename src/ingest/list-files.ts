// Which files of a tree are a corpus: everything but hidden ones, node_modules and what .gitignore files name, narrowed by
// globs. Sorted, so that nothing depends on the order of a folder. The tree is a folder on disk or the inside of an archive.
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, open, read } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import ignore from 'ignore';
import picomatch from 'picomatch';
import { LabError } from '../core/errors.ts';
import { compareText } from '../core/order.ts';
import { systemFault } from '../core/system-fault.ts';

export interface TreeEntry {
  /** One part of a path. */
  readonly name: string;
  /** Where the tree finds it again. */
  readonly location: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Why it cannot be used although it is there. */
  readonly problem?: string;
}

/** A place with folders and files. Faults are thrown as they come from the system. */
export interface FileTree {
  readonly root: string;
  /** In any order. */
  entries(folder: string): Promise<readonly TreeEntry[]>;
  /** The whole file. */
  read(location: string): Promise<Uint8Array>;
  /** Where a link really leads, if that is within the tree; else what is wrong with it. */
  follow(location: string): Promise<{ kind: TreeEntry['kind']; location: string } | { problem: string }>;
}

export interface FoundFile {
  /** Relative, with `/` between its parts, composed (NFC). */
  readonly path: string;
  readonly location: string;
}

export interface LeftOut {
  readonly path: string;
  readonly problem: string;
}

export interface Listing {
  /** By path. */
  readonly files: readonly FoundFile[];
  /** What is there and is never read: links that lead outside, devices. By path. */
  readonly refused: readonly LeftOut[];
  /** What should have been read and cannot be. By path. */
  readonly unreadable: readonly LeftOut[];
}

export interface FileChoice {
  /** Globs: only files that match one, or that are in a folder that does. None: all but hidden ones. */
  readonly include?: readonly string[] | undefined;
  /** Globs: never files that match one, or that are in a folder that does. */
  readonly exclude?: readonly string[] | undefined;
}

interface Folder {
  readonly path: string;
  readonly location: string;
  readonly rules: IgnoreRules | undefined;
}

type Link = TreeEntry & { readonly path: string; readonly rules: IgnoreRules | undefined };

/** @throws LabError for a glob that is none */
export async function listFiles(tree: FileTree, choice: FileChoice, signal: AbortSignal): Promise<Listing> {
  const chosen = readChoice(choice);
  const files: FoundFile[] = [];
  const refused: LeftOut[] = [];
  const unreadable: LeftOut[] = [];
  const walked = new Set<string>();
  const found = new Set<string>();
  const links: Link[] = [];

  const take = (path: string, location: string): void => {
    if (found.has(location)) return;
    found.add(location);
    files.push({ path, location });
  };
  const visit = (entry: TreeEntry, path: string, rules: IgnoreRules | undefined, folders: Folder[]): void => {
    if (entry.kind === 'folder') {
      if (!chosen.enters(path, entry.name) || rules?.ignores(`${path}/`)) return;
      if (entry.problem === undefined) folders.push({ path, location: entry.location, rules });
      else unreadable.push({ path, problem: entry.problem });
      return;
    }
    if (rules?.ignores(path)) return;
    if (entry.kind === 'link') {
      // It may lead to a folder, so a glob for files says nothing about it yet.
      if (chosen.enters(path, entry.name)) links.push({ ...entry, path, rules });
      return;
    }
    if (!chosen.takes(path)) return;
    if (entry.problem !== undefined) unreadable.push({ path, problem: entry.problem });
    else if (entry.kind === 'other') refused.push({ path, problem: 'neither a file nor a folder; it is not opened' });
    else take(path, entry.location);
  };
  const walk = async (start: Folder): Promise<void> => {
    const folders = [start];
    for (let folder = folders.pop(); folder; folder = folders.pop()) {
      signal.throwIfAborted();
      if (walked.has(folder.location)) continue;
      walked.add(folder.location);
      let entries: readonly TreeEntry[];
      try {
        entries = await tree.entries(folder.location);
      } catch (error) {
        if (error instanceof LabError || !isSystemFault(error)) throw error;
        unreadable.push({ path: folder.path || '.', problem: systemFault(error) });
        continue;
      }
      const own = entries.find(({ name, kind }) => name === '.gitignore' && kind === 'file');
      let { rules } = folder;
      if (own) {
        try {
          const bytes = await tree.read(own.location);
          if (bytes.length > MOST_RULE_BYTES)
            throw fault('TOO_LARGE', `it is larger than ${MOST_RULE_BYTES / 2 ** 10} KiB`);
          const text = Buffer.from(bytes).toString('utf8');
          rules = extendRules(rules, folder.path, text, (problem) =>
            refused.push({ path: inFolder(folder.path, own.name), problem }),
          );
        } catch (error) {
          if (!(error instanceof LabError) && !isSystemFault(error)) throw error;
          const path = inFolder(folder.path, own.name);
          unreadable.push({ path, problem: error instanceof LabError ? error.message : systemFault(error) });
        }
      }
      for (const entry of entries) visit(entry, inFolder(folder.path, entry.name), rules, folders);
    }
  };

  await walk({ path: '', location: tree.root, rules: undefined });
  // What is there by itself goes before what links show, so a file is found once, and under its own name.
  for (let sorted = -1; links.length > 0; ) {
    if (links.length !== sorted) links.sort((a, b) => compareText(b.path, a.path));
    const link = links.pop()!;
    sorted = links.length;
    signal.throwIfAborted();
    const { path, rules } = link;
    const target = await tree.follow(link.location);
    if ('problem' in target) refused.push({ path, problem: target.problem });
    else if (target.kind === 'folder') {
      if (!rules?.ignores(`${path}/`)) await walk({ path, location: target.location, rules });
    } else if (chosen.takes(path)) {
      if (target.kind === 'file') take(path, target.location);
      else refused.push({ path, problem: 'a link to what is neither a file nor a folder; it is not opened' });
    }
  }
  const byPath = (a: { path: string }, b: { path: string }): number => compareText(a.path, b.path);
  return { files: files.sort(byPath), refused: refused.sort(byPath), unreadable: unreadable.sort(byPath) };
}

function inFolder(folder: string, name: string): string {
  return (folder === '' ? name : `${folder}/${name}`).normalize('NFC');
}

function isSystemFault(error: unknown): boolean {
  return typeof (error as { code?: unknown } | null)?.code === 'string';
}

// --- globs

/** Folders that are never meant, unless a glob names them. `.git` not even then. */
const UNMEANT = new Set(['node_modules', '__MACOSX']);

const isHidden = (name: string): boolean => name.startsWith('.') || UNMEANT.has(name);

interface Chosen {
  takes(path: string): boolean;
  /** Whether a folder (or a link, which may lead to one) may hold something to take. */
  enters(path: string, name: string): boolean;
}

function readChoice({ include = [], exclude = [] }: FileChoice): Chosen {
  const included = include.map((glob) => compile('--include', glob, false));
  const excluded = exclude.map((glob) => compile('--exclude', glob, true));
  const named = new Set(include.flatMap((glob) => glob.split('/')).filter(isHidden));
  const namesHidden = [...named].some((part) => part.startsWith('.') && !/^\.{1,2}$/.test(part));
  return {
    takes(path) {
      if (excluded.some((matches) => matches(path))) return false;
      const parts = path.split('/');
      if (included.length === 0) return !parts.some(isHidden);
      // A folder that is meant stands for what is in it, except for what is hidden there.
      for (let i = parts.length; i > 0; i--) {
        if (included.some((matches) => matches(parts.slice(0, i).join('/')))) return true;
        if (isHidden(parts[i - 1]!)) return false;
      }
      return false;
    },
    enters(path, name) {
      if (name === '.git' || excluded.some((matches) => matches(path))) return false;
      return !isHidden(name) || named.has(name) || (namesHidden && name.startsWith('.'));
    },
  };
}

/** A glob without `/` means names at any depth, as people know it from .gitignore and ripgrep. */
function compile(option: string, glob: string, dot: boolean): (path: string) => boolean {
  const accepted = 'a glob such as "*.md" or "people/**"';
  if (glob.trim() === '' || glob.startsWith('!') || glob.includes('\0')) {
    throw new LabError('option.invalid', { option, value: glob, accepted });
  }
  const pattern = glob.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  const anchored = pattern.startsWith('/');
  try {
    return picomatch(anchored ? pattern.slice(1) : pattern, {
      dot,
      nonegate: true,
      windows: false,
      basename: !anchored && !pattern.includes('/'),
    });
  } catch {
    throw new LabError('option.invalid', { option, value: glob, accepted });
  }
}

// --- .gitignore

interface IgnoreRules {
  readonly lines: readonly string[];
  /** @param path relative to the corpus; ends in `/` for a folder */
  ignores(path: string): boolean;
}

/** Of one .gitignore file: each of its lines is held against every path. */
export const MOST_RULE_BYTES = 2 ** 16;

/** Within one part of a path, and `**` within a line. With more, a name made for it takes for ever; nobody needs them. */
const MOST_WILDCARDS = 3;

function isTooWild(line: string): boolean {
  const parts = line.split('/');
  const crossing = parts.filter((part) => part === '**').length;
  return crossing > MOST_WILDCARDS || parts.some((part) => (part.match(/\*+/g)?.length ?? 0) > MOST_WILDCARDS);
}

/**
 * Rules of a folder: those of the folders above, then its own, rewritten to start from the root. In one list the last rule
 * that matches decides, which is git's rule for nested files.
 */
function extendRules(
  outer: IgnoreRules | undefined,
  folder: string,
  text: string,
  warn: (problem: string) => void,
): IgnoreRules {
  const own: string[] = [];
  for (const [n, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (isTooWild(line)) {
      warn(`line ${n + 1} is not applied: more than ${MOST_WILDCARDS} wildcards`);
    } else own.push(folder === '' ? line : rooted(line, folder));
  }
  if (own.length === 0 && outer) return outer;
  const lines = [...(outer?.lines ?? []), ...own];
  const matcher = ignore({ ignorecase: false }).add(lines);
  return { lines, ignores: (path) => matcher.ignores(path) };
}

function rooted(line: string, folder: string): string {
  const negative = line.startsWith('!');
  // The signs that a backslash takes their meaning from at the start have none further on.
  const pattern = (negative ? line.slice(1) : line).replace(/^\\([!#])/, '$1');
  const anchored = pattern.replace(/\/\s*$/, '').includes('/');
  const above = folder.replace(/[\\*?[\]!# ]/g, '\\$&');
  return `${negative ? '!' : ''}/${above}/${anchored ? '' : '**/'}${pattern.replace(/^\//, '')}`;
}

// --- on disk

/** The most that one file may hold: beyond it no text fits into a string. */
export const MOST_FILE_BYTES = 2 ** 30;

/** @param folder must exist; a link to a folder is that folder */
export async function openFolder(folder: string): Promise<FileTree> {
  const root = await realpath(folder);
  const inside = root.endsWith(sep) ? root : root + sep;
  return {
    root,
    async entries(location) {
      const entries = await readdir(location, { withFileTypes: true, encoding: 'buffer' });
      return entries.map((entry): TreeEntry => {
        const raw = entry.name as unknown as Buffer;
        const kind = entry.isFile()
          ? 'file'
          : entry.isDirectory()
            ? 'folder'
            : entry.isSymbolicLink()
              ? 'link'
              : 'other';
        const name = raw.toString('utf8');
        const at = location.endsWith(sep) ? location : location + sep;
        if (isUtf8(raw)) return { name, location: at + name, kind };
        return { name: spellBytes(raw), location: at + name, kind, problem: 'its name is not valid UTF-8' };
      });
    },
    read: readRegularFile,
    async follow(location) {
      try {
        const real = await realpath(location);
        if (real !== root && !real.startsWith(inside)) {
          return { problem: 'the link leads outside of the corpus; it is not followed' };
        }
        const facts = await stat(real);
        return { kind: facts.isFile() ? 'file' : facts.isDirectory() ? 'folder' : 'other', location: real };
      } catch (error) {
        if (!isSystemFault(error)) throw error;
        const { code } = error as NodeJS.ErrnoException;
        const problem =
          code === 'ENOENT' ? 'it leads to nothing' : code === 'ELOOP' ? 'it leads in a circle' : undefined;
        return { problem: `the link cannot be followed: ${problem ?? systemFault(error)}` };
      }
    },
  };
}

/** Bytes that are no UTF-8, readable: `caf\xe9.md`. */
function spellBytes(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`))
    .join('');
}

const openFile = promisify(open);
const readInto = promisify(read);

/**
 * Only regular files: opening one that has become a link, a pipe or a device since it was listed fails at once. What the disk
 * may take time for is awaited; facts of an open file and closing it are at hand, and four times as quick without a detour.
 */
export async function readRegularFile(location: string): Promise<Uint8Array> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await openFile(location, flags);
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw fault('NOT_REGULAR', 'it is no longer a regular file');
    const tooLarge = (): Error => fault('TOO_LARGE', `it is larger than ${MOST_FILE_BYTES / 2 ** 20} MiB`);
    if (facts.size > MOST_FILE_BYTES) throw tooLarge();
    // One byte more than it had, so that its end is met in one step.
    let buffer = Buffer.allocUnsafeSlow(facts.size + 1);
    for (let done = 0; ; ) {
      const { bytesRead } = await readInto(file, buffer, done, buffer.length - done, done);
      done += bytesRead;
      if (done > MOST_FILE_BYTES) throw tooLarge();
      if (bytesRead === 0 || (done === facts.size && done < buffer.length)) return buffer.subarray(0, done);
      // It grows while it is read.
      if (done === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(Math.max(done, 4096))]);
    }
  } finally {
    closeSync(file);
  }
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
