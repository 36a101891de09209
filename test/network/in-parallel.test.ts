import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParallel } from '../../src/network/in-parallel.ts';

const never = new AbortController().signal;

describe('inParallel', () => {
  it('does each once, in order, as many at a time as told', async () => {
    const items = Array.from({ length: 10 }, (_, n) => n);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await inParallel(items, 3, never, async (item) => {
      begun.push(item);
      most = Math.max(most, ++running);
      await pause(1);
      running--;
    });
    expect(begun).toEqual(items);
    expect(most).toBe(3);
    await inParallel([], 3, never, () => Promise.reject(new Error('nothing to do')));
  });

  it('ends the others with the first that fails, begins no further, and throws what it threw', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = inParallel([0, 1, 2, 3], 2, never, async (item, signal) => {
      begun.push(item);
      if (item === 1) throw new Error('one');
      await pause(60_000, undefined, { signal }).catch(() => ended.push(item));
      throw new Error('ended');
    });
    await expect(work).rejects.toThrow('one');
    expect([begun, ended]).toEqual([[0, 1], [0]]);
  });

  it('stops when it is interrupted', async () => {
    const interrupt = new AbortController();
    const work = inParallel([0, 1], 2, interrupt.signal, (_, signal) => pause(60_000, undefined, { signal }));
    interrupt.abort(new Error('interrupted'));
    await expect(work).rejects.toThrow('interrupted');
  });
});
