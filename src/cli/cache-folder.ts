// Where caches live: RAG_LAB_CACHE, else the user's cache folder.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Terminal } from './terminal.ts';

export function cacheFolder(terminal: Terminal): string {
  const { RAG_LAB_CACHE, XDG_CACHE_HOME, HOME } = terminal.env;
  if (RAG_LAB_CACHE) return resolve(terminal.cwd, RAG_LAB_CACHE);
  if (XDG_CACHE_HOME) return resolve(terminal.cwd, XDG_CACHE_HOME, 'rag-lab');
  return join(HOME || homedir(), '.cache', 'rag-lab');
}
