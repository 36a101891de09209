// The encoder as systems meet it: in a thread of its own process, from the cache, interrupted, and refused.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context, Encoder, ProgressEvent } from '../../src/core/contracts.ts';
import { createRng } from '../../src/core/rng.ts';
import { encoders } from '../../src/encoders/registry.ts';
import { openUseLite } from '../../src/encoders/use-lite/encoder.ts';
import { locateModel } from '../../src/encoders/use-lite/model-files.ts';
import { useLite } from '../../src/encoders/use-lite.ts';

let directory: string;
let events: ProgressEvent[];
let abort: AbortController;
const opened: Encoder[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rag-lab-use-'));
  events = [];
  abort = new AbortController();
});
afterEach(async () => {
  for (const encoder of opened.splice(0)) await encoder.close?.();
  rmSync(directory, { recursive: true, force: true });
});

function context(): Context {
  return { rng: createRng(1), progress: { report: (event) => events.push(event) }, signal: abort.signal };
}
async function open(cacheDir?: string): Promise<Encoder> {
  const encoder = await useLite.open(context(), cacheDir);
  opened.push(encoder);
  return encoder;
}

const texts = ['Annual leave is 25 days.', 'How much vacation do I get?', '', 'The badge opens the garage.', ' '];

describe('use-lite', () => {
  it('is registered', () => {
    expect(encoders).toContain(useLite);
  });

  it('gives unit rows of 512, zeros for a text without tokens, alike for both roles', async () => {
    const encoder = await open();
    expect(encoder.dims).toBe(512);
    const rows = await encoder.encode(texts, 'passage');
    expect(rows).toHaveLength(texts.length * 512);
    texts.forEach((text, i) => {
      const norm = Math.hypot(...rows.subarray(i * 512, (i + 1) * 512));
      expect(norm).toBeCloseTo(text === '' ? 0 : 1, 6);
    });
    expect(await encoder.encode(texts, 'query')).toEqual(rows);
    expect(await encoder.encode([], 'query')).toHaveLength(0);
  });

  it('reads the first 128 tokens and no more', async () => {
    const encoder = await open();
    const long = 'The handbook applies to all staff. '.repeat(40);
    const [whole, start] = [await encoder.encode([long], 'passage'), long.slice(0, encoder.reach(long))];
    expect(start.length).toBeLessThan(long.length);
    expect(await encoder.encode([start], 'passage')).toEqual(whole);
    const pieces = encoder.pieces(long);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(encoder.reach(piece)).toBe(piece.length);
  });

  it('puts a paraphrase nearer than a stranger', async () => {
    const rows = await (await open()).encode(texts, 'query');
    const cosine = (a: number, b: number) =>
      rows.subarray(a * 512, (a + 1) * 512).reduce((sum, value, i) => sum + value * rows[b * 512 + i]!, 0);
    expect(cosine(0, 1)).toBeGreaterThan(cosine(0, 3));
  });

  it('gives the same bits from the cache as cold, and says what it found', async () => {
    const cold = await open(directory);
    const rows = await cold.encode(texts, 'passage');
    expect(cold.cacheStats?.()).toEqual({ hits: 0, misses: 5 });
    const warm = await open(directory);
    events = [];
    expect(await warm.encode(texts, 'passage')).toEqual(rows);
    expect(warm.cacheStats?.()).toEqual({ hits: 5, misses: 0 });
    expect(events).toEqual([]);
    expect(await (await open()).encode(texts, 'passage')).toEqual(rows);
  });

  it('reports its progress', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `Rule ${i} of the handbook says that the door stays shut.`);
    await (await open()).encode(many, 'passage');
    expect(events[0]).toEqual({ kind: 'stage-began', stage: 'encoding', total: 40 });
    expect(events.at(-2)).toEqual({ kind: 'stage-advanced', stage: 'encoding', done: 40, total: 40 });
    expect(events.at(-1)).toEqual({ kind: 'stage-ended', stage: 'encoding' });
    expect(events.length).toBeGreaterThan(3);
  });

  it('stops when aborted, keeps what it had, and refuses to begin again', async () => {
    const many = Array.from({ length: 200 }, (_, i) => `Rule ${i} of the handbook says that the door stays shut.`);
    const encoder = await open(directory);
    const running = encoder.encode(many, 'passage');
    setTimeout(() => abort.abort(new Error('interrupted')), 200);
    await expect(running).rejects.toThrow('interrupted');
    expect(events.at(-1)).toEqual({ kind: 'stage-ended', stage: 'encoding' });
    await expect(encoder.encode(['x'], 'query')).rejects.toThrow('interrupted');
    abort = new AbortController();
    const again = await open(directory);
    await again.encode(many, 'passage');
    expect(again.cacheStats?.().hits).toBeGreaterThan(0);
  });

  it('serves calls made at the same time one after the other', async () => {
    const encoder = await open(directory);
    const [a, b] = await Promise.all([encoder.encode(texts, 'passage'), encoder.encode(texts, 'query')]);
    expect(a).toEqual(b);
    expect(encoder.cacheStats?.()).toEqual({ hits: 5, misses: 5 });
  });

  it('has one fingerprint, and refuses a damaged model even if every vector is cached', async () => {
    const encoder = await open(directory);
    await encoder.encode(texts, 'passage');
    expect((await open()).fingerprint).toBe(encoder.fingerprint);
    expect(encoder.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    const model = join(directory, 'model');
    mkdirSync(model);
    for (const name of readdirSync(locateModel())) copyFileSync(join(locateModel(), name), join(model, name));
    const shard = join(model, 'group1-shard3of7');
    const bytes = readFileSync(shard);
    bytes[1000] = bytes[1000]! ^ 1;
    writeFileSync(shard, bytes);
    expect(() => openUseLite(model, context(), directory)).toThrow('SHA-256');
  });
});
