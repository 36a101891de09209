import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/cli/cache-folder.ts';
import { fakeTerminal } from './fake-terminal.ts';

const folder = (env: Record<string, string>): string => cacheFolder(fakeTerminal([], { cwd: sep, env }));

describe('cacheFolder', () => {
  it('is RAG_LAB_CACHE, else a folder of the user’s caches; what is empty says nothing', () => {
    expect(folder({ RAG_LAB_CACHE: '/a', XDG_CACHE_HOME: '/b', HOME: '/c' })).toBe('/a');
    expect(folder({ RAG_LAB_CACHE: '', XDG_CACHE_HOME: '/b', HOME: '/c' })).toBe('/b/rag-lab');
    expect(folder({ XDG_CACHE_HOME: '', HOME: '/c' })).toBe('/c/.cache/rag-lab');
    expect(folder({})).toBe(join(homedir(), '.cache/rag-lab'));
  });

  it('takes a relative folder from where the command runs', () => {
    expect(folder({ RAG_LAB_CACHE: 'cache' })).toBe('/cache');
  });
});
