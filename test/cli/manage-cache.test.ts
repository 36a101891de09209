import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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
