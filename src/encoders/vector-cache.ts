// Vectors on disk, one file a model identity: `<model>-<identity>.vectors`.
//
// File: magic, columns, entries, SHA-256 of the identity, then all keys (32 bytes each), all vectors (little-endian single
// precision), and last the SHA-256 of everything before. A file is read whole and believed only if that sum is right.
// It is written beside and renamed, so that a reader meets the old or the new file, never half of one. A writer first reads
// the file again and keeps what others have added; of two writers in the same instant one may lose its additions, which
// costs computing them again, never a wrong vector.
//
// Growth: a file keeps the MAX_ENTRIES entries used last (as of the last run that added some), or, if a single run needs
// more, that run's entries.
import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { join } from 'node:path';
import { systemFault } from '../core/system-fault.ts';
import { type KeptFile, keptFiles, removeKept, replaceFile, withFile } from './cache-files.ts';

/** 64 MiB at 512 columns. */
const MAX_ENTRIES = 32_768;

const MAGIC = 0x3156_4c52; // "RLV1"
const DIGEST = 32;
const HEADER = 16 + DIGEST;
const FLOAT = 4;
/** One buffer holds a whole file; no handbook comes near this. */
const MAX_FILE_BYTES = 2 ** 31 - 1;
const FILE_NAME = /^[\w.-]+-[0-9a-f]{16}\.vectors$/;

export interface CacheIdentity {
  /** Begins the file's name. */
  readonly name: string;
  /** Everything that decides a vector besides the text: weights, code, tokenizer. */
  readonly fingerprint: string;
  readonly dims: number;
}

interface CacheStats {
  /** Distinct texts of each call that were found. */
  readonly hits: number;
  readonly misses: number;
}

export interface VectorCache {
  /**
   * Row-major vectors of the texts, a row each. Those not at hand go to `compute`, each distinct text once; it calls `put`
   * with the position among them. What was put is saved even if `compute` fails or is aborted.
   */
  encode(
    texts: readonly string[],
    compute: (missing: readonly string[], put: (index: number, vector: Float32Array) => void) => Promise<void>,
  ): Promise<Float32Array>;
  stats(): CacheStats;
}

/** Without a directory nothing is kept, not even in memory. A cache that fails is a warning; vectors are computed anyway. */
export function openVectorCache(
  directory: string | undefined,
  identity: CacheIdentity,
  warn: (message: string) => void,
  maxEntries: number = MAX_ENTRIES,
): VectorCache {
  const { dims } = identity;
  const path = directory === undefined ? undefined : join(directory, cacheFileName(identity));
  let entries: Map<string, Float32Array> | undefined;
  const used = new Map<string, Float32Array>();
  let hits = 0;
  let misses = 0;
  let writable = true;

  const load = (file: string, quiet: boolean): Map<string, Float32Array> => {
    try {
      return readEntries(file, identity);
    } catch (error) {
      if (!quiet) warn(`${file}: ${systemFault(error)}; the cached vectors are ignored and computed again`);
      return new Map();
    }
  };

  const save = (file: string): void => {
    const kept = load(file, true);
    for (const [key, vector] of used) {
      kept.delete(key);
      kept.set(key, vector);
    }
    const surplus = Math.max(0, kept.size - Math.max(maxEntries, used.size));
    try {
      replaceFile(file, FILE_NAME, () => [formatEntries([...kept].slice(surplus), identity)]);
    } catch (error) {
      writable = false;
      warn(`${file}: cannot be written (${systemFault(error)}); the run goes on without keeping its vectors`);
    }
  };

  return {
    async encode(texts, compute) {
      if (path !== undefined) entries ??= load(path, false);
      const rows = new Float32Array(texts.length * dims);
      const places = new Map<string, number[]>();
      texts.forEach((text, row) => {
        const known = places.get(text);
        if (known) known.push(row);
        else places.set(text, [row]);
      });
      const fill = (text: string, vector: Float32Array): void => {
        for (const row of places.get(text)!) rows.set(vector, row * dims);
      };
      const missing: string[] = [];
      const keys: string[] = [];
      for (const text of places.keys()) {
        const key = path === undefined ? '' : keyOf(identity, text);
        const vector = entries?.get(key);
        if (vector) {
          hits++;
          used.set(key, vector);
          fill(text, vector);
        } else {
          misses++;
          missing.push(text);
          keys.push(key);
        }
      }
      if (missing.length === 0) return rows;
      try {
        await compute(missing, (index, vector) => {
          fill(missing[index]!, vector);
          if (!entries) return;
          const own = vector.slice();
          entries.set(keys[index]!, own);
          used.set(keys[index]!, own);
        });
      } finally {
        if (path !== undefined && writable) save(path);
      }
      return rows;
    },
    stats: () => ({ hits, misses }),
  };
}

interface CacheFile extends KeptFile {
  /** 0 where the file is no whole cache file. */
  readonly entries: number;
}

export interface CacheDescription {
  readonly path: string;
  readonly files: readonly CacheFile[];
  readonly bytes: number;
  readonly entries: number;
}

/** What lies in a cache directory, by file name. A directory that does not exist is empty. */
export function describeVectorCache(directory: string): CacheDescription {
  const files = filesIn(directory).map((file) => {
    const entries = file.state === 'kept' ? countEntries(join(directory, file.name)) : 0;
    return { ...file, entries };
  });
  const sum = (of: (file: CacheFile) => number): number => files.reduce((total, file) => total + of(file), 0);
  return { path: directory, files, bytes: sum((file) => file.bytes), entries: sum((file) => file.entries) };
}

/** Removes the cache's own files, leftovers of broken writes too, and nothing else; returns what was there. */
export function clearVectorCache(directory: string): CacheDescription {
  const before = describeVectorCache(directory);
  removeKept(directory, before.files);
  return before;
}

function filesIn(directory: string): KeptFile[] {
  try {
    return keptFiles(directory, FILE_NAME);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export function cacheFileName({ name, fingerprint }: CacheIdentity): string {
  return `${name}-${hash('sha256', fingerprint).slice(0, 16)}.vectors`;
}

/** UTF-16 keeps every text apart, lone surrogates too. The digest is held as a string of 32 Latin-1 characters. */
function keyOf({ fingerprint, dims }: CacheIdentity, text: string): string {
  return hash('sha256', Buffer.from(`${fingerprint}\n${dims}\n${text}`, 'utf16le'), 'binary');
}

function identityDigest({ name, fingerprint, dims }: CacheIdentity): Buffer {
  return hash('sha256', `${name}\n${fingerprint}\n${dims}`, 'buffer');
}

/** Entries in the file's order. Throws where the file is not whole; a file that does not exist has none. */
function readEntries(path: string, identity: CacheIdentity): Map<string, Float32Array> {
  const bytes = readFileAligned(path);
  const entries = new Map<string, Float32Array>();
  if (!bytes) return entries;
  const { dims } = identity;
  const count = readHeader(bytes, bytes.length);
  if (count === undefined) throw new Error('not a whole file');
  const end = bytes.length - DIGEST;
  if (!createHash('sha256').update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end)))
    throw new Error('damaged, its checksum is wrong');
  if (bytes.readUInt32LE(4) !== dims || !identityDigest(identity).equals(bytes.subarray(16, HEADER)))
    throw new Error('made for another model');
  const vectors = HEADER + count * DIGEST;
  const keys = bytes.toString('latin1', HEADER, vectors);
  for (let i = 0; i < count; i++) {
    const at = bytes.byteOffset + vectors + i * dims * FLOAT;
    entries.set(keys.slice(i * DIGEST, (i + 1) * DIGEST), new Float32Array(bytes.buffer, at, dims));
  }
  return entries;
}

function formatEntries(entries: readonly (readonly [string, Float32Array])[], identity: CacheIdentity): Buffer {
  const { dims } = identity;
  const vectors = HEADER + entries.length * DIGEST;
  const bytes = Buffer.alloc(vectors + entries.length * dims * FLOAT + DIGEST);
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(dims, 4);
  bytes.writeUInt32LE(entries.length, 8);
  identityDigest(identity).copy(bytes, 16);
  entries.forEach(([key, vector], i) => {
    bytes.write(key, HEADER + i * DIGEST, 'latin1');
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, dims * FLOAT), vectors + i * dims * FLOAT);
  });
  const end = bytes.length - DIGEST;
  createHash('sha256').update(bytes.subarray(0, end)).digest().copy(bytes, end);
  return bytes;
}

/** How many entries a header promises, if that fits the file's size. */
function readHeader(bytes: Buffer, size: number): number | undefined {
  if (bytes.length < HEADER || bytes.readUInt32LE(0) !== MAGIC) return undefined;
  const count = bytes.readUInt32LE(8);
  return size === HEADER + count * (DIGEST + bytes.readUInt32LE(4) * FLOAT) + DIGEST ? count : undefined;
}

/** The whole file at the start of its own buffer, so that vectors lie aligned. */
function readFileAligned(path: string): Buffer | undefined {
  return withFile(path, (file, size) => {
    if (size > MAX_FILE_BYTES) throw new Error('larger than any cache file');
    return readUpTo(file, size);
  });
}

function countEntries(path: string): number {
  return withFile(path, (file, size) => readHeader(readUpTo(file, Math.min(HEADER, size)), size)) ?? 0;
}

function readUpTo(file: number, size: number): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(size));
  let filled = 0;
  while (filled < size) {
    const read = readSync(file, bytes, filled, size - filled, null);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
