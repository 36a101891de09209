import { expect, it } from 'vitest';
import { readingOptions } from '../../src/cli/reading-progress.ts';
import type { ProgressEvent } from '../../src/core/contracts.ts';

it('reports whole megabytes, and only a stage where the size is not known', () => {
  const events: ProgressEvent[] = [];
  const signal = new AbortController().signal;
  const options = readingOptions('a.run', { report: (event) => events.push(event) }, signal);
  options.progress!(1, undefined);
  options.progress!(1_500_000, 2_100_000);
  options.progress!(2_100_000, 2_100_000);
  const stage = 'reading a.run, MB';
  expect(events).toEqual([
    { kind: 'stage-began', stage },
    { kind: 'stage-advanced', stage, done: 2, total: 3 },
    { kind: 'stage-advanced', stage, done: 3, total: 3 },
  ]);
  expect(options.signal).toBe(signal);
});
