// Indexes on disk for `--index-cache`, one file a key: `<16 hex digits>.index`.
//
// File: magic, version, length of the contents, SHA-256 of the key; the contents; SHA-256 of everything before. It is
// believed only if that sum is right, and read straight into the arrays that are searched. It is written beside and renamed, so
// that a reader meets a whole file or none. Numbers stand as the machine has them; a machine of the other byte order does
// not find the magic.
import { createHash, type Hash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteSource, IndexStore } from '../core/contracts.ts';
import { systemFault } from '../core/system-fault.ts';
import { type KeptFile, keptFiles, removeKept, replaceFile, withFile } from '../encoders/cache-files.ts';

const MAGIC = 0x3149_4c52; // "RLI1"
const VERSION = 1;
const DIGEST = 32;
const HEADER = 16 + DIGEST;
/** Bytes a call: what Node reads at once is bounded, and hashing warm bytes is quicker. */
const PIECE = 1 << 22;
const FILE_NAME = /^[0-9a-f]{16}\.index$/;

/** @param warn what is wrong with a file; the index is then built as if there were none */
export function openIndexCache(folder: string, warn: (message: string) => void): IndexStore {
  const pathOf = (key: string): string => join(folder, `${hash('sha256', key).slice(0, 16)}.index`);
  return {
    load(key, read) {
      const path = pathOf(key);
      try {
        return readWhole(path, key, read);
      } catch (error) {
        warn(`${path}: ${systemFault(error)}; the index is built again`);
        return undefined;
      }
    },
    save(key, parts) {
      const path = pathOf(key);
      try {
        const held = [...parts];
        replaceFile(path, FILE_NAME, () => piecesOf(key, held));
      } catch (error) {
        warn(`${path}: cannot be written (${systemFault(error)}); the run goes on without keeping its index`);
      }
    },
  };
}

export interface IndexFile extends KeptFile {
  /** Why a run would not read it, as far as its header says; the rest is looked at when it is read. */
  readonly fault?: string;
}

/**
 * Index files of a folder and what was left beside them, by name.
 * @throws where the folder cannot be read or does not exist
 */
export function describeIndexCache(folder: string): IndexFile[] {
  return keptFiles(folder, FILE_NAME).map((file) => {
    const fault = file.state === 'kept' ? headerFault(join(folder, file.name)) : undefined;
    return fault === undefined ? file : { ...file, fault };
  });
}

/** Removes index files and leftovers, and nothing else in the folder; returns what was there. */
export function clearIndexCache(folder: string): IndexFile[] {
  const before = describeIndexCache(folder);
  removeKept(folder, before);
  return before;
}

function headerFault(path: string): string | undefined {
  try {
    withFile(path, (file, size) => readHeader(file, size));
    return undefined;
  } catch (error) {
    return systemFault(error);
  }
}

function digestOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function headerOf(key: string, length: number): Buffer {
  const header = Buffer.alloc(HEADER);
  new Uint32Array(header.buffer, header.byteOffset, 2).set([MAGIC, VERSION]);
  header.writeDoubleLE(length, 8);
  digestOf(key).copy(header, 16);
  return header;
}

function readWhole<T>(path: string, key: string, read: (source: ByteSource) => T): T | undefined {
  return withFile(path, (file, size) => {
    const sum = createHash('sha256');
    const header = readHeader(file, size, sum);
    if (!digestOf(key).equals(header.subarray(16))) throw new Error('made from something else');
    let left = size - HEADER - DIGEST;
    const value = read({
      get left() {
        return left;
      },
      take(length) {
        if (length > left) throw new RangeError('not as long as its header says');
        left -= length;
        return takeBytes(file, length, sum);
      },
    });
    if (left !== 0) throw new Error('longer than its header says');
    if (!sum.digest().equals(Buffer.from(takeBytes(file, DIGEST)))) throw new Error('damaged, its checksum is wrong');
    return value;
  });
}

/** @throws Error where the file does not begin as an index of this version, or is not as long as one says */
function readHeader(file: number, size: number, sum?: Hash): Buffer {
  const header = Buffer.from(takeBytes(file, Math.min(HEADER, size), sum));
  const [magic, version] = new Uint32Array(header.buffer, 0, header.length >= 8 ? 2 : 0);
  if (magic !== MAGIC) throw new Error('not an index');
  if (version !== VERSION) throw new Error(`written in version ${version} of the format, not ${VERSION}`);
  if (header.length < HEADER || size !== HEADER + header.readDoubleLE(8) + DIGEST) throw new Error('not a whole file');
  return header;
}

function takeBytes(file: number, length: number, sum?: Hash): ArrayBuffer {
  const buffer = new ArrayBuffer(length);
  for (let filled = 0; filled < length; ) {
    const piece = new Uint8Array(buffer, filled, Math.min(PIECE, length - filled));
    const size = readSync(file, piece);
    if (size === 0) throw new Error('not a whole file');
    sum?.update(piece.subarray(0, size));
    filled += size;
  }
  return buffer;
}

function* piecesOf(key: string, parts: readonly Uint8Array[]): Iterable<Uint8Array> {
  const length = parts.reduce((total, { byteLength }) => total + byteLength, 0);
  const sum = createHash('sha256');
  for (const part of [headerOf(key, length), ...parts]) {
    yield part;
    for (let at = 0; at < part.length; at += PIECE) sum.update(part.subarray(at, at + PIECE));
  }
  yield sum.digest();
}
