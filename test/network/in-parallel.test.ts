import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
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

  it('ends with one that fails those after it, begins no further, and throws what it threw', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = inParallel([0, 1, 2, 3], 2, never, async (item, signal) => {
      begun.push(item);
      if (item === 0) throw new Error('zero');
      await pause(60_000, undefined, { signal }).catch(() => ended.push(item));
      throw new Error('ended');
    });
    await expect(work).rejects.toThrow('zero');
    expect([begun, ended]).toEqual([[0, 1], [1]]);
  });

  it('lets finish what came before one that failed', async () => {
    const done: number[] = [];
    const work = inParallel([0, 1, 2, 3, 4], 3, never, async (item) => {
      if (item === 1) throw new Error('one');
      await pause(20);
      done.push(item);
    });
    await expect(work).rejects.toThrow('one');
    expect(done).toContain(0);
    expect(done).not.toContain(3);
  });

  it('throws the failure that comes first in the order of the items, whichever comes first in time', async () => {
    const items = Array.from({ length: 12 }, (_, n) => n);
    const width = fc.integer({ min: 1, max: 12 });
    const failing = fc.uniqueArray(fc.constantFrom(...items), { minLength: 1, maxLength: 12 });
    const order = fc.shuffledSubarray(items, { minLength: 12 });
    await fc.assert(
      fc.asyncProperty(width, failing, order, async (most, fails, turns) => {
        const work = inParallel(items, most, never, async (item, signal) => {
          // Turns of the event loop instead of time: each order is one that can happen.
          for (let turn = 0; turn < turns[item]! * 2; turn++) {
            await Promise.resolve();
            signal.throwIfAborted();
          }
          if (fails.includes(item)) throw new Error(`item ${item}`);
        });
        await expect(work).rejects.toThrow(new Error(`item ${Math.min(...fails)}`));
      }),
    );
  });

  it('stops when it is interrupted', async () => {
    const interrupt = new AbortController();
    const work = inParallel([0, 1], 2, interrupt.signal, (_, signal) => pause(60_000, undefined, { signal }));
    interrupt.abort(new Error('interrupted'));
    await expect(work).rejects.toThrow('interrupted');
  });
});
