// Before any test: the folder in which test files share vectors; gone after the last one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    vectorsFolder: string;
  }
}

export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'rag-lab-vectors-'));
  provide('vectorsFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
