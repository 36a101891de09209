// `rag-lab evaluate` as a real process: standard input, large output through pipes, closed pipes, exit codes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { runBuilt, runShell } from './built.ts';

const cases = fileURLToPath(new URL('../fixtures/cases/', import.meta.url));
const at = temporaryFolder();
execFileSync(process.execPath, [join(cases, 'C39/make-large.mjs'), at]);
const surroundings = { cwd: at };
const argv = 'evaluate --qrels qrels.txt --run run.txt --measures RR,recall@1,recall@3 --per-topic --json';

describe('C39: output in pipes', () => {
  it('arrives whole, is JSON only, and holds no escape', async () => {
    const { code, err } = await runShell(`$LAB ${argv} > file.json && $LAB ${argv} | cat > piped.json`, surroundings);
    expect([code, err]).toEqual([0, '']);
    const whole = readFileSync(join(at, 'file.json'));
    expect(whole.length).toBeGreaterThan(1 << 16);
    expect(readFileSync(join(at, 'piped.json')).equals(whole)).toBe(true);
    expect(whole.includes(0x1b)).toBe(false);
    const [run] = JSON.parse(whole.toString()).runs;
    expect([run.topics, run.values, run.topicScores.length]).toEqual([3000, { RR: 0.5, 'R@1': 0, 'R@3': 1 }, 3000]);
  });

  it('may be closed by the reader', async () => {
    const { code, err } = await runShell(`set -o pipefail; $LAB ${argv} | head -1`, surroundings);
    expect([0, 141]).toContain(code);
    expect(err).toBe('');
  });

  it('keeps its exit code behind a pipe', async () => {
    const { code, out } = await runShell(
      'set -o pipefail; $LAB evaluate --qrels qrels.txt --run /dev/null --json | cat',
      surroundings,
    );
    expect([code, out.length]).toEqual([3, 0]);
  });
});

describe('standard input', () => {
  it('is a run or qrels, plain or packed, from a file, a pipe or a socket', async () => {
    const expected = (await runBuilt(['evaluate', '--qrels', 'qrels.txt', '--run', 'run=run.txt'], surroundings)).out;
    for (const line of [
      '$LAB evaluate --qrels qrels.txt --run run=- < run.txt',
      'cat run.txt | $LAB evaluate --qrels qrels.txt --run run=-',
      'gzip -c run.txt | $LAB evaluate --qrels qrels.txt --run run=-',
      'cat qrels.txt | $LAB evaluate --qrels - --run run.txt',
      // A writer that begins when the reader has long waited, and rests in between.
      '(sleep 2; head -n 1000 run.txt; sleep 1; tail -n +1001 run.txt) | $LAB evaluate --qrels qrels.txt --run run=-',
    ]) {
      const { code, out, err } = await runShell(line, surroundings);
      expect([line, code, err]).toEqual([line, 0, '']);
      expect(out.equals(expected), line).toBe(true);
    }
    const bin = fileURLToPath(new URL('../../bin/rag-lab.js', import.meta.url));
    const out = execFileSync(process.execPath, [bin, 'evaluate', '--qrels', 'qrels.txt', '--run', 'run=-'], {
      cwd: at,
      input: readFileSync(join(at, 'run.txt')),
    });
    expect(out.equals(expected)).toBe(true);
  });
});

it('gives the same bytes in any locale and time zone', async () => {
  const line = ['evaluate', '--qrels', join(cases, 'C01/qrels.txt'), '--run', join(cases, 'C01/run.txt'), '--json'];
  const first = await runBuilt(line, { env: { TZ: 'UTC', LC_ALL: 'C' } });
  const second = await runBuilt(line, { cwd: at, env: { TZ: 'Asia/Kolkata', LC_ALL: 'tr_TR.UTF-8' } });
  expect(first.code).toBe(0);
  expect(second.out.equals(first.out)).toBe(true);
});
