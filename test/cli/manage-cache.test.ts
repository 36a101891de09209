import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manageCache, printSize } from '../../src/cli/manage-cache.ts';
import { fakeTerminal } from './fake-terminal.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder();

describe('manageCache', () => {
  it('shows an empty cache where there is no folder', () => {
    const folder = join(root, 'none');
    const terminal = fakeTerminal([], { env: { RAG_LAB_CACHE: folder } });
    expect(manageCache(terminal, 'show')).toBe(`${folder}\n0 files, 0 vectors, 0 bytes\n`);
  });

  it('clears its own files and nothing else, whatever folder it is pointed at', () => {
    const folder = join(root, 'some');
    mkdirSync(folder);
    const own = `use-lite-${'0'.repeat(16)}.vectors`;
    for (const name of [own, 'thesis.txt']) writeFileSync(join(folder, name), 'x'.repeat(1500));
    const terminal = fakeTerminal([], { env: { RAG_LAB_CACHE: folder } });
    expect(manageCache(terminal, 'show')).toBe(`${folder}\n1 file, 0 vectors, 1.5 kB\n`);
    expect(manageCache(terminal, 'clear')).toBe(`${folder}\nremoved 1 file, 0 vectors, 1.5 kB\n`);
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  it('tells of leftovers, and of the folder of --index-cache alone where one is named', () => {
    const folder = join(root, 'indexes');
    mkdirSync(folder);
    const terminal = fakeTerminal([], { cwd: root, env: { RAG_LAB_CACHE: folder } });
    const id = '0123456789abcdef';
    const uuid = '01234567-89ab-cdef-0123-456789abcdef';
    writeFileSync(join(folder, `${id}.index`), 'x'.repeat(1500));
    writeFileSync(join(folder, `${'f'.repeat(16)}.index`), '');
    writeFileSync(join(folder, `${id}.index.${uuid}.tmp`), 'x'.repeat(3000));
    writeFileSync(join(folder, `a-${id}.vectors.${uuid}.tmp`), 'x');
    writeFileSync(join(folder, `b-${id}.vectors.${uuid}.tmp`), 'x');
    writeFileSync(join(folder, 'thesis.txt'), '');
    const sums = '2 files, 1.5 kB; 1 leftover of a killed run, 3.0 kB';
    const lines = `${id}.index   1.5 kB  not an index\n${'f'.repeat(16)}.index  0 bytes  not an index\n`;
    expect(manageCache(terminal, 'show', { indexCache: 'indexes' })).toBe(`${folder}\n${lines}${sums}\n`);
    expect(manageCache(terminal, 'clear', { indexCache: 'indexes' })).toBe(`${folder}\nremoved ${sums}\n`);
    expect(manageCache(terminal, 'show', { indexCache: 'indexes' })).toBe(`${folder}\n0 files, 0 bytes\n`);
    const vectors = '0 files, 0 vectors, 0 bytes; 2 leftovers of killed runs, 2 bytes';
    expect(manageCache(terminal, 'show')).toBe(`${folder}\n${vectors}\n`);
    expect(manageCache(terminal, 'clear')).toBe(`${folder}\nremoved ${vectors}\n`);
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  it('says that a folder of --index-cache does not exist', () => {
    const terminal = fakeTerminal([], { cwd: root });
    for (const action of ['show', 'clear']) {
      expect(() => manageCache(terminal, action, { indexCache: 'nowhere' })).toThrow(
        `${join(root, 'nowhere')}: cannot be read: no such file or folder`,
      );
    }
  });

  it.skipIf(process.platform === 'win32' || process.getuid!() === 0)('says what cannot be removed', () => {
    const folder = join(root, 'locked');
    mkdirSync(folder);
    const path = join(folder, `${'0'.repeat(16)}.index`);
    writeFileSync(path, '');
    chmodSync(folder, 0o555);
    const terminal = fakeTerminal([], { cwd: root });
    expect(() => manageCache(terminal, 'clear', { indexCache: 'locked' })).toThrow(
      `${path}: cannot be removed: permission denied`,
    );
    chmodSync(folder, 0o755);
  });

  it('says what is in the way', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    const terminal = fakeTerminal([], { env: { RAG_LAB_CACHE: file } });
    expect(() => manageCache(terminal, 'show')).toThrow(`${file}: cannot be read: a part of the path is a file`);
    expect(() => manageCache(terminal, 'drop')).toThrow('unknown cache action "drop"');
  });
});

describe('printSize', () => {
  it('prints three digits or so', () => {
    expect([0, 999, 1000, 1_499_000, 999_960, 5e9].map(printSize)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '1.5 MB',
      '1.0 MB',
      '5.0 GB',
    ]);
  });
});
