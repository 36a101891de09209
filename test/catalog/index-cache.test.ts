import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clearIndexCache, describeIndexCache, openIndexCache } from '../../src/catalog/index-cache.ts';
import type { ByteSource } from '../../src/core/contracts.ts';
import { labIn } from '../cli/in-process.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

const root = temporaryFolder();
let made = 0;

function world() {
  const folder = join(root, `cache-${made++}`, 'deep');
  const warnings: string[] = [];
  const cache = openIndexCache(folder, (message) => warnings.push(message));
  const file = () => join(folder, readdirSync(folder)[0]!);
  return { folder, warnings, cache, file };
}

const parts = [Uint8Array.of(1, 2, 3), new Uint8Array(5_000_000).fill(7), Uint8Array.of(9)];
const readAll = (source: ByteSource) => parts.map(({ length }) => Buffer.from(source.take(length)));

describe('the index cache', () => {
  it('gives back what was saved under a key, and nothing for another', () => {
    const { cache, warnings } = world();
    expect(cache.load('a', readAll)).toBeUndefined();
    cache.save('a', parts);
    expect(cache.load('a', readAll)!.map((part) => Buffer.compare(part, parts[0]!))).toEqual([0, 1, 1]);
    expect(Buffer.concat(cache.load('a', readAll)!).equals(Buffer.concat(parts))).toBe(true);
    expect(cache.load('b', readAll)).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('leaves one file, with nothing beside it', () => {
    const { cache, folder } = world();
    cache.save('a', parts);
    cache.save('a', parts);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.index$/)]);
  });

  it('believes no file that is damaged anywhere, cut short, longer, of another version or key: a warning says so', () => {
    const { cache, file, warnings, folder } = world();
    cache.save('a', parts);
    const path = file();
    const whole = readFileSync(path);
    const refusals: [string, Buffer][] = [];
    for (const at of [0, 4, 9, 20, 47, 48, 60, 4_000_000, whole.length - 40, whole.length - 1]) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 0x10;
      refusals.push([`byte ${at}`, bytes]);
    }
    for (const size of [0, 1, 7, 15, 40, 48, 79, 80, whole.length - 1]) {
      refusals.push([`${size} bytes`, whole.subarray(0, size)]);
    }
    refusals.push(['longer', Buffer.concat([whole, Buffer.of(0)])]);
    for (const [name, bytes] of refusals) {
      writeFileSync(path, bytes);
      expect(cache.load('a', readAll), name).toBeUndefined();
      expect(warnings.splice(0), name).toEqual([expect.stringMatching(/\.index: .+; the index is built again$/)]);
    }
    const newer = Buffer.from(whole);
    newer.writeUInt32LE(2, 4);
    writeFileSync(path, newer);
    cache.load('a', readAll);
    expect(warnings.splice(0)).toEqual([
      `${path}: written in version 2 of the format, not 1; the index is built again`,
    ]);
    // A reader that wants more, or less, than there is.
    writeFileSync(path, whole);
    expect(cache.load('a', (source) => source.take(source.left + 1))).toBeUndefined();
    expect(cache.load('a', (source) => source.take(1))).toBeUndefined();
    expect(warnings).toHaveLength(2);
    cache.save('b', parts);
    const other = readdirSync(folder).find((name) => !path.endsWith(name))!;
    writeFileSync(path, readFileSync(join(folder, other)));
    expect(cache.load('a', readAll)).toBeUndefined();
    expect(warnings.at(-1)).toContain('made from something else');
  });

  it('goes on without a file where none can be written, and where a folder stands in its place', () => {
    const { cache, folder, warnings } = world();
    cache.save('a', parts);
    const name = readdirSync(folder)[0]!;
    const other = world();
    mkdirSync(join(other.folder, name), { recursive: true });
    expect(other.cache.load('a', readAll)).toBeUndefined();
    other.cache.save('a', parts);
    expect(other.warnings).toHaveLength(2);
    expect(readdirSync(other.folder)).toEqual([name]);
    const inFile = join(root, 'file');
    writeFileSync(inFile, 'x');
    openIndexCache(inFile, (message) => warnings.push(message)).save('a', parts);
    expect(warnings).toEqual([expect.stringContaining('the run goes on without keeping its index')]);
  });

  it('leaves the former file where the contents cannot be made', () => {
    const { cache, file, warnings, folder } = world();
    cache.save('a', parts);
    const before = readFileSync(file());
    const half = function* () {
      yield Uint8Array.of(1);
      throw new RangeError('too much');
    };
    cache.save('a', half());
    expect(warnings).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readFileSync(file()).equals(before)).toBe(true);
  });
});

describe('what lies in an index cache', () => {
  it('is described from names, sizes and headers, and cleared, other files excepted', () => {
    const { cache, folder, file } = world();
    cache.save('a', parts);
    const whole = readFileSync(file());
    const name = readdirSync(folder)[0]!;
    const version = Buffer.from(whole);
    version.writeUInt32LE(7, 4);
    const damaged: Readonly<Record<string, readonly [Buffer, string]>> = {
      ['0'.repeat(16)]: [Buffer.from('something of somebody else, longer than a header of ours'), 'not an index'],
      ['1'.repeat(16)]: [whole.subarray(0, 3000), 'not a whole file'],
      ['2'.repeat(16)]: [whole.subarray(0, 20), 'not a whole file'],
      ['3'.repeat(16)]: [Buffer.of(), 'not an index'],
      ['4'.repeat(16)]: [version, 'written in version 7 of the format, not 1'],
    };
    for (const [id, [bytes]] of Object.entries(damaged)) writeFileSync(join(folder, `${id}.index`), bytes);
    const leftover = `${name}.01234567-89ab-cdef-0123-456789abcdef.tmp`;
    writeFileSync(join(folder, leftover), 'half');
    const foreign = ['thesis.index', `${'0'.repeat(17)}.index`, `${'A'.repeat(16)}.index`, `${name}.bak`];
    for (const each of foreign) writeFileSync(join(folder, each), 'mine');
    const described = describeIndexCache(folder);
    expect(described.find((each) => each.name === name)).toEqual({ name, bytes: whole.length, state: 'kept' });
    expect(described.find((each) => each.name === leftover)).toEqual({ name: leftover, bytes: 4, state: 'leftover' });
    for (const [id, [bytes, fault]] of Object.entries(damaged)) {
      const found = described.find((each) => each.name === `${id}.index`);
      expect(found).toEqual({ name: `${id}.index`, bytes: bytes.length, state: 'kept', fault });
    }
    expect(described).toHaveLength(7);
    expect(clearIndexCache(folder)).toEqual(described);
    expect(readdirSync(folder).sort()).toEqual(foreign.sort());
    expect(describeIndexCache(folder)).toEqual([]);
  });

  it('cannot be told of a folder that is none', () => {
    const { folder } = world();
    expect(() => describeIndexCache(folder)).toThrow('ENOENT');
    expect(() => clearIndexCache(folder)).toThrow('ENOENT');
  });
});

describe('rag-lab run --index-cache', () => {
  const { run, lab } = labIn(root);

  it('gives the same report with and without the files, and rebuilds a damaged one with a warning', async () => {
    const folder = join(root, 'indexes');
    const plain = await run(['--json']);
    const first = await run(['--json', '--index-cache', 'indexes']);
    const files = readdirSync(folder);
    expect(files).toHaveLength(1);
    const saved = readFileSync(join(folder, files[0]!));
    const second = await run(['--json', '--index-cache', 'indexes']);
    expect([first.err, second.err]).toEqual(['', '']);
    expect([first.out, second.out]).toEqual([plain.out, plain.out]);
    writeFileSync(join(folder, files[0]!), saved.subarray(0, 5000));
    const third = await run(['--json', '--index-cache', 'indexes']);
    expect(third.out).toBe(plain.out);
    expect(third.err).toMatch(/^rag-lab: warning: .*\.index: not a whole file; the index is built again\n$/);
    expect(readFileSync(join(folder, files[0]!)).equals(saved)).toBe(true);
  });

  it('keeps an index an analyzer and a collection', async () => {
    const systems = ['--systems', 'bm25,tfidf,bm25(analyzer=plain)'];
    await lab(['run', '--pages', '20', '--facts', '4', ...systems, '--index-cache', 'several']);
    expect(readdirSync(join(root, 'several'))).toHaveLength(2);
    await lab(['run', '--pages', '20', '--facts', '4', '--seed', '7', ...systems, '--index-cache', 'several']);
    expect(readdirSync(join(root, 'several'))).toHaveLength(4);
  });

  it('is meant from the config file where it stands there', async () => {
    mkdirSync(join(root, 'project', 'below'), { recursive: true });
    writeFileSync(join(root, 'project', 'rag-lab.config.yaml'), 'indexCache: kept\n');
    const { code } = await run([], { cwd: join(root, 'project', 'below') });
    expect([code, existsSync(join(root, 'project', 'kept'))]).toEqual([0, true]);
  });
});
