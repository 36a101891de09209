import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionalPackage } from '../../../src/catalog/encoder-files.ts';
import { checkModel, checkNode, checkOptional } from '../../../src/cli/perform-doctor.ts';
import { LabError } from '../../../src/core/errors.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab } = labIn(temporaryFolder());

function project() {
  const at = folder();
  const env = { RAG_LAB_CACHE: join(at, 'cache') };
  return { at, run: (...argv: string[]) => lab(argv, { cwd: at, env }) };
}

describe('rag-lab doctor', () => {
  it('says a line a check, and leaves no trace', async () => {
    const { at, run } = project();
    const { code, out, err } = await run('doctor');
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ +/).slice(0, 3).join(' '))).toEqual([
      '✓ ok Node',
      '✓ ok rag-lab',
      '✓ ok handbook',
      '✓ ok weights',
      '✓ ok threads',
      optionalPackage(at).version === undefined ? '– missing hf' : '✓ ok hf',
      '✓ ok cache',
      '– missing config',
      '– missing baseline',
    ]);
    expect(out).toContain(`${join(at, 'cache')}, 0 vectors, 0 bytes`);
    expect(out).toMatch(/config .*; try: rag-lab init\n/);
    expect(out).toMatch(/baseline .*rag-lab\.baseline\.json does not exist.*; try: rag-lab baseline write\n/);
    expect(readdirSync(at)).toEqual([]);
  });

  it('finds config and baseline', async () => {
    const { at, run } = project();
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'systems: bm25\npages: 20\nfacts: 4\n');
    await run('baseline', 'write');
    const { code, out } = await run('doctor');
    expect(code).toBe(0);
    expect(out).toMatch(
      /✓ ok {7}config {4}.*rag-lab\.config\.yaml\n✓ ok {7}baseline {2}rag-lab\.baseline\.json, .* kB\n/,
    );
  });

  it('ends with 2 where a config file or a baseline is damaged, and still says all the rest', async () => {
    const { at, run } = project();
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'systms: bm25\n');
    writeFileSync(join(at, 'rag-lab.baseline.json'), '{}');
    const { code, out } = await run('doctor');
    expect(code).toBe(2);
    expect(out).toMatch(/✗ damaged {2}config .*rag-lab\.config\.yaml:1: unknown key "systms"; did you mean "systems"/);
    expect(out).toMatch(/✗ damaged {2}baseline {2}rag-lab\.baseline\.json/);
    expect((await run('doctor', '--config', 'none.yaml')).code).toBe(2);
  });

  it('does without a cache', async () => {
    const { at, run } = project();
    writeFileSync(join(at, 'cache'), 'a file');
    const { code, out } = await run('doctor');
    expect([code, out]).toEqual([0, expect.stringMatching(/– damaged {2}cache .*it is a file.*try: .*RAG_LAB_CACHE/)]);
  });

  it('knows which Node is old', () => {
    expect(checkNode('20.19.0', '>=20.19').state).toBe('ok');
    expect(checkNode('22.0.0', '>=20.19').state).toBe('ok');
    expect(checkNode('20.18.3', '>=20.19')).toMatchObject({ state: 'damaged', remedy: 'install Node 20.19 or later' });
    expect(checkNode('18.20.0', '>=20.19').state).toBe('damaged');
  });

  it('does without the package of models of one’s own, and says what installs it', () => {
    const found = { name: '@huggingface/transformers', install: 'npm install @huggingface/transformers' };
    expect(checkOptional({ ...found, version: '4.3.2' })).toEqual({
      state: 'ok',
      text: '@huggingface/transformers 4.3.2',
    });
    expect(checkOptional(found)).toEqual({
      state: 'missing',
      text: '@huggingface/transformers is not installed; only dense(model=hf:NAME) needs it',
      remedy: found.install,
      optional: true,
    });
  });

  it('tells weights that are missing from weights that are damaged', () => {
    const failing = (problem: string) => () => {
      throw new LabError('model.damaged', { path: 'model', problem }, 'npm ci');
    };
    expect(checkModel(failing('version 1 is not installed'))).toMatchObject({ state: 'missing', remedy: 'npm ci' });
    expect(checkModel(failing('SHA-256 00, expected 11'))).toMatchObject({ state: 'damaged', remedy: 'npm ci' });
  });
});
