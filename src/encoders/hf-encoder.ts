// Runs a model by the package @huggingface/transformers: where its files are, what identifies it, its vectors one by one.
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Context, Encoder, EncoderRequest, Host } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { unitVector } from '../vector/unit-vector.ts';
import { cachedEncode } from './cached-encode.ts';
import { createPieces } from './pieces.ts';
import { type Extractor, importTransformers, type Transformers } from './transformers-package.ts';
import { openVectorCache } from './vector-cache.ts';

const STAGE = 'encoding';
/** Part of the fingerprint: another way of making the same vectors would be another model. */
const VERSION = '1';
const READ_BYTES = 1 << 20;
/** Of a text whose tokens need not be counted: no tokenizer makes more of a UTF-16 unit than its bytes, and adds a few. */
const MOST_TOKENS_A_UNIT = 3;
const ADDED_TOKENS = 8;
/** Longer than that is what tokenizers write for "no limit". */
const MOST_TOKENS = 1_000_000;
const POOLING: Readonly<Record<string, string>> = { mean: 'mean', cls: 'cls', last: 'last_token' };
const WEIGHTS: Readonly<Record<string, string>> = { fp32: '', q8: '_quantized' };

interface Options {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly pooling: string;
  readonly revision: string;
  readonly dtype: string;
}

/**
 * @param load the package, given the folder of the project
 * @throws LabError where the package or the model is not there, or the model cannot be used
 */
export async function openHf(
  context: Context,
  cacheDir: string | undefined,
  request: EncoderRequest,
  load: (folder: string | undefined) => Promise<Transformers> = importTransformers,
): Promise<Encoder> {
  const { host } = context;
  const name = `hf:${request.model}`;
  const options = readOptions(request.options);
  const { queryPrefix, passagePrefix, pooling, revision, dtype } = options;
  const place = locate(request.model, revision, host);
  const library = await load(host?.folder);
  const extractor = await loadModel(library, name, place, options, host);
  const extract = async (text: string): Promise<Float32Array> => {
    // One at a time: beside others a text is padded, and padding moves the last bits of its vector.
    const { data } = await extractor([text], { pooling: POOLING[pooling] ?? 'mean', normalize: false });
    const vector = Float32Array.from(data);
    if (vector.length > 0 && vector.every(Number.isFinite)) return unitVector(vector);
    throw new LabError('system.failed', {
      system: name,
      problem: 'it gives a vector that is no list of finite numbers',
    });
  };
  const dims = (await extract('How long is a vector?')).length;

  // A folder is what is in it, wherever it lies; a model on the hub is its name, and what of it is on this machine.
  const identity = place.folder === undefined || place.hub ? [request.model, revision] : [];
  const fingerprint = sha256([
    'hf',
    VERSION,
    library.env.version ?? '',
    dtype,
    pooling,
    queryPrefix,
    passagePrefix,
    ...identity,
    ...hashFiles(place.folder ?? downloaded(request.model, revision, host), dtype),
  ]);
  const warn = (message: string): void => context.progress.report({ kind: 'warning', message });
  const cacheName = `hf-${request.model.replace(/[^\w.-]+/g, '-').slice(0, 60)}`;
  const cache = openVectorCache(cacheDir, { name: cacheName, fingerprint, dims }, warn);

  const limit = tokenLimit(extractor);
  const longer = queryPrefix.length > passagePrefix.length ? queryPrefix : passagePrefix;
  const { pieces, reach } = createPieces((text) => {
    const whole = longer + text;
    if (whole.length * MOST_TOKENS_A_UNIT + ADDED_TOKENS <= limit) return true;
    return extractor.tokenizer(whole).input_ids.size <= limit;
  });

  const compute = async (texts: readonly string[], put: (index: number, vector: Float32Array) => void) => {
    const { progress, signal } = context;
    const total = texts.length;
    progress.report({ kind: 'stage-began', stage: STAGE, total });
    try {
      for (const [index, text] of texts.entries()) {
        const vector = await extract(text);
        if (vector.length !== dims) {
          const problem = `a vector of ${vector.length} dimensions, where others have ${dims}`;
          throw new LabError('system.failed', { system: name, problem });
        }
        put(index, vector);
        progress.report({ kind: 'stage-advanced', stage: STAGE, done: index + 1, total });
        await setImmediate();
        signal.throwIfAborted();
      }
    } finally {
      progress.report({ kind: 'stage-ended', stage: STAGE });
    }
  };

  const prefixed = (text: string, role: 'query' | 'passage'): string =>
    (role === 'query' ? queryPrefix : passagePrefix) + text;
  return {
    dims,
    fingerprint,
    pieces,
    reach,
    encode: cachedEncode(cache, dims, context.signal, prefixed, compute),
    cacheStats: () => cache.stats(),
    async close() {
      await extractor.dispose?.();
    },
  };
}

function readOptions(given: EncoderRequest['options']): Options {
  const text = (name: string, otherwise: string): string => String(given[name] ?? otherwise);
  return {
    queryPrefix: text('query-prefix', ''),
    passagePrefix: text('passage-prefix', ''),
    pooling: text('pooling', 'mean'),
    revision: text('revision', 'main'),
    dtype: text('dtype', 'fp32'),
  };
}

interface Place {
  /** Absolute; where the files are, if that is known before they are loaded. */
  readonly folder?: string;
  /** Whether they come from the hub. */
  readonly hub: boolean;
}

/** A path is a folder of the user; a name may lie in the hub's own cache, as the Python library lays it out. */
function locate(model: string, revision: string, host: Host | undefined): Place {
  if (/^(\.{0,2}[/\\]|[A-Za-z]:[/\\])/.test(model)) {
    const folder = resolve(host?.folder ?? '/', model);
    if (existsSync(join(folder, 'config.json'))) return { folder, hub: false };
    const problem = existsSync(folder) ? 'it holds no config.json, so it is no model' : 'no such folder';
    throw new LabError('file.unreadable', { path: model, problem });
  }
  const home = hubHome(host);
  if (home === undefined) return { hub: true };
  const root = join(host?.env.HF_HUB_CACHE || join(home, 'hub'), `models--${model.replaceAll('/', '--')}`);
  let commit = revision;
  try {
    commit = readFileSync(join(root, 'refs', revision), 'utf8').trim();
  } catch {
    // The revision is a commit, or the model is not there.
  }
  const folder = join(root, 'snapshots', commit);
  return existsSync(join(folder, 'config.json')) ? { folder, hub: true } : { hub: true };
}

function hubHome(host: Host | undefined): string | undefined {
  const { HF_HOME, XDG_CACHE_HOME, HOME, USERPROFILE } = host?.env ?? {};
  if (HF_HOME) return HF_HOME;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'huggingface');
  const home = HOME || USERPROFILE;
  return home ? join(home, '.cache', 'huggingface') : undefined;
}

/** Where @huggingface/transformers is told to keep what it downloads: beside the Python library's, and not inside node_modules. */
function downloads(host: Host | undefined): string | undefined {
  const home = hubHome(host);
  return home === undefined ? undefined : join(home, 'transformers.js');
}

function downloaded(model: string, revision: string, host: Host | undefined): string | undefined {
  const folder = downloads(host);
  return folder === undefined ? undefined : join(folder, model, revision === 'main' ? '' : revision);
}

async function loadModel(
  library: Transformers,
  name: string,
  { folder }: Place,
  { dtype, revision }: Options,
  host: Host | undefined,
): Promise<Extractor> {
  const mayDownload = host?.allowDownload === true && !host.offline;
  const { env } = library;
  env.allowLocalModels = true;
  env.allowRemoteModels = mayDownload && folder === undefined;
  env.cacheDir = downloads(host) ?? env.cacheDir;
  try {
    return await library.pipeline('feature-extraction', folder ?? name.slice('hf:'.length), { dtype, revision });
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    if (folder === undefined && !mayDownload) {
      const forbidden = host?.offline && host.allowDownload ? ', and --offline is given' : '';
      const problem = `the model is not on this machine${forbidden}`;
      throw new LabError('file.unreadable', { path: name, problem }, '--allow-download, or hf:./FOLDER with its files');
    }
    throw new LabError('file.malformed', { where: name, problem: `cannot be loaded: ${said}` });
  }
}

function tokenLimit({ tokenizer, model }: Extractor): number {
  const limits = [tokenizer.model_max_length, model.config?.max_position_embeddings];
  return Math.min(...limits.map((limit) => (limit && limit > 0 && limit <= MOST_TOKENS ? limit : Infinity)));
}

/** SHA-256 of each file that decides a vector, as far as it is there. */
function hashFiles(folder: string | undefined, dtype: string): string[] {
  if (folder === undefined) return [];
  const weights = `onnx/model${WEIGHTS[dtype] ?? `_${dtype}`}.onnx`;
  const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json', weights, `${weights}_data`];
  return names.flatMap((name) => {
    const path = join(folder, name);
    return existsSync(path) ? [name, hashFile(path)] : [];
  });
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(READ_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
      hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
