import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ByteSource, type ReadingOptions, readPieces, sourceName } from '../../src/datasets/byte-source.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { bytesOf } from './bytes.ts';
import { faultsOf } from './faults-of.ts';

const at = temporaryFolder();

async function textOf(source: ByteSource, options: ReadingOptions = {}): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(source, options)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

describe('readPieces', () => {
  it('gives a file whole, piece by piece, and says how far it is', async () => {
    const path = join(at, 'large');
    const text = 'line\n'.repeat(800_000);
    writeFileSync(path, text);
    const seen: [number, number | undefined][] = [];
    expect(await textOf(path, { progress: (read, total) => seen.push([read, total]) })).toBe(text);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.at(-1)).toEqual([text.length, text.length]);
  });

  it('unpacks gzip by content, several members too, whatever the name', async () => {
    const packed = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    writeFileSync(join(at, 'packed.txt'), packed);
    expect(await textOf(join(at, 'packed.txt'))).toBe('one\ntwo\n');
    expect(await textOf(bytesOf(packed, 1))).toBe('one\ntwo\n');
  });

  it('unpacks a file of several pieces: the buffer they are read into is used again', async () => {
    // Digits of a multiplicative sequence hardly pack, so that the file is longer than a piece.
    let state = 1;
    const text = Array.from({ length: 400_000 }, () => {
      state = (state * 48271) % 2147483647;
      return state.toString(36);
    }).join('');
    const path = join(at, 'several.gz');
    writeFileSync(path, gzipSync(text));
    const found = await textOf(path);
    // Not toBe: a difference of megabytes is nothing to print.
    expect(found === text).toBe(true);
  });

  it('refuses a path that can be none', async () => {
    expect(await faultsOf(() => textOf('a\0b'))).toEqual(['a\0b: cannot be read: the name holds a NUL character']);
  });

  it('drops a byte order mark, packed or not, however small the pieces', async () => {
    for (const size of [1, 2, 3, 100]) {
      expect(await textOf(bytesOf('\ufeffa', size))).toBe('a');
      expect(await textOf(bytesOf(gzipSync('\ufeffa'), size))).toBe('a');
      expect(await textOf(bytesOf('', size))).toBe('');
      expect(await textOf(bytesOf('é', size))).toBe('é');
    }
  });

  it('refuses what it cannot read, in one line', async () => {
    const packed = gzipSync('some text that is long enough to be cut');
    expect(await faultsOf(() => textOf(bytesOf(packed.subarray(0, packed.length - 12))))).toEqual([
      'f: the gzip data end too early',
    ]);
    const damaged = Buffer.from(packed);
    damaged[15] = damaged[15]! ^ 0xff;
    expect(await faultsOf(() => textOf(bytesOf(damaged)))).toEqual(['f: the gzip data are damaged']);
    expect(await faultsOf(() => textOf(bytesOf(Buffer.from('\ufeffa', 'utf16le'))))).toEqual([
      'f:1: the text is UTF-16; accepted: UTF-8',
    ]);
    expect(await faultsOf(() => textOf(join(at, 'nothing')))).toEqual([
      `${join(at, 'nothing')}: cannot be read: no such file or folder`,
    ]);
    expect(await faultsOf(() => textOf(at))).toEqual([`${at}: cannot be read: it is a folder, not a file`]);
  });

  it('stops when it is interrupted', async () => {
    await expect(textOf(bytesOf('abc', 1), { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
  });
});

describe('sourceName', () => {
  it('calls "-" what it is', () => {
    expect([sourceName('-'), sourceName('a/b'), sourceName(bytesOf('x'))]).toEqual(['standard input', 'a/b', 'f']);
  });
});
