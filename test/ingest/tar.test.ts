import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { readTar, type TarMember } from '../../src/ingest/tar.ts';
import { makeTar, padded, paxRecord, signed, tarHeader, tarPart } from './make-archive.ts';

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    // One buffer for all pieces, as a reader of files may have.
    const length = bytes.copy(piece, 0, at, at + size);
    yield piece.subarray(0, length);
  }
}

async function read(bytes: Buffer, pieceSize = 700): Promise<TarMember[]> {
  const members: TarMember[] = [];
  for await (const member of readTar(cut(bytes, pieceSize), 'a.tar', () => true)) members.push(member);
  return members;
}

const texts = (members: readonly TarMember[]): string[][] =>
  members.map(({ name, kind, bytes }) => [name, kind, bytes ? Buffer.from(bytes).toString('utf8') : '-']);

const problemOf = async (bytes: Buffer): Promise<string> => {
  const error = await read(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LabError);
  return (error as LabError).message;
};

describe('readTar', () => {
  it('reads files of any length out of pieces of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 1500 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 2000 }),
        async (contents, size) => {
          const tar = makeTar(contents.map((text, n) => ({ name: `f${n}`, text })));
          expect(texts(await read(tar, size))).toEqual(
            contents.map((text, n) => [`f${n}`, 'file', Buffer.from(text).toString('utf8')]),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('reads names from ustar prefixes, pax records and GNU headers', async () => {
    const long = `${'deep/'.repeat(60)}x.md`;
    const pax = paxRecord('mtime', '1.5') + paxRecord('path', 'naïve/å.md');
    const tar = Buffer.concat([
      tarPart({ name: 'leave.md', prefix: 'people', text: 'one' }),
      tarPart({ name: 'PaxHeaders/x', type: 'x', text: pax }),
      tarPart({ name: 'short', text: 'two' }),
      tarPart({ name: '././@LongLink', type: 'L', text: `${long}\0` }),
      tarPart({ name: long.slice(0, 100), text: 'three' }),
      tarPart({ name: 'pax_global_header', type: 'g', text: paxRecord('comment', 'a commit') }),
      tarPart({ name: 'plain.md', text: 'four' }),
      Buffer.alloc(1024),
    ]);
    expect(texts(await read(tar))).toEqual([
      ['people/leave.md', 'file', 'one'],
      ['naïve/å.md', 'file', 'two'],
      [long, 'file', 'three'],
      ['plain.md', 'file', 'four'],
    ]);
  });

  it('takes the size from a pax record or base 256', async () => {
    const header = tarHeader({ name: 'big.md' });
    header.fill(0, 124, 136);
    header[124] = 0x80;
    header[135] = 5;
    const tar = Buffer.concat([
      tarPart({ name: 'x', type: 'x', text: paxRecord('size', '3') }),
      tarHeader({ name: 'a.md', size: 0 }),
      padded(Buffer.from('abc')),
      signed(header),
      padded(Buffer.from('hello')),
      Buffer.alloc(1024),
    ]);
    expect(texts(await read(tar))).toEqual([
      ['a.md', 'file', 'abc'],
      ['big.md', 'file', 'hello'],
    ]);
  });

  it('tells folders, links and devices from files', async () => {
    const tar = makeTar([
      { name: 'old-folder/', type: '\0' },
      { name: 'folder', type: '5' },
      { name: 'soft', type: '2', link: '/etc/passwd' },
      { name: 'hard', type: '1', link: 'a.md' },
      { name: 'null', type: '3' },
      { name: 'pipe', type: '6' },
      { name: 'a.md', text: 'x' },
    ]);
    expect((await read(tar)).map(({ kind }) => kind)).toEqual([
      'folder',
      'folder',
      'link',
      'link',
      'other',
      'other',
      'file',
    ]);
  });

  it('keeps only what is wanted', async () => {
    const tar = makeTar([
      { name: 'a', text: 'A'.repeat(3000) },
      { name: 'b', text: 'B' },
    ]);
    const members: TarMember[] = [];
    for await (const member of readTar(cut(tar, 100), 'a.tar', ({ name }) => name === 'b')) members.push(member);
    expect(texts(members)).toEqual([
      ['a', 'file', '-'],
      ['b', 'file', 'B'],
    ]);
  });

  it('says where an archive is damaged', async () => {
    const whole = makeTar([{ name: 'a.md', text: 'x'.repeat(2000) }]);
    expect(await problemOf(Buffer.alloc(0))).toMatch(/a\.tar: the archive is empty/);
    expect(await problemOf(whole.subarray(0, 300))).toMatch(/ends in the middle of a header/);
    expect(await problemOf(whole.subarray(0, 1000))).toMatch(/ends too early/);
    expect(await problemOf(Buffer.from('<html>'.repeat(200)))).toMatch(/no tar header at byte 0/);
    const damaged = Buffer.from(whole);
    damaged[3] = 0x21;
    expect(await problemOf(damaged)).toMatch(/no tar header at byte 0/);
  });

  it('refuses sizes and names that lie', async () => {
    const huge = tarHeader({ name: 'a' });
    huge.fill(0xff, 124, 136);
    expect(await problemOf(signed(huge))).toMatch(/size .* no number/);
    expect(await problemOf(makeTar([{ name: 'a.md', size: 2 ** 32, text: 'x' }]))).toMatch(/ends too early/);
    expect(await problemOf(makeTar([{ name: 'L', type: 'L', size: 2 ** 30 }]))).toMatch(/too long/);
    for (const text of ['x', '5 path', '99999 path=a\n', '0 path=a\n', '12 path=aaaaaaaaa', '-3 path=a\n']) {
      expect(await problemOf(makeTar([{ name: 'x', type: 'x', text }, { name: 'a' }]))).toMatch(/pax\) is damaged/);
    }
    const text = paxRecord('size', '-1');
    expect(await problemOf(makeTar([{ name: 'x', type: 'x', text }, { name: 'a' }]))).toMatch(/no number/);
  });

  it('says when a name is not UTF-8', async () => {
    const [member] = await read(makeTar([{ name: Buffer.from('caf\xe9.md', 'latin1'), text: 'x' }]));
    expect(member!.isUtf8).toBe(false);
  });

  it('survives any bytes: members or an error in words', async () => {
    const honest = makeTar([
      { name: 'a', text: 'abc' },
      { name: 'x', type: 'x', text: paxRecord('path', 'b') },
      { name: 'b', text: 'def' },
    ]);
    const change = fc.tuple(fc.nat(honest.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.boolean(), async (changes, sign) => {
        const bytes = Buffer.from(honest);
        for (const [at, value] of changes) bytes[at] = value;
        if (sign) for (const at of [0, 1024, 2048]) signed(bytes.subarray(at, at + 512));
        await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(LabError));
      }),
    );
  });
});
