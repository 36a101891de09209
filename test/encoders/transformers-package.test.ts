import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { findTransformers, importTransformers, transformersVersion } from '../../src/encoders/transformers-package.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

const root = temporaryFolder();
/** Beside the lab itself it may be installed; then what a project has is not looked at. */
const installed = findTransformers(undefined) !== undefined;

function project(code: string): string {
  const folder = mkdtempSync(join(root, 'p-'));
  const at = join(folder, 'node_modules', '@huggingface', 'transformers');
  mkdirSync(join(at, 'dist'), { recursive: true });
  const manifest = { name: '@huggingface/transformers', version: '4.0.0', main: 'dist/index.cjs' };
  writeFileSync(join(at, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(at, 'dist', 'index.cjs'), code);
  return folder;
}

describe.skipIf(installed)('the package of models of one’s own', () => {
  it('is named, with the command that installs it, where it is not there', async () => {
    const error = await importTransformers(root).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LabError);
    expect((error as LabError).message).toBe(
      'dense(model=hf:...): it needs the package @huggingface/transformers, which is not installed',
    );
    expect((error as LabError).remedy).toBe('npm install @huggingface/transformers');
    await expect(importTransformers(undefined)).rejects.toThrow('is not installed');
  });

  it('is found in the project, though the lab lies elsewhere', async () => {
    const folder = project("module.exports = { pipeline: () => 'made', env: {} };");
    const library = await importTransformers(folder);
    expect((library.pipeline as unknown as () => string)()).toBe('made');
    expect(transformersVersion(findTransformers(folder)!)).toBe('4.0.0');
  });

  it('is said to be broken where it cannot be loaded', async () => {
    const error = await importTransformers(project("throw new Error('no binary\\nat x');")).catch((thrown) => thrown);
    expect((error as LabError).message).toBe('@huggingface/transformers: cannot be loaded: no binary');
  });
});

it('has no version where no package says it', () => {
  expect(transformersVersion(join(root, 'index.cjs'))).toBeUndefined();
});
