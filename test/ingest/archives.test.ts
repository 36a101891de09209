import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import {
  ARCHIVE_LIMITS,
  type ArchiveLimits,
  isArchiveName,
  memberParts,
  openArchive,
  packedName,
} from '../../src/ingest/archives.ts';
import { type LeftOut, listFiles } from '../../src/ingest/list-files.ts';
import { makeTar, makeZip } from './make-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'archives-'));
afterAll(() => rmSync(folder, { recursive: true }));
const signal = new AbortController().signal;

interface Opened {
  readonly texts: Record<string, string>;
  readonly refused: readonly LeftOut[];
}

async function read(name: string, bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Opened> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const archive = await openArchive(path, name, signal, limits);
  try {
    const { files, refused } = await listFiles(archive.tree, {}, signal);
    const texts: Record<string, string> = {};
    for await (const { file, bytes: content } of archive.contents(files)) {
      texts[file.path] = Buffer.from(await content()).toString('utf8');
    }
    return { texts, refused: [...archive.refused, ...refused] };
  } finally {
    await archive.close();
  }
}

interface Part {
  readonly name: string;
  readonly text?: string;
  readonly link?: boolean;
}

/** The same members in every kind of archive. */
const KINDS: Readonly<Record<string, (parts: readonly Part[]) => Buffer>> = {
  zip: (parts) => makeZip(parts.map(({ link, ...part }) => ({ ...part, ...(link ? { mode: 0o120777 } : {}) }))),
  tar: (parts) =>
    makeTar(parts.map(({ link, ...part }) => ({ ...part, ...(link ? { type: '2', link: '../x', text: '' } : {}) }))),
  'tar.gz': (parts) => gzipSync(KINDS.tar!(parts)),
  TGZ: (parts) => gzipSync(KINDS.tar!(parts)),
};

describe.each(Object.entries(KINDS))('an archive .%s', (extension, make) => {
  it('is a tree of files', async () => {
    const { texts, refused } = await read(
      `a.${extension}`,
      make([
        { name: 'z.md', text: 'Z' },
        { name: './people/leave.md', text: 'L' },
        { name: 'people/', text: '' },
        { name: 'people//pay.md', text: 'P' },
        { name: 'empty.md', text: '' },
      ]),
    );
    expect(texts).toEqual({ 'z.md': 'Z', 'people/leave.md': 'L', 'people/pay.md': 'P', 'empty.md': '' });
    expect(refused).toEqual([]);
  });

  it('refuses names that point outside, whatever they look like', async () => {
    const names = [
      '../up.md',
      'a/../../up.md',
      '/etc/passwd.md',
      '\\server\\share.md',
      '..\\up.md',
      'C:/windows.md',
      'c:rel.md',
      'a/..',
    ];
    const { texts, refused } = await read(
      `a.${extension}`,
      make([...names.map((name) => ({ name, text: 'evil' })), { name: 'good.md', text: 'G' }]),
    );
    expect(texts).toEqual({ 'good.md': 'G' });
    expect(refused).toHaveLength(names.length);
    for (const { problem } of refused) expect(problem).toMatch(/absolute path|drive letter|outside of the archive/);
  });

  it('refuses links, unless they are hidden anyway', async () => {
    const { texts, refused } = await read(
      `a.${extension}`,
      make([
        { name: 'link.md', text: '/etc/passwd', link: true },
        { name: 'node_modules/.bin/x', text: '../x', link: true },
        { name: 'good.md', text: 'G' },
      ]),
    );
    expect(texts).toEqual({ 'good.md': 'G' });
    expect(refused).toEqual([{ path: 'link.md', problem: 'links in archives are not followed' }]);
  });

  it('has .gitignore files that count, wherever they stand in it', async () => {
    const { texts } = await read(
      `a.${extension}`,
      make([
        { name: 'x/a.md', text: 'A' },
        { name: 'x/b.md', text: 'B' },
        { name: '.hidden.md', text: 'H' },
        { name: 'x/.gitignore', text: 'a.md\n' },
      ]),
    );
    expect(texts).toEqual({ 'x/b.md': 'B' });
  });

  it('with rules of unreasonable length is not read without them', async () => {
    const path = join(folder, `a.${extension}`);
    writeFileSync(
      path,
      make([
        { name: '.gitignore', text: 'x\n'.repeat(40_000) },
        { name: 'a.md', text: 'A' },
      ]),
    );
    const archive = await openArchive(path, 'a', signal);
    const { unreadable } = await listFiles(archive.tree, {}, signal);
    await archive.close();
    expect(unreadable).toEqual([{ path: '.gitignore', problem: expect.stringMatching(/64 KiB|at most 65536/) }]);
  });

  it('that holds one folder called as it is stands for that folder', async () => {
    const parts = [
      { name: 'docs-1.2/a.md', text: 'A' },
      { name: '__MACOSX/docs-1.2/._a.md', text: 'junk' },
      { name: 'docs-1.2/x/b.md', text: 'B' },
    ];
    expect((await read(`docs-1.2.${extension}`, make(parts))).texts).toEqual({ 'a.md': 'A', 'x/b.md': 'B' });
    expect(Object.keys((await read(`other.${extension}`, make(parts))).texts)).toEqual([
      'docs-1.2/a.md',
      'docs-1.2/x/b.md',
    ]);
    const beside = [...parts, { name: 'c.md', text: 'C' }];
    expect(Object.keys((await read(`docs-1.2.${extension}`, make(beside))).texts)).toContain('docs-1.2/a.md');
  });

  it('with a member twice gives the last one, and says so', async () => {
    const { texts, refused } = await read(
      `a.${extension}`,
      make([
        { name: 'a.md', text: '1' },
        { name: './a.md', text: '2' },
      ]),
    );
    expect(texts).toEqual({ 'a.md': '2' });
    expect(refused).toEqual([{ path: 'a.md', problem: expect.stringMatching(/twice; the last one is read/) }]);
  });

  it('costs no more than the limits allow', async () => {
    const parts = [
      { name: 'a.md', text: 'x'.repeat(3000) },
      { name: 'b.md', text: 'x'.repeat(3000) },
    ];
    const limits = { members: 2, memberBytes: 3000, bytes: 20_000 };
    expect(Object.keys((await read(`a.${extension}`, make(parts), limits)).texts)).toHaveLength(2);
    const failing = (changed: Partial<ArchiveLimits>): Promise<Opened> =>
      read(`a.${extension}`, make(parts), { ...limits, ...changed });
    await expect(failing({ members: 1 })).rejects.toThrow(/members/);
    await expect(failing({ memberBytes: 2999 })).rejects.toThrow(/a\.md: it unpacks to 3000 bytes; at most 2999/);
    await expect(failing({ bytes: 5999 })).rejects.toThrow(/more than 5999 bytes/);
  });

  it('cannot set properties of what holds it', async () => {
    const { texts } = await read(
      `a.${extension}`,
      make([
        { name: '__proto__/constructor.md', text: 'P' },
        { name: 'toString', text: 'T' },
      ]),
    );
    expect(Object.entries(texts)).toEqual([
      ['__proto__/constructor.md', 'P'],
      ['toString', 'T'],
    ]);
  });
});

describe('a tar', () => {
  it('is known by its first bytes, whether it is packed or not', async () => {
    const parts = [{ name: 'a.md', text: 'A' }];
    expect((await read('a.tgz', makeTar(parts))).texts).toEqual({ 'a.md': 'A' });
    expect((await read('a.tar', gzipSync(makeTar(parts)))).texts).toEqual({ 'a.md': 'A' });
  });

  it('with damaged gzip data is said to be', async () => {
    const packed = gzipSync(makeTar([{ name: 'a.md', text: 'A'.repeat(5000) }]));
    await expect(read('a.tgz', packed.subarray(0, 60))).rejects.toThrow('a.tgz: the gzip data end too early');
    const damaged = Buffer.from(packed);
    damaged.fill(0x55, 20, 60);
    await expect(read('a.tgz', damaged)).rejects.toThrow(LabError);
  });

  it('made to unpack without end is left at the limit', async () => {
    const bomb = gzipSync(
      Buffer.concat([
        makeTar([{ name: 'a.md', text: 'A', size: 1 }]).subarray(0, 1024),
        makeTar([{ name: 'b', text: '0'.repeat(50_000_000) }]),
      ]),
    );
    const limits = { ...ARCHIVE_LIMITS, bytes: 2_000_000 };
    await expect(read('a.tgz', bomb, limits)).rejects.toThrow(/more than 2000000 bytes/);
  });

  it('with names that are not UTF-8 leaves them out', async () => {
    const { texts, refused } = await read(
      'a.tar',
      makeTar([{ name: Buffer.from('caf\xe9.md', 'latin1') }, { name: 'a.md', text: 'A' }]),
    );
    expect(texts).toEqual({ 'a.md': 'A' });
    expect(refused).toEqual([{ path: 'caf\ufffd.md', problem: 'its name is not valid UTF-8; it is not read' }]);
  });

  it('stops when it is aborted', async () => {
    writeFileSync(join(folder, 'b.tar'), makeTar([{ name: 'a.md', text: 'A' }]));
    await expect(openArchive(join(folder, 'b.tar'), 'b.tar', AbortSignal.abort(new Error('stop')))).rejects.toThrow(
      'stop',
    );
  });
});

describe('memberParts', () => {
  it('refuses a NUL and what is too long', () => {
    expect(memberParts('a\0.md')).toMatch(/NUL/);
    expect(memberParts('a/'.repeat(2000))).toMatch(/longer than 2048/);
    expect(memberParts(`${'a'.repeat(256)}/b`)).toMatch(/longer than 255/);
    expect(memberParts('a/./b//c..d')).toEqual(['a', 'b', 'c..d']);
  });
});

it('calls an archive what the packed folder was called', () => {
  for (const name of ['a.zip', 'a.ZIP', 'a.tar', 'a.tar.gz', 'a.tgz', 'a']) expect(packedName(name)).toBe('a');
  for (const name of ['.zip', '.tar.gz', 'v1.2', 'a.gz']) expect(packedName(name)).toBe(name);
  expect(packedName('v1.2.zip')).toBe('v1.2');
});

describe('isArchiveName', () => {
  it('goes by the extension', () => {
    for (const name of ['a.zip', 'a.ZIP', 'a.tar', 'a.tar.gz', 'a.tgz']) expect(isArchiveName(name)).toBe(true);
    for (const name of ['zip', 'a.zip.md', 'a.gz', 'a.md']) expect(isArchiveName(name)).toBe(false);
  });
});
