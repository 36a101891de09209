// Archives as trees of files. Nothing is ever written to disk; names that point outside and links are refused, and what
// unpacking may cost is limited, since an archive may have been made to do harm.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LabError } from '../core/errors.ts';
import { compareText } from '../core/order.ts';
import { systemFault } from '../core/system-fault.ts';
import {
  type FileTree,
  type FoundFile,
  type LeftOut,
  MOST_FILE_BYTES,
  MOST_RULE_BYTES,
  type TreeEntry,
} from './list-files.ts';
import { readTar, type TarMember } from './tar.ts';
import { readZipDirectory, readZipMember } from './zip.ts';

export interface ArchiveLimits {
  /** Files, folders and links. */
  readonly members: number;
  /** Of one member, unpacked. */
  readonly memberBytes: number;
  /** Of a zip's chosen members, or of a whole tar, unpacked. */
  readonly bytes: number;
}

/** Far above any corpus that fits into memory, far below what fills it. */
export const ARCHIVE_LIMITS: ArchiveLimits = { members: 200_000, memberBytes: MOST_FILE_BYTES, bytes: 2 ** 31 };

export interface FileContent {
  readonly file: FoundFile;
  /** May be called once, before the next file is asked for or after. */
  bytes(): Promise<Uint8Array>;
}

export interface Archive {
  readonly tree: FileTree;
  /** Members that are never read, by name. */
  readonly refused: readonly LeftOut[];
  /** The contents of files, in an order of its own. */
  contents(files: readonly FoundFile[]): AsyncIterable<FileContent>;
  close(): Promise<void>;
}

const ZIP = /\.zip$/i;
const TAR = /\.(tar|tar\.gz|tgz)$/i;

export function isArchiveName(name: string): boolean {
  return ZIP.test(name) || TAR.test(name);
}

/** What the folder would be called that was packed: `docs` of `docs.tar.gz`. A name that is all extension stays. */
export function packedName(name: string): string {
  return name.replace(ZIP, '').replace(TAR, '') || name;
}

/**
 * @param path where it lies
 * @param where what messages call it
 * @throws LabError
 */
export async function openArchive(
  path: string,
  where: string,
  signal: AbortSignal,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Archive> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const base = path.replace(/^.*[\\/]/, '');
    if (ZIP.test(base)) return await openZip(handle, where, base.replace(ZIP, ''), limits);
    return await openTar(handle, where, base.replace(TAR, ''), signal, limits);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openZip(handle: FileHandle, where: string, base: string, limits: ArchiveLimits): Promise<Archive> {
  const members = await readZipDirectory(handle, where, limits.members);
  const read = async (n: number): Promise<Uint8Array> => {
    const member = members[n]!;
    const name = `${where}/${member.name}`;
    checkSize(member.size, name, limits);
    return await readZipMember(handle, member, name);
  };
  const { tree, refused } = treeOf(members, base, read);
  return {
    tree,
    refused,
    async *contents(files) {
      const total = files.reduce((sum, { location }) => sum + members[Number(location)]!.size, 0);
      if (total > limits.bytes) throw tooMuch(where, limits);
      for (const file of files) yield { file, bytes: () => read(Number(file.location)) };
    },
    close: () => handle.close(),
  };
}

async function openTar(
  handle: FileHandle,
  where: string,
  base: string,
  signal: AbortSignal,
  limits: ArchiveLimits,
): Promise<Archive> {
  // The first pass looks at the names and the rules; the second reads what was chosen.
  const members: TarMember[] = [];
  const isRules = ({ name, size }: TarMember): boolean => /(^|\/)\.gitignore$/.test(name) && size <= MOST_RULE_BYTES;
  for await (const member of readTar(tarPieces(handle, where, signal, limits), where, isRules)) {
    members.push(member);
    if (members.length > limits.members) {
      const problem = `it has more than ${limits.members} members; no more are read`;
      throw new LabError('file.malformed', { where, problem });
    }
  }
  const { tree, refused } = treeOf(members, base, async (n) => {
    const { bytes, name, size } = members[n]!;
    checkSize(size, `${where}/${name}`, { ...limits, memberBytes: MOST_RULE_BYTES });
    return bytes ?? new Uint8Array(0);
  });
  return {
    tree,
    refused,
    async *contents(files) {
      const wanted = new Map(files.map((file) => [Number(file.location), file]));
      if (wanted.size === 0) return;
      const fits = (member: TarMember, n: number): boolean => wanted.has(n) && member.size <= limits.memberBytes;
      let n = 0;
      for await (const member of readTar(tarPieces(handle, where, signal, limits), where, fits)) {
        const file = wanted.get(n);
        if (file) {
          if (member.name !== members[n]!.name) break;
          const { bytes } = member;
          yield {
            file,
            async bytes() {
              if (bytes) return bytes;
              checkSize(member.size, `${where}/${member.name}`, limits);
              throw changed(where);
            },
          };
          wanted.delete(n);
          if (wanted.size === 0) return;
        }
        n++;
      }
      throw changed(where);
    },
    close: () => handle.close(),
  };
}

function changed(where: string): LabError {
  return new LabError('file.unreadable', { path: where, problem: 'it changed while it was read' });
}

function checkSize(size: number, where: string, limits: ArchiveLimits): void {
  if (size <= limits.memberBytes) return;
  const problem = `it unpacks to ${size} bytes; at most ${limits.memberBytes} are read`;
  throw new LabError('file.malformed', { where, problem });
}

function tooMuch(where: string, limits: ArchiveLimits): LabError {
  return new LabError(
    'file.malformed',
    { where, problem: `it unpacks to more than ${limits.bytes} bytes, the most that is read` },
    'unpack it yourself if you trust it, and give the folder',
  );
}

/** The bytes of a tar, unpacked where they begin like gzip, whatever the file is called. */
async function* tarPieces(
  handle: FileHandle,
  where: string,
  signal: AbortSignal,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array> {
  const head = Buffer.alloc(2);
  await handle.read(head, 0, 2, 0);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const packed = filePieces(handle);
  const pieces = isGzip ? pipeline(Readable.from(packed), createGunzip({ chunkSize: PIECE }), () => {}) : packed;
  let done = 0;
  try {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      done += piece.length;
      if (done > limits.bytes) throw tooMuch(where, limits);
      yield piece;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && /^Z_|^ERR_STREAM_PREMATURE_CLOSE/.test(code)) {
      const problem = code === 'Z_BUF_ERROR' ? 'the gzip data end too early' : 'the gzip data are damaged';
      throw new LabError('file.malformed', { where, problem });
    }
    if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error;
    throw new LabError('file.unreadable', { path: where, problem: systemFault(error) });
  }
}

const PIECE = 1 << 20;

/** From the start, wherever another reader of the same file is. */
async function* filePieces(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    // A new buffer each time: the stream keeps pieces for a while.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(PIECE), 0, PIECE, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

// --- members to a tree

interface Member {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly isUtf8?: boolean;
}

/** Longer paths hardly exist, longer parts of them in no file system. */
const MOST_NAME_UNITS = 2048;
const MOST_PART_UNITS = 255;

/** The parts of a member's name, or why it is refused. */
export function memberParts(name: string): string[] | string {
  if (name.length > MOST_NAME_UNITS) return `its name is longer than ${MOST_NAME_UNITS} characters`;
  if (name.includes('\0')) return 'its name holds a NUL character';
  if (/^[\\/]/.test(name)) return 'its name is an absolute path';
  if (/^[A-Za-z]:/.test(name)) return 'its name begins with a drive letter';
  if (name.split(/[\\/]/).includes('..')) return 'its name leads outside of the archive (..)';
  const parts = name
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => part.length > MOST_PART_UNITS)) {
    return `a part of its name is longer than ${MOST_PART_UNITS} characters`;
  }
  return parts;
}

/** @param base the archive's own name: if its one folder is called so too, that folder is the corpus */
function treeOf(
  members: readonly Member[],
  base: string,
  read: (n: number) => Promise<Uint8Array>,
): { tree: FileTree; refused: LeftOut[] } {
  const refused: LeftOut[] = [];
  const places = new Map<string, { n: number; parts: readonly string[] }>();
  for (const [n, { name, kind, isUtf8 }] of members.entries()) {
    const parts = isUtf8 === false ? 'its name is not valid UTF-8' : memberParts(name);
    if (typeof parts === 'string') {
      refused.push({ path: name.slice(0, 200), problem: `${parts}; it is not read` });
      continue;
    }
    if (kind === 'folder' || parts.length === 0) continue;
    const path = parts.join('/');
    if (places.has(path)) refused.push({ path, problem: 'it is in the archive twice; the last one is read' });
    places.set(path, { n, parts });
  }
  const top = base.normalize('NFC');
  const kept = [...places.values()].filter(({ parts }) => parts[0] !== '__MACOSX');
  const depth = kept.length > 0 && kept.every(({ parts }) => parts.length > 1 && parts[0] === top) ? 1 : 0;
  const folders = new Map<string, Map<string, TreeEntry>>([['', new Map()]]);
  for (const { n, parts } of kept) {
    let folder = '';
    for (const part of parts.slice(depth, -1)) {
      const inner = folder === '' ? part : `${folder}/${part}`;
      if (!folders.has(inner)) {
        folders.set(inner, new Map());
        // A name of its own: nothing keeps an archive from having a file called as a folder is.
        folders.get(folder)!.set(`${part}/`, { name: part, location: inner, kind: 'folder' });
      }
      folder = inner;
    }
    const name = parts.at(-1)!;
    folders.get(folder)!.set(name, { name, location: String(n), kind: members[n]!.kind });
  }
  const tree: FileTree = {
    root: '',
    entries: async (folder) => [...(folders.get(folder)?.values() ?? [])],
    read: (location) => read(Number(location)),
    follow: async () => ({ problem: 'links in archives are not followed' }),
  };
  return { tree, refused: refused.sort((a, b) => compareText(a.path, b.path)) };
}
