import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { readZipDirectory, readZipMember, type ZipMember } from '../../src/ingest/zip.ts';
import { makeZip } from './make-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Read {
  readonly members: readonly ZipMember[];
  readonly texts: Record<string, string>;
}

async function read(bytes: Uint8Array, most = 100): Promise<Read> {
  const path = join(folder, 'a.zip');
  writeFileSync(path, bytes);
  const handle = await open(path);
  try {
    const members = await readZipDirectory(handle, 'a.zip', most);
    const texts: Record<string, string> = {};
    for (const member of members) {
      if (member.kind !== 'file') continue;
      texts[member.name] = Buffer.from(await readZipMember(handle, member, `a.zip/${member.name}`)).toString('utf8');
    }
    return { members, texts };
  } finally {
    await handle.close();
  }
}

const problemOf = async (bytes: Uint8Array, most?: number): Promise<string> => {
  const error = await read(bytes, most).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LabError);
  return (error as LabError).message;
};

describe('readZipDirectory and readZipMember', () => {
  it('read what another tool writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-zà-ÿ]{1,8}\.md$/), fc.uint8Array({ maxLength: 3000 })),
        async (files) => {
          const { texts } = await read(zipSync(files));
          const expected = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]);
          expect(Object.entries(texts).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 30 },
    );
  });

  it('find the archive behind a program and before a comment', async () => {
    const zip = makeZip([{ name: 'a.md', text: 'hello' }], { before: '#!/bin/sh\n', comment: 'made by hand' });
    expect((await read(zip)).texts).toEqual({ 'a.md': 'hello' });
  });

  it('read zip64, in which the ends of the usual fields are in others', async () => {
    const plain = makeZip([{ name: 'a.md', text: 'hello' }]);
    const end = plain.subarray(-22);
    const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
    const end64 = Buffer.alloc(56);
    end64.writeUInt32LE(0x06064b50, 0);
    end64.writeBigUInt64LE(44n, 4);
    end64.writeBigUInt64LE(BigInt(count), 32);
    end64.writeBigUInt64LE(BigInt(length), 40);
    end64.writeBigUInt64LE(BigInt(start), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(plain.length - 22), 8);
    const narrow = Buffer.from(end);
    narrow.writeUInt16LE(0xffff, 10);
    narrow.writeUInt32LE(0xffffffff, 12);
    narrow.writeUInt32LE(0xffffffff, 16);
    const zip = Buffer.concat([plain.subarray(0, -22), end64, locator, narrow]);
    expect((await read(zip)).texts).toEqual({ 'a.md': 'hello' });
  });

  it('tell links and folders by what Unix writes', async () => {
    const { members } = await read(
      makeZip([
        { name: 'folder/' },
        { name: 'soft', text: '/etc/passwd', mode: 0o120777 },
        { name: 'dos', text: 'x', mode: 0o120777, host: 0 },
      ]),
    );
    expect(members.map(({ kind }) => kind)).toEqual(['folder', 'link', 'file']);
  });

  it('read old names: code page 437, and the backslash of DOS', async () => {
    const { members } = await read(
      makeZip([
        { name: Buffer.from('caf\x82.md', 'latin1'), flags: 0 },
        { name: 'people\\leave.md', host: 0 },
        { name: 'back\\slash.md', host: 3 },
      ]),
    );
    expect(members.map(({ name }) => name)).toEqual(['café.md', 'people/leave.md', 'back\\slash.md']);
  });

  it('never unpack more than is declared', async () => {
    const bomb = makeZip([{ name: 'a.md', text: '0'.repeat(10_000_000), size: 1000 }]);
    expect(await problemOf(bomb)).toBe('a.zip/a.md: it unpacks to more than the archive declares');
    expect(await problemOf(makeZip([{ name: 'a.md', text: 'abc', size: 4 }]))).toMatch(/another size/);
    expect(await problemOf(makeZip([{ name: 'a.md', text: 'abc', stored: true, size: 2 ** 31 }]))).toMatch(
      /another size/,
    );
  });

  it('say what cannot be read', async () => {
    expect(await problemOf(Buffer.alloc(0))).toMatch(/a\.zip: the archive is empty/);
    expect(await problemOf(Buffer.from('no zip at all'))).toMatch(/no zip directory/);
    expect(await problemOf(makeZip([{ name: 'a', flags: 1 }]))).toBe('a.zip/a: it is encrypted');
    expect(await problemOf(makeZip([{ name: 'a', method: 14 }]))).toMatch(
      /packed with LZMA; accepted: deflate, stored/,
    );
    expect(await problemOf(makeZip([{ name: 'a', method: 77 }]))).toMatch(/packed with method 77/);
    expect(await problemOf(makeZip([{ name: 'a', text: 'abc', crc: 1 }]))).toMatch(/checksum is wrong/);
    expect(await problemOf(makeZip([{ name: 'a' }, { name: 'b' }, { name: 'c' }]), 2)).toMatch(/3 members; at most 2/);
    const whole = makeZip([{ name: 'a.md', text: 'x'.repeat(50), stored: true }]);
    expect(await problemOf(whole.subarray(40))).toMatch(/damaged/);
    expect(await problemOf(whole.subarray(0, -10))).toMatch(/no zip directory/);
  });

  it('survive any bytes: members or an error in words', async () => {
    const honest = makeZip([
      { name: 'a.md', text: 'abc'.repeat(20) },
      { name: 'b.md', text: 'def', stored: true },
    ]);
    const change = fc.tuple(fc.nat(honest.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(honest);
        for (const [at, value] of changes) bytes[at] = value;
        await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(LabError));
      }),
      { numRuns: 300 },
    );
  });
});
