// Bytes from a file, from standard input or from memory, in pieces and never whole; gzip is recognised by its content.
import { read } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';

/** A path (`-` is standard input), or a file or bytes under the name that messages shall use. */
export type ByteSource = string | NamedPath | NamedBytes;

export interface NamedPath {
  readonly name: string;
  readonly path: string;
}

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface ReadingOptions {
  /** Told after each piece: bytes read so far and, where it is known, how many there are (both before unpacking). */
  readonly progress?: (read: number, total: number | undefined) => void;
  readonly signal?: AbortSignal;
}

/** Large enough that system calls and turns of the event loop cost nothing (docs/performance.md). */
const PIECE = 1 << 20;

export function sourceName(source: ByteSource): string {
  if (typeof source !== 'string') return source.name;
  return source === '-' ? 'standard input' : source;
}

/**
 * Unpacked bytes without a byte order mark. A piece is valid only until the next one is asked for.
 * @throws LabError: unreadable, damaged gzip, UTF-16
 */
export async function* readPieces(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<Uint8Array> {
  const name = sourceName(source);
  let pieces = await withHead(rawPieces(source, options));
  try {
    if (pieces.head[0] === 0x1f && pieces.head[1] === 0x8b) pieces = await withHead(gunzipped(pieces.all(), name));
    const { head } = pieces;
    if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
      throw new LabError(
        'file.malformed',
        { where: `${name}:1`, problem: 'the text is UTF-16; accepted: UTF-8' },
        'iconv -f UTF-16 -t UTF-8',
      );
    }
    let skip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
    for await (const piece of pieces.all()) {
      yield skip > 0 ? piece.subarray(skip) : piece;
      skip = 0;
    }
  } finally {
    await pieces.close();
  }
}

interface Pieces {
  /** The first bytes: three, unless there are fewer. */
  readonly head: Uint8Array;
  all(): AsyncGenerator<Uint8Array>;
  /** Whoever stops early leaves no file open. */
  close(): Promise<unknown>;
}

/** Looks at the first bytes, which may come one by one from a pipe. */
async function withHead(pieces: AsyncGenerator<Uint8Array>): Promise<Pieces> {
  let head: Uint8Array = new Uint8Array(0);
  let done = false;
  while (head.length < 3 && !done) {
    const next = await pieces.next();
    if (next.done) done = true;
    else head = head.length === 0 ? next.value : Uint8Array.from([...head, ...next.value]);
  }
  return {
    head,
    async *all() {
      if (head.length > 0) yield head;
      if (!done) yield* pieces;
    },
    close: () => pieces.return(undefined),
  };
}

async function* rawPieces(source: ByteSource, { progress, signal }: ReadingOptions): AsyncGenerator<Uint8Array> {
  const name = sourceName(source);
  let done = 0;
  try {
    const [pieces, total] = await openSource(source);
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      yield piece;
      done += piece.length;
      progress?.(done, total);
    }
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException;
    // A path that holds NUL never reaches the system.
    if (typeof syscall !== 'string' && code !== 'ERR_INVALID_ARG_VALUE') throw error;
    throw new LabError('file.unreadable', { path: name, problem: systemFault(error) });
  }
}

async function openSource(
  source: ByteSource,
): Promise<[Iterable<Uint8Array> | AsyncIterable<Uint8Array>, number | undefined]> {
  if (source === '-') return [standardInput(), undefined];
  if (typeof source !== 'string' && 'bytes' in source) return [source.bytes, undefined];
  const handle = await open(typeof source === 'string' ? source : source.path, 'r');
  try {
    const { size } = await handle.stat();
    return [filePieces(handle), size > 0 ? size : undefined];
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* filePieces(handle: FileHandle): AsyncGenerator<Uint8Array> {
  try {
    const buffer = Buffer.allocUnsafeSlow(PIECE);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, PIECE, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Between looks at a pipe whose writer is slow. */
const WAIT_MS = 5;

/** By its descriptor: /dev/stdin cannot be opened where a parent process gave a socket. */
async function* standardInput(): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(PIECE);
  const readMore = promisify(read);
  for (;;) {
    const { bytesRead } = await readMore(0, buffer, 0, PIECE, null).catch(async (error: NodeJS.ErrnoException) => {
      // Windows says so where a pipe ends.
      if (error.code === 'EOF') return { bytesRead: 0 };
      // Nothing there yet: whoever loads `node:process` as a module, as packages do, makes a pipe one that does not wait.
      if (error.code === 'EAGAIN') return { bytesRead: undefined };
      throw error;
    });
    if (bytesRead === 0) return;
    if (bytesRead === undefined) {
      await setTimeout(WAIT_MS);
      continue;
    }
    yield buffer.subarray(0, bytesRead);
  }
}

async function* gunzipped(packed: AsyncGenerator<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  // The stream keeps pieces beyond their time, and a Buffer's own `slice` is no copy.
  const copies = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of packed) yield Uint8Array.from(piece);
  };
  const gunzip = createGunzip({ chunkSize: PIECE });
  pipeline(Readable.from(copies()), gunzip, () => {});
  try {
    for await (const piece of gunzip) yield piece as Uint8Array;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^Z_|^ERR_STREAM_PREMATURE_CLOSE/.test(code)) throw error;
    const problem = code === 'Z_BUF_ERROR' ? 'the gzip data end too early' : 'the gzip data are damaged';
    throw new LabError('file.malformed', { where: name, problem });
  }
}
