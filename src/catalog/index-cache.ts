// Indexes on disk for `--index-cache`, one file a key: `<16 hex digits>.index`.
//
// File: magic, version, length of the contents, SHA-256 of the key; the contents; SHA-256 of everything before. It is
// believed only if that sum is right, and read straight into the arrays that are searched. It is written beside and renamed, so
// that a reader meets a whole file or none. Numbers stand as the machine has them; a machine of the other byte order does
// not find the magic.
import { createHash, type Hash, hash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteSource, IndexStore } from '../core/contracts.ts';
import { systemFault } from '../core/system-fault.ts';
import { makeFolder, withFile } from '../encoders/vector-cache.ts';

const MAGIC = 0x3149_4c52; // "RLI1"
const VERSION = 1;
const DIGEST = 32;
const HEADER = 16 + DIGEST;
/** Bytes a call: what Node reads and writes at once is bounded, and hashing warm bytes is quicker. */
const PIECE = 1 << 22;

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
        makeFolder(folder);
        writeWhole(path, key, parts);
      } catch (error) {
        warn(`${path}: cannot be written (${systemFault(error)}); the run goes on without keeping its index`);
      }
    },
  };
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
    const header = Buffer.from(takeBytes(file, Math.min(HEADER, size), sum));
    const [magic, version] = new Uint32Array(header.buffer, 0, header.length >= 8 ? 2 : 0);
    if (magic !== MAGIC) throw new Error('not an index');
    if (version !== VERSION) throw new Error(`written in version ${version} of the format, not ${VERSION}`);
    if (header.length < HEADER || size !== HEADER + header.readDoubleLE(8) + DIGEST)
      throw new Error('not a whole file');
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

function writeWhole(path: string, key: string, parts: Iterable<Uint8Array>): void {
  const beside = `${path}.${randomUUID()}.tmp`;
  const held = [...parts];
  const length = held.reduce((total, { byteLength }) => total + byteLength, 0);
  const sum = createHash('sha256');
  try {
    const file = openSync(beside, 'wx');
    try {
      for (const part of [headerOf(key, length), ...held]) {
        writeBytes(file, part);
        for (let at = 0; at < part.length; at += PIECE) sum.update(part.subarray(at, at + PIECE));
      }
      writeBytes(file, sum.digest());
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeBytes(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(PIECE, bytes.length - at));
}
