// A peer that takes too long or too much is shown as skipped, with the reason, and what was measured before stays.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';

interface Texts extends Iterable<string> {
  readonly count: number;
}
interface Row {
  readonly name: string;
  readonly value: number;
}
interface End {
  readonly skipped?: string;
  readonly failed?: string;
}
interface Limits {
  within(texts: Texts, seconds: number, making: number, clock: () => number): Texts;
  runLimited(
    script: string,
    args: readonly string[],
    limits: { readonly seconds?: number; readonly megabytes: number },
    onRow: (row: Row) => void,
  ): Promise<End>;
}

/** Plain JavaScript without declarations. */
const load = <Module>(file: string): Promise<Module> => import(new URL(file, import.meta.url).href);
const { within, runLimited } = await load<Limits>('./limits.mjs');

const folder = temporaryFolder();

async function ended(
  code: string,
  limits: { readonly seconds?: number; readonly megabytes: number },
): Promise<[Row[], End]> {
  const script = join(folder, 'job.mjs');
  writeFileSync(script, code);
  const rows: Row[] = [];
  const end = await runLimited(script, [], limits, (row) => rows.push(row));
  return [rows, end];
}

const ROW = { name: 'a', value: 1 };
const SEND = `process.send({ row: ${JSON.stringify(ROW)} });`;

describe('texts within a time', () => {
  const texts: Texts = {
    count: 1000,
    *[Symbol.iterator]() {
      for (let at = 0; at < 1000; at++) yield `${at}`;
    },
  };

  it('are all there where it suffices', () => {
    expect([...within(texts, 10, 0, () => 3)]).toEqual([...texts]);
  });

  it('end with the reason where it does not', () => {
    let now = 0;
    const slow = within(texts, 5, 0, () => now);
    const taken: string[] = [];
    expect(() => {
      for (const text of slow) {
        taken.push(text);
        now += 0.01;
      }
    }).toThrow(/^more than 5 CPU seconds of indexing, 512 of 1000 chunks in$/);
    expect(taken).toHaveLength(512);
  });

  it('do not count what making them takes', () => {
    let now = 0;
    let taken = 0;
    for (const _ of within(texts, 5, 6, () => now)) {
      taken++;
      now += 0.01;
    }
    expect(taken).toBe(1000);
  });
});

describe('a job within limits', () => {
  it.skipIf(process.platform === 'win32')('that never comes back is ended, and its rows stay', async () => {
    const [rows, end] = await ended(`${SEND} while (true);`, { seconds: 1, megabytes: 100 });
    expect(end).toEqual({ skipped: 'more than 1 CPU seconds in all' });
    expect(rows).toEqual([ROW]);
  });

  it('that needs more memory than there is ends, and its rows stay', async () => {
    const code = `${SEND} const kept = []; while (true) kept.push({ at: [kept.length] });`;
    const [rows, end] = await ended(code, { seconds: 60, megabytes: 50 });
    expect(end).toEqual({ skipped: 'more than 50 MB of memory' });
    expect(rows).toEqual([ROW]);
  });

  it('tells rows, and nothing else where all is well', async () => {
    const [rows, end] = await ended(`${SEND} ${SEND} process.disconnect();`, { seconds: 60, megabytes: 100 });
    expect(end).toEqual({});
    expect(rows).toEqual([ROW, ROW]);
  });

  it('says itself that it cannot be measured, or that it failed', async () => {
    const says = (answer: End): string => `process.send(${JSON.stringify(answer)}, () => process.disconnect());`;
    expect((await ended(says({ skipped: 'no such engine' }), { megabytes: 100 }))[1]).toEqual({
      skipped: 'no such engine',
    });
    expect((await ended(says({ failed: 'it finds nothing' }), { megabytes: 100 }))[1]).toEqual({
      failed: 'it finds nothing',
    });
    expect((await ended('process.exit(7)', { megabytes: 100 }))[1]).toEqual({ failed: 'ended with 7' });
  });
});
