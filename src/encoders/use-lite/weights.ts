// The model's tensors, laid into one shared memory in the order the forward pass wants them; and where each one lies.

import { createMemory, type SharedMemory } from '../../vector/wasm.ts';
import type { ModelFiles } from './model-files.ts';

/** Width of the vectors. */
export const DIMS = 512;
/** Width of the token embeddings and of the first layer's attention. */
export const EMBEDDING = 256;
/** Width of the feed-forward layers, and of query, key and value together in the second layer. */
export const WIDE = 1536;
export const HEADS = 4;
/** The graph reads no more tokens (ClipToMaxLength). */
export const MAX_TOKENS = 128;
/** Tokens of all texts that one forward pass takes: enough to read each weight seldom, few enough for the cache. */
export const MAX_ROWS = 256;

/** Byte offsets in the memory. Matrices are packed in panels of 8 columns, see `packPanels`. */
export interface LayerPlaces {
  /** Columns that enter the attention. */
  readonly width: number;
  /** What queries are multiplied by: 1 / sqrt(width / HEADS), as stored. */
  readonly scale: number;
  readonly normScale: number;
  readonly normBias: number;
  readonly qkv: number;
  readonly qkvBias: number;
  readonly output: number;
  readonly outputBias: number;
  readonly ffnNormScale: number;
  readonly ffnNormBias: number;
  readonly up: number;
  readonly upBias: number;
  readonly down: number;
  readonly downBias: number;
}

export interface ModelPlaces {
  /** Row-major, a row a token. */
  readonly embeddings: number;
  /** Row-major, a row a position. */
  readonly timing: number;
  /** Takes the first layer's input to the width of its output, for the residual sum. */
  readonly widen: number;
  readonly widenBias: number;
  readonly layers: readonly LayerPlaces[];
  readonly final: number;
  readonly finalBias: number;
  /** As many zeros as the widest product without a bias has columns. */
  readonly zeros: number;
  /** One working space for each thread that may compute at once. */
  readonly workspaces: readonly number[];
}

export interface LoadedModel {
  readonly memory: SharedMemory;
  readonly places: ModelPlaces;
}

const FLOAT = 4;
/** Activations of MAX_ROWS tokens (4 x DIMS and WIDE wide), one head's scores and its packed keys. */
const WORKSPACE_FLOATS = MAX_ROWS * (3 * DIMS + WIDE) + 2 * MAX_TOKENS * MAX_TOKENS;

interface Tensor {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
}

export function loadModel(files: ModelFiles, threads: number): LoadedModel {
  const tensors = readTensors(files);
  const floats = (name: string): Float32Array => {
    const found = tensors.get(name);
    if (!found) throw new RangeError(`the model has no tensor ${name}`);
    return found;
  };
  let used = 0;
  const writes: ((memory: Float32Array) => void)[] = [];
  /** Books a place (64-byte lines) and says what to write there once the memory exists. */
  const book = (length: number, write: (target: Float32Array) => void): number => {
    const place = used;
    used += Math.ceil((length * FLOAT) / 64) * 64;
    writes.push((memory) => write(memory.subarray(place / FLOAT, place / FLOAT + length)));
    return place;
  };
  const plain = (name: string): number => book(floats(name).length, (target) => target.set(floats(name)));
  const packed = (name: string, columns: number): number =>
    book(floats(name).length, (target) => packPanels(floats(name), columns, target));

  const root = 'Encoder_en/KonaTransformer/Encode';
  const layer = (n: number, width: number): LayerPlaces => {
    const applied = `module_apply_default/${root}/Layer_${n}/TransformerLayer`;
    const stack = `module_apply_default/${root}/TransformerStack/Layer_${n}/TransformerLayer`;
    const kernels = `module/${root}/Layer_${n}/TransformerLayer/MultiheadAttention`;
    const norm = (part: string, what: string): number =>
      plain(`${applied}/${part}layer_prepostprocess/layer_norm/layer_norm_${what}/ConcatPartitions/concat`);
    const bias = (part: string): number => plain(`${applied}/${part}/bias/ConcatPartitions/concat`);
    return {
      width,
      scale: floats(`${stack}/MultiheadAttention/mul/y`)[0]!,
      normScale: norm('', 'scale'),
      normBias: norm('', 'bias'),
      qkv: packed(`${kernels}/qkv_transform_single/kernel/part_0`, 3 * width),
      qkvBias: bias('MultiheadAttention/qkv_transform_single'),
      output: packed(`${kernels}/output_transform_single/kernel/part_0`, DIMS),
      outputBias: bias('MultiheadAttention/output_transform_single'),
      ffnNormScale: norm('FFN/', 'scale'),
      ffnNormBias: norm('FFN/', 'bias'),
      up: packed(`${stack}/FFN/conv1/Tensordot/Reshape_1`, WIDE),
      upBias: bias('FFN/conv1'),
      down: packed(`${stack}/FFN/conv2/Tensordot/Reshape_1`, DIMS),
      downBias: bias('FFN/conv2'),
    };
  };

  const first = `module_apply_default/${root}/Layer_0/TransformerLayer/dense`;
  const timescales = `module_apply_default/${root}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`;
  const places: Omit<ModelPlaces, 'workspaces'> = {
    embeddings: plain('module/Embeddings_en'),
    timing: book(MAX_TOKENS * EMBEDDING, (target) => writeTiming(floats(timescales), target)),
    widen: packed(`${first}/kernel/ConcatPartitions/concat`, DIMS),
    widenBias: plain(`${first}/bias/ConcatPartitions/concat`),
    layers: [layer(0, EMBEDDING), layer(1, DIMS)],
    final: packed('module/Encoder_en/hidden_layers/tanh_layer_0/weights', DIMS),
    finalBias: plain('module/Encoder_en/hidden_layers/tanh_layer_0/bias'),
    zeros: book(MAX_TOKENS, () => {}),
  };
  const workspaces = Array.from({ length: threads }, () => book(WORKSPACE_FLOATS, () => {}));
  const memory = createMemory(used);
  const all = new Float32Array(memory.buffer);
  for (const write of writes) write(all);
  return { memory, places: { ...places, workspaces } };
}

/** The floating-point tensors by name; the manifest lists them in the order of the bytes. */
function readTensors({ manifest, weights }: ModelFiles): ReadonlyMap<string, Float32Array> {
  const text = Buffer.from(manifest.buffer, manifest.byteOffset, manifest.length).toString('utf8');
  const { weightsManifest } = JSON.parse(text) as { weightsManifest: { weights: Tensor[] }[] };
  const tensors = new Map<string, Float32Array>();
  let at = weights.byteOffset;
  for (const { name, dtype, shape } of weightsManifest.flatMap((group) => group.weights)) {
    const length = shape.reduce((product, size) => product * size, 1);
    if (dtype === 'float32') tensors.set(name, new Float32Array(weights.buffer, at, length));
    at += length * FLOAT;
  }
  return tensors;
}

/** Row-major to panels: 8 columns of all rows, then the next 8, so that the product reads straight through. */
function packPanels(matrix: Float32Array, columns: number, target: Float32Array): void {
  const rows = matrix.length / columns;
  let to = 0;
  for (let panel = 0; panel < columns; panel += 8) {
    for (let row = 0; row < rows; row++) {
      const from = row * columns + panel;
      for (let column = 0; column < 8; column++) target[to++] = matrix[from + column]!;
    }
  }
}

/** Sine and cosine of position / timescale ("Attention is all you need", 3.5), sines first; computed once for all threads. */
function writeTiming(inverseTimescales: Float32Array, target: Float32Array): void {
  const half = inverseTimescales.length;
  for (let position = 0; position < MAX_TOKENS; position++) {
    for (let i = 0; i < half; i++) {
      const angle = Math.fround(position * inverseTimescales[i]!);
      target[position * EMBEDDING + i] = Math.sin(angle);
      target[position * EMBEDDING + half + i] = Math.cos(angle);
    }
  }
}
