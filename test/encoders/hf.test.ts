// Models through @huggingface/transformers, with a library of our own in its place: the package need not be installed.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../src/contracts/small-world.ts';
import type { Encoder, Host, Params } from '../../src/core/contracts.ts';
import { LabError } from '../../src/core/errors.ts';
import { openHf } from '../../src/encoders/hf-encoder.ts';
import type { Extractor, Transformers } from '../../src/encoders/transformers-package.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

const root = temporaryFolder();
const DIMS = 4;

interface Loaded {
  readonly model: string;
  readonly dtype: string;
  readonly revision: string;
  readonly env: Transformers['env'];
}

interface Call {
  readonly texts: readonly string[];
  readonly pooling: string;
  readonly normalize: boolean;
}

interface FakeLibrary extends Transformers {
  readonly loaded: Loaded[];
  readonly calls: Call[];
  disposed: number;
  /** Spoils a vector; the number counts the calls. */
  spoil: (vector: number[], nth: number) => number[];
}

/** A token a word, and two around them. Remote models are there only if they may be. */
function fakeLibrary({ limit = 8, version = '4.3.2' } = {}): FakeLibrary {
  const env = { version, allowRemoteModels: true, allowLocalModels: false, localModelPath: '', cacheDir: 'inside' };
  const tokenizer = Object.assign((text: string) => ({ input_ids: { size: (text.match(/\S+/g) ?? []).length + 2 } }), {
    model_max_length: limit,
  });
  const library: FakeLibrary = {
    env,
    loaded: [],
    calls: [],
    disposed: 0,
    spoil: (vector) => vector,
    async pipeline(_task, model, { dtype, revision }) {
      if (!model.startsWith('/') && !env.allowRemoteModels) throw new Error('env.allowRemoteModels=false\nand more');
      if (model === 'org/broken') throw new Error('Unsupported model type\nat x');
      library.loaded.push({ model, dtype, revision, env: { ...env } });
      const run = async (texts: readonly string[], { pooling, normalize }: { pooling: string; normalize: boolean }) => {
        library.calls.push({ texts, pooling, normalize });
        const bytes = createHash('sha256').update(`${pooling}\n${texts[0]}`).digest();
        const vector = Array.from({ length: DIMS }, (_, i) => bytes[i]! - 127.5);
        const data = library.spoil(vector, library.calls.length);
        return { dims: [1, data.length], data };
      };
      const dispose = async (): Promise<void> => {
        library.disposed++;
      };
      return Object.assign(run, { tokenizer, model: { config: {} }, dispose }) as unknown as Extractor;
    },
  };
  return library;
}

let library: FakeLibrary;
let home: string;
let cacheDir: string;
beforeEach(() => {
  library = fakeLibrary();
  home = mkdtempSync(join(root, 'home-'));
  cacheDir = mkdtempSync(join(root, 'cache-'));
});

interface World {
  readonly model?: string;
  readonly options?: Params;
  readonly host?: Partial<Host>;
  readonly signal?: AbortSignal;
}

function open({ model = 'org/mini', options = {}, host = {}, signal }: World = {}): Promise<Encoder> {
  const own: Host = { folder: root, env: { HOME: home }, offline: false, allowDownload: true, ...host };
  const context = { ...contextOf({ host: own }), ...(signal ? { signal } : {}) };
  return openHf(context, cacheDir, { model, options }, async () => library);
}

function modelFolder(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(mkdtempSync(join(root, 'models-')), name);
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  for (const [file, text] of Object.entries({ 'config.json': '{}', 'onnx/model.onnx': 'weights', ...files }))
    writeFileSync(join(folder, file), text);
  return folder;
}

async function refusal(work: Promise<unknown>): Promise<LabError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LabError);
  return error as LabError;
}

describe('encoding', () => {
  it('gives vectors of length 1, one text at a time, and zeros for blanks', async () => {
    const encoder = await open();
    expect(encoder.dims).toBe(DIMS);
    const vectors = await encoder.encode(['one', ' ', 'two'], 'passage');
    expect([...vectors.subarray(DIMS, 2 * DIMS)]).toEqual([0, 0, 0, 0]);
    for (const row of [0, 2]) expect(Math.hypot(...vectors.subarray(row * DIMS, (row + 1) * DIMS))).toBeCloseTo(1, 6);
    expect(library.calls.slice(1)).toEqual([
      { texts: ['one'], pooling: 'mean', normalize: false },
      { texts: ['two'], pooling: 'mean', normalize: false },
    ]);
  });

  it('puts the prefix of its role before a text, and pools as told', async () => {
    const encoder = await open({
      options: {
        'query-prefix': 'query: ',
        'passage-prefix': 'passage: ',
        pooling: 'last',
        dtype: 'q8',
        revision: 'v1',
      },
    });
    await encoder.encode(['x'], 'query');
    await encoder.encode(['x'], 'passage');
    expect(library.calls.slice(1).map(({ texts, pooling }) => [texts[0], pooling])).toEqual([
      ['query: x', 'last_token'],
      ['passage: x', 'last_token'],
    ]);
    expect(library.loaded[0]).toMatchObject({ model: 'org/mini', dtype: 'q8', revision: 'v1' });
  });

  it('knows how far the model reads, with the prefix before it', async () => {
    const encoder = await open({ options: { 'passage-prefix': 'p ' } });
    const text = 'a1 b2 c3 d4 e5 f6 g7';
    // Eight tokens: two around them, one of the prefix.
    expect(encoder.reach(text)).toBe('a1 b2 c3 d4 e5 '.length);
    const pieces = encoder.pieces(text);
    expect(pieces.map((piece) => piece.trim()).join(' ')).toBe(text);
    for (const piece of pieces) expect(piece.trim().split(' ').length).toBeLessThanOrEqual(5);
    expect(encoder.pieces('short')).toEqual(['short']);
  });

  it('refuses a vector that is none, or of another length', async () => {
    const encoder = await open();
    library.spoil = (vector) => [...vector.slice(1), Number.NaN];
    expect((await refusal(encoder.encode(['x'], 'query'))).message).toContain('no list of finite numbers');
    library.spoil = (vector) => vector.slice(1);
    expect((await refusal(encoder.encode(['y'], 'query'))).message).toBe(
      'system hf:org/mini failed: a vector of 3 dimensions, where others have 4',
    );
    library.spoil = () => [];
    expect((await refusal(open())).message).toContain('no list of finite numbers');
  });

  it('stops between two texts when it is interrupted, and keeps what it had', async () => {
    const interrupt = new AbortController();
    const encoder = await open({ signal: interrupt.signal });
    library.spoil = (vector, nth) => {
      if (nth === 3) interrupt.abort();
      return vector;
    };
    await expect(encoder.encode(['one', 'two', 'three', 'four'], 'passage')).rejects.toThrow(/abort/i);
    expect(library.calls).toHaveLength(3);
    const again = await open();
    await again.encode(['one', 'two', 'three', 'four'], 'passage');
    expect(again.cacheStats!()).toEqual({ hits: 2, misses: 2 });
  });

  it('lets the model go when it is closed', async () => {
    await (await open()).close!();
    expect(library.disposed).toBe(1);
  });
});

describe('where a model comes from', () => {
  it('is the hub only if downloading was allowed; what is downloaded is kept outside of node_modules', async () => {
    await open();
    expect(library.loaded[0]!.env).toMatchObject({
      allowRemoteModels: true,
      cacheDir: join(home, '.cache', 'huggingface', 'transformers.js'),
    });
    const error = await refusal(open({ host: { allowDownload: false } }));
    expect(error.message).toBe('hf:org/mini: cannot be read: the model is not on this machine');
    expect(error.remedy).toBe('--allow-download, or hf:./FOLDER with its files');
    expect((await refusal(open({ host: { offline: true } }))).message).toContain('and --offline is given');
    expect(library.loaded).toHaveLength(1);
  });

  it('is a folder for a path, never the network', async () => {
    const folder = modelFolder('mini');
    await open({ model: folder });
    expect(library.loaded[0]).toMatchObject({
      model: folder,
      env: { allowRemoteModels: false, allowLocalModels: true },
    });
    await open({ model: './mini', host: { folder: join(folder, '..') } });
    expect(library.loaded[1]!.model).toBe(folder);
    expect((await refusal(open({ model: './none' }))).message).toBe('./none: cannot be read: no such folder');
    mkdirSync(join(home, 'empty'));
    expect((await refusal(open({ model: '../empty', host: { folder: join(home, 'empty') } }))).message).toBe(
      '../empty: cannot be read: it holds no config.json, so it is no model',
    );
  });

  it('is what the Python library has downloaded, if it has', async () => {
    const hub = join(home, 'hub', 'models--org--mini');
    mkdirSync(join(hub, 'refs'), { recursive: true });
    writeFileSync(join(hub, 'refs', 'main'), 'abc123\n');
    mkdirSync(join(hub, 'snapshots', 'abc123'), { recursive: true });
    writeFileSync(join(hub, 'snapshots', 'abc123', 'config.json'), '{}');
    const host = { env: { HF_HOME: home }, allowDownload: false };
    await open({ host });
    await open({ host, options: { revision: 'abc123' } });
    expect(library.loaded.map(({ model }) => model)).toEqual(new Array(2).fill(join(hub, 'snapshots', 'abc123')));
    expect((await refusal(open({ host, options: { revision: 'other' } }))).message).toContain('not on this machine');
  });

  it('is said not to work where it does not, in one line', async () => {
    expect((await refusal(open({ model: 'org/broken' }))).message).toBe(
      'hf:org/broken: cannot be loaded: Unsupported model type',
    );
  });
});

describe('what is kept: case C35', () => {
  const texts = ['m1', 'm2', 'm3', 'm4', 'm5'];
  async function index(world: World, passages = texts): Promise<{ counts: string; vectors: Float32Array }> {
    const encoder = await open(world);
    const vectors = await encoder.encode(passages, 'passage');
    const { hits, misses } = encoder.cacheStats!();
    return { counts: `${hits}/${misses}`, vectors };
  }

  it('finds the vectors of this model, revision, option and package alone', async () => {
    const cold = await index({});
    expect(cold.counts).toBe('0/5');
    expect(await index({})).toEqual({ counts: '5/0', vectors: cold.vectors });
    expect((await index({ model: 'org/other' })).counts).toBe('0/5');
    expect((await index({})).counts).toBe('5/0');
    const changed: readonly Params[] = [
      { revision: 'v1' },
      { pooling: 'cls' },
      { dtype: 'q8' },
      { 'passage-prefix': 'p' },
      { 'query-prefix': 'q' },
    ];
    for (const options of changed) expect((await index({ options })).counts, JSON.stringify(options)).toBe('0/5');
    expect((await index({}, ['m1', 'm2', 'edited', 'm4', 'm5'])).counts).toBe('4/1');
    library = fakeLibrary({ version: '4.3.3' });
    expect((await index({})).counts).toBe('0/5');
  });

  it('knows a folder by what is in it, wherever it lies', async () => {
    const one = modelFolder('one');
    expect((await index({ model: one })).counts).toBe('0/5');
    const { fingerprint } = await open({ model: one });
    expect((await open({ model: modelFolder('two') })).fingerprint).toBe(fingerprint);
    for (const files of [{ 'onnx/model.onnx': 'others' }, { 'tokenizer.json': '{}' }, { 'config.json': '{"a":1}' }]) {
      expect((await open({ model: modelFolder('three', files) })).fingerprint).not.toBe(fingerprint);
    }
    writeFileSync(join(one, 'onnx', 'model.onnx'), 'trained on');
    expect((await index({ model: one })).counts).toBe('0/5');
  });
});
