// The vector cache: what it finds, what it refuses, what it survives. Case C35 among it.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CacheIdentity,
  cacheFileName,
  clearVectorCache,
  describeVectorCache,
  openVectorCache,
  type VectorCache,
} from '../../src/encoders/vector-cache.ts';

let directory: string;
let warnings: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rag-lab-cache-'));
  warnings = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const A: CacheIdentity = { name: 'toy', fingerprint: 'A', dims: 3 };
const open = (identity: CacheIdentity = A, maxEntries?: number): VectorCache =>
  openVectorCache(directory, identity, (message) => warnings.push(message), maxEntries);

/** A model of our own: what a text's vector is depends on the model, the width and the text. */
function model({ fingerprint, dims }: CacheIdentity) {
  const calls: string[] = [];
  const compute = async (texts: readonly string[], put: (index: number, vector: Float32Array) => void) => {
    texts.forEach((text, index) => {
      calls.push(text);
      const seed = [...`${fingerprint}${text}`].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7);
      put(
        index,
        Float32Array.from({ length: dims }, (_, i) => Math.sin(seed + i)),
      );
    });
  };
  return { calls, compute };
}

/** One run: opens, encodes, and says what was found and what came out. */
async function run(identity: CacheIdentity, texts: readonly string[]) {
  const cache = open(identity);
  const rows = await cache.encode(texts, model(identity).compute);
  return { ...cache.stats(), rows };
}

const corpus = (name: string): string[] =>
  readFileSync(new URL(`../fixtures/cases/C35/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).text);

describe('case C35: the cache after the model changes', () => {
  it('never takes a vector of another model, width or text', async () => {
    const texts = corpus('corpus.jsonl');
    const B: CacheIdentity = { ...A, fingerprint: 'B' };
    const cold = await run(A, texts);
    expect(cold).toMatchObject({ hits: 0, misses: 5 });
    expect(await run(A, texts)).toEqual({ hits: 5, misses: 0, rows: cold.rows });
    const other = await run(B, texts);
    expect(other).toMatchObject({ hits: 0, misses: 5 });
    expect(other.rows).not.toEqual(cold.rows);
    expect(await run(A, texts)).toEqual({ hits: 5, misses: 0, rows: cold.rows });
    expect(await run({ ...A, dims: 4 }, texts)).toMatchObject({ hits: 0, misses: 5 });
    expect(await run({ ...A, fingerprint: 'A, with a prefix' }, texts)).toMatchObject({ hits: 0, misses: 5 });
  });

  it('computes only the document that was edited', async () => {
    await run(A, corpus('corpus.jsonl'));
    expect(await run(A, corpus('corpus-edited.jsonl'))).toMatchObject({ hits: 4, misses: 1 });
    expect(warnings).toEqual([]);
  });

  it('rebuilds a truncated file, and uses no half of it', async () => {
    const texts = corpus('corpus.jsonl');
    const cold = await run(A, texts);
    const path = join(directory, cacheFileName(A));
    const whole = readFileSync(path);
    for (const length of [0, 1, 47, 48, 100, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      warnings = [];
      expect(await run(A, texts)).toEqual({ hits: 0, misses: 5, rows: cold.rows });
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(path);
      expect(readFileSync(path)).toEqual(whole);
    }
  });
});

describe('a damaged file', () => {
  it('is noticed wherever one bit is wrong', async () => {
    await run(A, ['one', 'two']);
    const path = join(directory, cacheFileName(A));
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 5) {
      const bytes = Buffer.from(whole);
      bytes[at] = bytes[at]! ^ 4;
      writeFileSync(path, bytes);
      expect(await run(A, ['one', 'two']), `byte ${at}`).toMatchObject({ hits: 0, misses: 2 });
    }
  });

  it('that is whole but another model’s is refused too', async () => {
    const B: CacheIdentity = { ...A, fingerprint: 'B' };
    await run(B, ['one']);
    writeFileSync(join(directory, cacheFileName(A)), readFileSync(join(directory, cacheFileName(B))));
    expect(await run(A, ['one'])).toMatchObject({ hits: 0, misses: 1 });
    expect(warnings[0]).toContain('another model');
  });
});

describe('encode', () => {
  it('computes each distinct text once, in order of first sight, and fills every row', async () => {
    const { calls, compute } = model(A);
    const cache = open();
    const rows = await cache.encode(['b', 'a', 'b', 'a', 'c'], compute);
    expect(calls).toEqual(['b', 'a', 'c']);
    expect(cache.stats()).toEqual({ hits: 0, misses: 3 });
    expect(rows.subarray(0, 3)).toEqual(rows.subarray(6, 9));
    expect(rows.subarray(3, 6)).toEqual(rows.subarray(9, 12));
  });

  it('keeps texts apart that UTF-8 would merge', async () => {
    await run(A, ['\ud800']);
    expect(await run(A, ['\udc00', '\ufffd', '\ud800'])).toMatchObject({ hits: 1, misses: 2 });
  });

  it('without a directory computes each time and writes nothing', async () => {
    const cache = openVectorCache(undefined, A, () => {});
    const { calls, compute } = model(A);
    await cache.encode(['a'], compute);
    await cache.encode(['a'], compute);
    expect(calls).toEqual(['a', 'a']);
    expect(cache.stats()).toEqual({ hits: 0, misses: 2 });
  });

  it('saves what was computed before a failure, and passes the failure on', async () => {
    const cache = open();
    const { compute } = model(A);
    const failing = cache.encode(['a', 'b', 'c'], async (texts, put) => {
      await compute(texts.slice(0, 2), put);
      throw new Error('aborted');
    });
    await expect(failing).rejects.toThrow('aborted');
    expect(await run(A, ['a', 'b', 'c'])).toMatchObject({ hits: 2, misses: 1 });
  });

  it('does not hand out its own memory', async () => {
    const cache = open();
    const first = await cache.encode(['a'], model(A).compute);
    const kept = first.slice();
    first.fill(0);
    expect(await cache.encode(['a'], model(A).compute)).toEqual(kept);
  });
});

describe('writing', () => {
  it('keeps what another process has added in the meantime', async () => {
    const [one, other] = [open(), open()];
    await one.encode(['shared'], model(A).compute);
    await other.encode(['of the other'], model(A).compute);
    await one.encode(['of the one'], model(A).compute);
    expect(await run(A, ['shared', 'of the other', 'of the one'])).toMatchObject({ hits: 3, misses: 0 });
    expect(readdirSync(directory)).toEqual([cacheFileName(A)]);
  });

  it('forgets the entries not used for longest, but never those of the run itself', async () => {
    const texts = (prefix: string, n: number) => Array.from({ length: n }, (_, i) => `${prefix}${i}`);
    await open(A, 10).encode(texts('old', 8), model(A).compute);
    // Uses two old ones again and adds six: 8 used now, so 2 of the 6 others stay.
    await open(A, 10).encode([...texts('old', 2), ...texts('new', 6)], model(A).compute);
    expect(describeVectorCache(directory).entries).toBe(10);
    expect(await run(A, [...texts('old', 2), ...texts('new', 6), 'old6', 'old7'])).toMatchObject({ misses: 0 });
    rmSync(directory, { recursive: true });
    await open(A, 10).encode(texts('big', 25), model(A).compute);
    expect(await run(A, texts('big', 25))).toMatchObject({ hits: 25, misses: 0 });
  });

  it('that is impossible is one warning, and the run goes on', async () => {
    const file = join(directory, 'a-file');
    writeFileSync(file, '');
    const cache = openVectorCache(join(file, 'cache'), A, (message) => warnings.push(message));
    const rows = await cache.encode(['a'], model(A).compute);
    await cache.encode(['b'], model(A).compute);
    expect(rows).toHaveLength(3);
    expect(warnings.filter((message) => message.includes('cannot be written'))).toHaveLength(1);
    expect(warnings.every((message) => !message.includes('\n'))).toBe(true);
  });

  it('that fails at the last step leaves nothing half written behind', async () => {
    // A folder stands where the file should go: the rename fails.
    mkdirSync(join(directory, cacheFileName(A)));
    const cache = open();
    await cache.encode(['a'], model(A).compute);
    expect(warnings.at(-1)).toContain('cannot be written');
    expect(readdirSync(directory)).toEqual([cacheFileName(A)]);
  });
});

describe('what stands where the cache should be', () => {
  const place = () => join(directory, cacheFileName(A));
  const standIns: [string, () => void][] = [
    ['a folder', () => mkdirSync(place())],
    ['a named pipe that nobody writes to', () => execFileSync('mkfifo', [place()])],
    ['a link to a device that never ends', () => symlinkSync('/dev/zero', place())],
    ['a link that leads nowhere', () => symlinkSync('nowhere', place())],
    ['a link to itself', () => symlinkSync(place(), place())],
    [
      'a file beyond any size',
      () => {
        writeFileSync(place(), '');
        truncateSync(place(), 2 ** 32);
      },
    ],
  ];

  it.skipIf(process.platform === 'win32').each(standIns)(
    'does not stop, block or falsify a run: %s',
    async (_, make) => {
      make();
      const rows = await open().encode(['a'], model(A).compute);
      expect(rows).toEqual(await openVectorCache(undefined, A, () => {}).encode(['a'], model(A).compute));
      // In words, and without a code of the system's.
      for (const message of warnings) expect(message).not.toMatch(/\b(E[A-Z]{4,}|ERR_\w+)\b/);
      expect(() => describeVectorCache(directory)).not.toThrow();
    },
  );

  it.skipIf(!existsSync('/proc/self'))('may be a file system that takes no folders', async () => {
    const cache = openVectorCache('/proc/no/such/place', A, (message) => warnings.push(message));
    expect(await cache.encode(['a'], model(A).compute)).toHaveLength(3);
    expect(warnings).toEqual([expect.stringContaining('cannot be written')]);
  });
});

describe('the cache command’s functions', () => {
  it('describe files and entries, and clear only the cache’s own files', async () => {
    await run(A, ['one', 'two']);
    await run({ ...A, fingerprint: 'B' }, ['one']);
    const leftover = `${cacheFileName(A)}.00000000-0000-0000-0000-000000000000.tmp`;
    writeFileSync(join(directory, leftover), 'half');
    writeFileSync(join(directory, 'notes.txt'), 'mine');
    const found = describeVectorCache(directory);
    expect(found.path).toBe(directory);
    expect(found.files.map(({ name }) => name)).toEqual(
      [cacheFileName(A), cacheFileName({ ...A, fingerprint: 'B' }), leftover].sort(),
    );
    expect(found.entries).toBe(3);
    expect(found.bytes).toBe(found.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(clearVectorCache(directory)).toEqual(found);
    expect(readdirSync(directory)).toEqual(['notes.txt']);
    expect(describeVectorCache(directory)).toEqual({ path: directory, files: [], bytes: 0, entries: 0 });
  });

  it('see nothing in a directory that does not exist', () => {
    expect(describeVectorCache(join(directory, 'none')).files).toEqual([]);
    expect(clearVectorCache(join(directory, 'none')).files).toEqual([]);
  });
});
