import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { retrieverContract } from '../../src/contracts/retriever.ts';
import type { Searcher } from '../../src/core/contracts.ts';
import { runfile } from '../../src/engines/runfile.ts';
import { formatRun } from '../../src/eval/trec.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { collection, type EngineWorld, engineWorld, found, paramsOf, requests } from './engine-world.ts';

const RUN = [
  'q0 Q0 0#0 1 2.5 x',
  'q0 Q0 2 2 1.5 x',
  'q1 Q0 1#0 9 0.1 x',
  'q1 Q0 gone 1 7 x',
  'other Q0 0#0 1 1 x',
  '',
].join('\n');

const home = temporaryFolder();
let written = 0;

/** A folder with one file in it. */
function write(bytes: string | Uint8Array): EngineWorld {
  const folder = join(home, String(written++));
  mkdirSync(folder);
  writeFileSync(join(folder, 'mine.run'), bytes);
  return engineWorld({ folder });
}

const open = (world: EngineWorld, path = 'mine.run'): Promise<Searcher> =>
  runfile.open(collection, paramsOf(runfile, { path }), world.context, []);

describe('runfile', () => {
  it.each([
    ['plain', RUN],
    ['packed', gzipSync(RUN)],
    ['with a byte order mark and CRLF', `\ufeff${RUN.replaceAll('\n', '\r\n')}`],
  ])('reads ids of chunks and documents: %s', async (_, bytes) => {
    const world = write(bytes);
    expect(await found(await open(world), ['a', 'b', 'c'])).toEqual([['0#0', '2#0'], ['1#0'], []]);
    expect(world.warnings).toEqual([
      'runfile(path=mine.run): the file lacks 1 of 3 questions, which find nothing: q2',
      'runfile(path=mine.run): 1 of 4 hits matched no chunk: first "gone", question q1',
    ]);
  });

  it('says once what is lacking, and names no more than a few', async () => {
    const world = write(RUN);
    const searcher = await open(world);
    const many = Array.from({ length: 10 }, () => 'x');
    await found(searcher, many);
    await found(searcher, many);
    expect(world.warnings[0]).toMatch(/lacks 8 of 10 questions, which find nothing: q2, q3, q4, q5, q6, and 3 more$/);
    expect(world.warnings).toHaveLength(2);
  });

  it('gives back the rankings that the lab wrote', async () => {
    const rankings = new Map([
      ['q0', { topicId: 'q0', chunks: Uint32Array.of(2, 0, 1), scores: Float64Array.of(1, 1, 0.5), signal: 2 }],
    ]);
    const world = write(formatRun({ tag: 'x', depth: 3, rankings }, collection));
    const [ranking] = await (await open(world)).search(requests(['x']));
    expect([...ranking!.chunks]).toEqual([2, 0]);
    expect(ranking!.signal).toBe(2);
  });

  it('says where a file is wrong, or that it is not there', async () => {
    await expect(open(write('q0 Q0 a 1 x tag\n'))).rejects.toThrow('mine.run:1: score "x" is not a finite number');
    await expect(open(write('q0 Q0 a 1 1 t\nq0 Q0 a 2 1 t\n'))).rejects.toThrow(
      'mine.run:2: document "a" is listed twice',
    );
    await expect(open(write(RUN), 'sub/no.run')).rejects.toThrow('sub/no.run: cannot be read: no such file or folder');
    await expect(open(write(gzipSync(RUN).subarray(0, 40)))).rejects.toThrow('mine.run: cannot be read: ');
    await expect(open(write(RUN), '.')).rejects.toThrow('.: cannot be read: it is a folder, not a file');
  });

  it.skipIf(process.platform === 'win32')('waits for no pipe and reads no device without end', async () => {
    const world = write(RUN);
    execFileSync('mkfifo', [join(world.context.host!.folder, 'pipe.run')]);
    await expect(open(world, 'pipe.run')).rejects.toThrow('pipe.run: cannot be read: it is not a file');
    await expect(open(world, '/dev/zero')).rejects.toThrow('/dev/zero: cannot be read: it is not a file');
  });

  it('reads no more than a run can hold', async () => {
    // Sparse: it takes no room.
    const world = write('');
    const sparse = join(world.context.host!.folder, 'mine.run');
    truncateSync(sparse, 2 ** 30 + 1);
    await expect(open(world)).rejects.toThrow('mine.run: cannot be read: it has more than 1024 MiB');
  });

  it('needs a path, and leave to read', async () => {
    expect(runfile.check!({ path: '' }, 0)).toContain('path= is needed');
    expect(runfile.check!({ path: 'x' }, 0)).toBeUndefined();
    const { host: _, ...context } = engineWorld().context;
    await expect(runfile.open(collection, { path: 'x' }, context, [])).rejects.toThrow(
      'nothing outside may be touched',
    );
  });
});

describe('the retriever contract: runfile', () => {
  const lines = Array.from({ length: 5 }, (_, topic) =>
    Array.from({ length: 7 }, (_, n) => `${topic} Q0 ${n}#0 1 ${(n * (topic + 3)) % 4} x\n`),
  );
  writeFileSync(join(home, 'all.run'), lines.flat().join(''));
  const { host } = engineWorld({ folder: home }).context;
  for (const { name, run } of retrieverContract(runfile, { params: { path: 'all.run' }, host: host! })) it(name, run);
});
