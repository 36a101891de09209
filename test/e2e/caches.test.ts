// What only real processes show of the folders that a run keeps: killed amid saving, two at once, a full disk, no permission.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { runBuilt, runShell } from './built.ts';

const root = temporaryFolder();
let made = 0;

function folder(): string {
  const path = join(root, String(made++));
  mkdirSync(path);
  return path;
}

const amid = new URL('amid-saving.mjs', import.meta.url).href;
/** Few sentences to encode. */
const SIZE = ['--pages', '2', '--facts', '1'];

/** Each cache: a run that saves into it, how `rag-lab cache` is asked about it, and what its one file is called. */
const caches = [
  {
    name: 'the index cache',
    save: ['run', ...SIZE, '--systems', 'bm25', '--index-cache', 'kept'],
    ask: ['--index-cache', 'kept'],
    file: /^[0-9a-f]{16}\.index$/,
  },
  {
    name: 'the vector cache',
    save: ['run', ...SIZE, '--systems', 'dense'],
    ask: [],
    file: /^use-lite-[0-9a-f]{16}\.vectors$/,
  },
];

describe.each(caches)('$name', ({ save, ask, file }) => {
  const inside = (at: string) => readdirSync(join(at, 'kept'));
  const run = (at: string, argv: readonly string[], then?: string) => {
    const more = then === undefined ? {} : { NODE_OPTIONS: `--import=${amid}`, AMID_SAVING: then };
    return runBuilt(argv, { cwd: at, env: { RAG_LAB_CACHE: join(at, 'kept'), ...more } });
  };

  it('is rid of what kill -9 left once the next run saves', async () => {
    const at = folder();
    const killed = await run(at, save, 'kill');
    expect([killed.code, killed.out.length]).toEqual([null, 0]);
    expect(inside(at)).toEqual([expect.stringMatching(/\.tmp$/)]);
    const shown = await run(at, ['cache', ...ask]);
    expect(shown.out.toString()).toMatch(/\n0 files, .*0 bytes; 1 leftover of a killed run, .+\n$/);
    const next = await run(at, save);
    expect([next.code, next.err]).toEqual([0, '']);
    expect(inside(at)).toEqual([expect.stringMatching(file)]);
  });

  it('is rid of it by rag-lab cache clear', async () => {
    const at = folder();
    await run(at, save);
    truncateSync(join(at, 'kept', inside(at)[0]!), 100);
    await run(at, save, 'kill');
    expect(inside(at)).toHaveLength(2);
    const cleared = await run(at, ['cache', 'clear', ...ask]);
    expect(cleared.out.toString()).toMatch(/\nremoved 1 file, .*; 1 leftover of a killed run, /);
    expect(inside(at)).toEqual([]);
  });

  it('takes what two processes save at once, and clearing it meanwhile lets them', async () => {
    const at = folder();
    const held = join(at, 'held');
    const one = run(at, save, held);
    try {
      while (!existsSync(held)) await new Promise((resolve) => setTimeout(resolve, 20));
      const cleared = await run(at, ['cache', 'clear', ...ask]);
      expect(cleared.out.toString()).toMatch(/\nremoved 0 files, .*0 bytes; kept 1 that a run is writing now\n$/);
      const other = await run(at, save);
      expect([other.code, other.err]).toEqual([0, '']);
      expect(inside(at).map((name) => file.test(name))).toEqual([true, false]);
      rmSync(held);
      const { code, err, out } = await one;
      expect([code, err, out.equals(other.out)]).toEqual([0, '', true]);
      expect(inside(at)).toEqual([expect.stringMatching(file)]);
      // What is there can be read.
      expect(await run(at, save)).toMatchObject({ code: 0, err: '', out: other.out });
    } finally {
      rmSync(held, { force: true });
      await one;
    }
  });

  it('on a full disk is a warning: the result is whole, and nothing half written stays', async () => {
    const at = folder();
    const good = await run(at, save);
    rmSync(join(at, 'kept'), { recursive: true });
    // A limit on the size of files stands for the end of the disk.
    const { code, out, err } = await runShell(`trap '' XFSZ; ulimit -f 4; $LAB ${save.join(' ')}`, {
      cwd: at,
      env: { RAG_LAB_CACHE: join(at, 'kept') },
    });
    expect(code).toBe(0);
    expect(out.equals(good.out)).toBe(true);
    expect(err).toMatch(
      /^rag-lab: warning: .+: cannot be written \(the file would be too large\); the run goes on .+\n$/,
    );
    expect(inside(at)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('that must not be written to is a warning', async () => {
    // Root may write anywhere but among the files of the kernel.
    const isRoot = process.getuid!() === 0;
    if (isRoot && !existsSync('/proc/sys/kernel')) return;
    const at = folder();
    const place = isRoot ? '/proc/sys/kernel' : join(at, 'locked');
    if (!isRoot) mkdirSync(place, { mode: 0o555 });
    const argv = save.map((word) => (word === 'kept' ? place : word));
    const { code, err } = await runBuilt(argv, { cwd: at, env: { RAG_LAB_CACHE: place } });
    expect(code).toBe(0);
    expect(err).toMatch(/^rag-lab: warning: .+: cannot be written \(.+\); the run goes on .+\n$/);
  });

  it('with a folder or a damaged file in a place is a warning, and the result is the same', async () => {
    const at = folder();
    const good = await run(at, save);
    const path = join(at, 'kept', inside(at)[0]!);
    const { size } = statSync(path);
    truncateSync(path, size - 1);
    const rebuilt = await run(at, save);
    expect(rebuilt).toMatchObject({ code: 0, out: good.out, err: expect.stringMatching(/: not a whole file; .+\n$/) });
    // Of vectors computed in threads, the order is any.
    expect(statSync(path).size).toBe(size);
    rmSync(path);
    mkdirSync(path);
    const without = await run(at, save);
    expect(without).toMatchObject({ code: 0, out: good.out });
    expect(without.err).toMatch(
      /^rag-lab: warning: .+: not a file; .+\nrag-lab: warning: .+: cannot be written \(.+\n$/,
    );
    expect(inside(at)).toHaveLength(1);
    expect((await run(at, ['cache', 'clear', ...ask])).out.toString()).toContain('\nremoved 0 files, ');
    expect(statSync(path).isDirectory()).toBe(true);
  });
});
