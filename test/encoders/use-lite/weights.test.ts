// The tensors lie where the places say: looked up in the package's own files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateModel, readModel } from '../../../src/encoders/use-lite/model-files.ts';
import { DIMS, EMBEDDING, HEADS, loadModel, MAX_TOKENS } from '../../../src/encoders/use-lite/weights.ts';

const { memory, places } = loadModel(readModel(locateModel()), 2);
const f = new Float32Array(memory.buffer);

interface Entry {
  name: string;
  shape: number[];
}

/** A tensor read straight from the shards. */
function tensor(ending: string): Float32Array {
  const folder = locateModel();
  const manifest = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')).weightsManifest[0];
  const bytes = Buffer.concat(manifest.paths.map((path: string) => readFileSync(join(folder, path))));
  let at = 0;
  for (const { name, shape } of manifest.weights as Entry[]) {
    const length = shape.reduce((a, b) => a * b, 1);
    if (name.endsWith(ending)) return new Float32Array(bytes.buffer.slice(at, at + 4 * length));
    at += 4 * length;
  }
  throw new Error(ending);
}

describe('the loaded model', () => {
  it('holds the embeddings row by row', () => {
    const embeddings = tensor('module/Embeddings_en');
    const held = f.slice(places.embeddings / 4, places.embeddings / 4 + embeddings.length);
    expect(Buffer.compare(Buffer.from(held.buffer), Buffer.from(embeddings.buffer))).toBe(0);
  });

  it('holds matrices in panels of 8 columns', () => {
    const kernel = tensor('hidden_layers/tanh_layer_0/weights');
    for (const [row, column] of [
      [0, 0],
      [0, 9],
      [17, 500],
      [511, 511],
    ] as const) {
      const at = places.final / 4 + ((column >> 3) * DIMS + row) * 8 + (column & 7);
      expect(f[at]).toBe(kernel[row * DIMS + column]);
    }
  });

  it('scales queries by the root of a head’s width', () => {
    for (const { width, scale } of places.layers) expect(scale).toBeCloseTo(1 / Math.sqrt(width / HEADS), 6);
  });

  it('starts the timing signal with sine 0 and cosine 0', () => {
    const timing = f.subarray(places.timing / 4, places.timing / 4 + MAX_TOKENS * EMBEDDING);
    expect([...timing.subarray(0, 128)].every((value) => value === 0)).toBe(true);
    expect([...timing.subarray(128, 256)].every((value) => value === 1)).toBe(true);
    expect(timing[EMBEDDING]).toBeCloseTo(Math.sin(1), 6);
  });

  it('gives each thread a working space of its own, after all weights', () => {
    expect(places.workspaces).toHaveLength(2);
    expect(places.workspaces[0]!).toBeGreaterThan(places.zeros);
    expect(memory.buffer.byteLength).toBeLessThan(40e6);
  });
});
