import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { passingOverStrays } from '../../../src/ingest/formats/stray-rejections.ts';

const seen: unknown[] = [];
const watch = (reason: unknown): void => void seen.push(reason);
let before: NodeJS.UnhandledRejectionListener[] = [];

// The test runner listens as well, and would call what is provoked here a failure.
beforeEach(() => {
  seen.length = 0;
  before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', watch);
});
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of before) process.on('unhandledRejection', listener);
});

const isStray = (reason: unknown): boolean => reason === 'stray';
const leave = (reason: string): void => void Promise.reject(reason);

it('passes over what is stray and hands on what is not', async () => {
  const result = await passingOverStrays(isStray, async () => {
    leave('stray');
    leave('other');
    return 7;
  });
  expect(result).toBe(7);
  expect(seen).toEqual(['other']);
});

it('throws what the work throws, and listens no longer afterwards', async () => {
  await expect(passingOverStrays(isStray, () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  leave('stray');
  await setImmediate();
  expect(seen).toEqual(['stray']);
  expect(process.listeners('unhandledRejection')).toEqual([watch]);
});

it('holds for work at the same time, until the last is done', async () => {
  await Promise.all([
    passingOverStrays(isStray, async () => {}),
    passingOverStrays(isStray, async () => {
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      leave('stray');
    }),
  ]);
  expect(seen).toEqual([]);
  expect(process.listeners('unhandledRejection')).toEqual([watch]);
});
