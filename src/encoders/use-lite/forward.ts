// The model's forward pass: token ids in, unit vectors out. Texts lie packed, row after row, and never see one another.
//
// Universal Sentence Encoder Lite (Cer et al. 2018), as the packaged graph computes it: token embedding + (embedding +
// timing signal); two pre-norm transformer layers (the first 256 -> 512 wide), 4 heads, feed-forward 1536 with ReLU; mean
// over tokens; a dense tanh layer; division by the Euclidean length.
//
// Values rest in single precision; what JavaScript computes between two rests is double precision, in a fixed order.
// Math.exp and Math.tanh are the engine's: they are the one thing that could move a last bit on another platform.
import type { Gemm } from '../../vector/sgemm.ts';
import type { SharedMemory } from '../../vector/wasm.ts';
import { DIMS, EMBEDDING, HEADS, type LayerPlaces, MAX_ROWS, MAX_TOKENS, type ModelPlaces, WIDE } from './weights.ts';

/** Part of the cache key: change it whenever any vector may come out differently. */
export const FORWARD_VERSION = 'wasm-simd-1';

/** Ids of all texts one after the other (at most MAX_ROWS), and how many belong to each text (at most MAX_TOKENS). */
export type Forward = (ids: Int32Array, lengths: Int32Array) => Float32Array<ArrayBuffer>;

const FLOAT = 4;
const PANEL = 8 * FLOAT;
/** The graph's epsilons, single-precision constants. */
const NORM_EPSILON = Math.fround(1e-6);
const LENGTH_EPSILON = Math.fround(1e-12);

export function createForward(gemm: Gemm, memory: SharedMemory, places: ModelPlaces, workspace: number): Forward {
  const f = new Float32Array(memory.buffer);
  // Byte offsets of this thread's working space.
  const state = workspace;
  const normed = state + MAX_ROWS * DIMS * FLOAT;
  const mixed = normed + MAX_ROWS * DIMS * FLOAT;
  const wide = mixed + MAX_ROWS * DIMS * FLOAT;
  const scores = wide + MAX_ROWS * WIDE * FLOAT;
  const keys = scores + MAX_TOKENS * MAX_TOKENS * FLOAT;

  /** c = max(a · weights + bias, floor), all rows tightly packed. */
  const dense = (m: number, k: number, n: number, a: number, b: number, bias: number, c: number, floor = -Infinity) =>
    gemm(m, n, k, a, k * FLOAT, b, PANEL, k * PANEL, c, n * FLOAT, bias, floor);

  const embed = (ids: Int32Array, lengths: Int32Array): void => {
    let row = 0;
    for (const length of lengths) {
      for (let position = 0; position < length; position++, row++) {
        const to = state / FLOAT + row * EMBEDDING;
        const from = places.embeddings / FLOAT + ids[row]! * EMBEDDING;
        const time = places.timing / FLOAT + position * EMBEDDING;
        for (let i = 0; i < EMBEDDING; i++) f[to + i] = f[from + i]! + Math.fround(f[from + i]! + f[time + i]!);
      }
    }
  };

  /** Layer normalisation: (x - mean) * (scale / sqrt(variance + epsilon)) + bias, from `state` to `normed`. */
  const normalize = (rows: number, width: number, scalePlace: number, biasPlace: number): void => {
    const scale = scalePlace / FLOAT;
    const bias = biasPlace / FLOAT;
    for (let row = 0; row < rows; row++) {
      const from = state / FLOAT + row * width;
      const to = normed / FLOAT + row * width;
      let sum = 0;
      for (let i = 0; i < width; i++) sum += f[from + i]!;
      const mean = sum / width;
      let squares = 0;
      for (let i = 0; i < width; i++) {
        const off = f[from + i]! - mean;
        squares += off * off;
      }
      const inverse = 1 / Math.sqrt(squares / width + NORM_EPSILON);
      for (let i = 0; i < width; i++) {
        f[to + i] = f[scale + i]! * inverse * (f[from + i]! - mean) + f[bias + i]!;
      }
    }
  };

  /** Softmax of each row in place; columns beyond `n` are padding and stay out. */
  const softmax = (n: number, stride: number): void => {
    for (let row = 0; row < n; row++) {
      const at = scores / FLOAT + row * stride;
      let top = f[at]!;
      for (let i = 1; i < n; i++) if (f[at + i]! > top) top = f[at + i]!;
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const power = Math.fround(Math.exp(f[at + i]! - top));
        f[at + i] = power;
        sum += power;
      }
      for (let i = 0; i < n; i++) f[at + i] = f[at + i]! / sum;
    }
  };

  /** Attention of one text over its own `n` rows: query, key, value in `wide` from row `first`, to `mixed`. */
  const attend = (first: number, n: number, { width, scale }: LayerPlaces): void => {
    const size = width / HEADS;
    const stride = 3 * width;
    const padded = Math.ceil(n / 8) * 8;
    for (let head = 0; head < HEADS; head++) {
      const query = wide + (first * stride + head * size) * FLOAT;
      const value = query + 2 * width * FLOAT;
      // Keys transposed into panels of 8 tokens; missing tokens of the last panel are zeros.
      const keyRow = query / FLOAT + width;
      for (let token = 0; token < padded; token++) {
        const to = keys / FLOAT + (token >> 3) * size * 8 + (token & 7);
        for (let i = 0; i < size; i++) f[to + 8 * i] = token < n ? f[keyRow + token * stride + i]! : 0;
      }
      for (let token = 0; token < n; token++) {
        const at = query / FLOAT + token * stride;
        for (let i = 0; i < size; i++) f[at + i] = f[at + i]! * scale;
      }
      const row = stride * FLOAT;
      gemm(n, padded, size, query, row, keys, PANEL, size * PANEL, scores, padded * FLOAT, places.zeros, -Infinity);
      softmax(n, padded);
      const to = mixed + (first * width + head * size) * FLOAT;
      gemm(n, size, n, scores, padded * FLOAT, value, row, PANEL, to, width * FLOAT, places.zeros, -Infinity);
    }
  };

  const addTo = (target: number, from: number, count: number): void => {
    const t = target / FLOAT;
    const s = from / FLOAT;
    for (let i = 0; i < count; i++) f[t + i] = f[t + i]! + f[s + i]!;
  };

  const runLayer = (rows: number, lengths: Int32Array, layer: LayerPlaces): void => {
    const { width } = layer;
    normalize(rows, width, layer.normScale, layer.normBias);
    dense(rows, width, 3 * width, normed, layer.qkv, layer.qkvBias, wide);
    let first = 0;
    for (const length of lengths) {
      attend(first, length, layer);
      first += length;
    }
    if (width === DIMS) {
      dense(rows, width, DIMS, mixed, layer.output, layer.outputBias, normed);
    } else {
      // The residual is the layer's own input, widened.
      dense(rows, width, DIMS, state, places.widen, places.widenBias, normed);
      f.copyWithin(state / FLOAT, normed / FLOAT, normed / FLOAT + rows * DIMS);
      dense(rows, width, DIMS, mixed, layer.output, layer.outputBias, normed);
    }
    addTo(state, normed, rows * DIMS);
    normalize(rows, DIMS, layer.ffnNormScale, layer.ffnNormBias);
    dense(rows, DIMS, WIDE, normed, layer.up, layer.upBias, wide, 0);
    dense(rows, WIDE, DIMS, wide, layer.down, layer.downBias, normed);
    addTo(state, normed, rows * DIMS);
  };

  /** Mean over each text's tokens, to `normed`, a row a text. */
  const average = (lengths: Int32Array): void => {
    const sums = new Float64Array(DIMS);
    let row = 0;
    lengths.forEach((length, text) => {
      sums.fill(0);
      for (const end = row + length; row < end; row++) {
        const from = state / FLOAT + row * DIMS;
        for (let i = 0; i < DIMS; i++) sums[i]! += f[from + i]!;
      }
      const to = normed / FLOAT + text * DIMS;
      for (let i = 0; i < DIMS; i++) f[to + i] = sums[i]! / length;
    });
  };

  return (ids, lengths) => {
    const rows = ids.length;
    if (rows > MAX_ROWS || lengths.some((length) => length < 1 || length > MAX_TOKENS))
      throw new RangeError(`a batch of ${rows} tokens, of texts with ${lengths.join(', ')}, is out of bounds`);
    embed(ids, lengths);
    for (const layer of places.layers) runLayer(rows, lengths, layer);
    average(lengths);
    dense(lengths.length, DIMS, DIMS, normed, places.final, places.finalBias, mixed);
    const vectors = f.slice(mixed / FLOAT, mixed / FLOAT + lengths.length * DIMS);
    for (let text = 0; text < lengths.length; text++) {
      const at = text * DIMS;
      let squares = 0;
      for (let i = 0; i < DIMS; i++) {
        const value = Math.fround(Math.tanh(vectors[at + i]!));
        vectors[at + i] = value;
        squares += value * value;
      }
      const inverse = 1 / Math.sqrt(Math.max(squares, LENGTH_EPSILON));
      for (let i = 0; i < DIMS; i++) vectors[at + i] = vectors[at + i]! * inverse;
    }
    return vectors as Float32Array<ArrayBuffer>;
  };
}
