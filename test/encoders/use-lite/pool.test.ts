// How many threads, and (on the built code, since Node 20 loads no TypeScript in a worker) what they give.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { workersToUse } from '../../../src/encoders/use-lite/pool.ts';

const built = fileURLToPath(new URL('../../../dist/encoders/use-lite.js', import.meta.url));
const script = fileURLToPath(new URL('./pool-script.mjs', import.meta.url));

/** A process of its own, so that threads that would keep it alive make it time out. */
function runScript(mode: string): { status: number | null; output: Record<string, unknown> } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, built, mode], {
    encoding: 'utf8',
    timeout: 40_000,
  });
  expect(stderr).toBe('');
  return { status, output: JSON.parse(stdout) };
}

describe('workersToUse', () => {
  it('is one a core up to four, none on a single core or from TypeScript sources', () => {
    expect(workersToUse(1, 'file:///pool.js')).toBe(0);
    expect(workersToUse(2, 'file:///pool.js')).toBe(2);
    expect(workersToUse(64, 'file:///pool.js')).toBe(4);
    expect(workersToUse(8, 'file:///pool.ts')).toBe(0);
    expect(workersToUse()).toBe(0);
  });
});

describe.skipIf(!existsSync(built) || availableParallelism() < 2)('worker threads', () => {
  it('give the bits that one thread gives, in order, and report every text', () => {
    const { status, output } = runScript('compare');
    expect(status).toBe(0);
    expect(output).toEqual({ same: true, texts: 200, done: 200, increasing: true });
  });

  it('work again for a second and a third call', () => {
    const { status, output } = runScript('twice');
    expect(status).toBe(0);
    expect(output).toEqual({ same: true });
  });

  it('do not keep the process alive when nobody closes the encoder', () => {
    expect(runScript('unclosed').status).toBe(0);
  });

  it('end when aborted, at once, and the error is the reason', () => {
    const { status, output } = runScript('abort');
    expect(status).toBe(0);
    expect(output).toEqual({ error: 'interrupted', before: true });
  });
});
