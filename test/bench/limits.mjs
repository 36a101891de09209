// What keeps a peer from taking the machine: it may index for so many processor seconds, use so many in all, and have so much memory.
// Whoever exceeds that counts as skipped, with the reason; what was measured before stays.
import { spawn } from 'node:child_process';
import { cpuSeconds } from './measure.mjs';

/** Processor seconds that a peer may index for, unless --patience says otherwise: bm25s needs 134 for a million chunks, twice that under load. */
export const PATIENCE = 360;
/** Megabytes of JavaScript's heap, or of a Python peer's data. */
export const MEGABYTES = 12_000;

/** Indexing, and as much again for making the texts, for what engines do after the last text, and for questions. */
export const secondsInAll = (patience) => 2 * patience + 60;

/** Why something is not measured; no failure. */
export class Skipped extends Error {}

export const tooLong = (seconds) => `more than ${seconds} CPU seconds of indexing`;

/** How many texts pass between two looks at the clock. */
const STRIDE = 64;

/**
 * The same texts, as long as whoever goes through them takes no longer than this; checked as they are asked for.
 * @param making processor seconds that making the texts takes, which do not count
 */
export function within(texts, seconds, making = 0, clock = cpuSeconds) {
  return {
    count: texts.count,
    *[Symbol.iterator]() {
      const began = clock();
      let taken = 0;
      for (const text of texts) {
        if (taken % STRIDE === 0 && clock() - began - (making * taken) / texts.count > seconds) {
          throw new Skipped(`${tooLong(seconds)}, ${taken} of ${texts.count} chunks in`);
        }
        taken++;
        yield text;
      }
    },
  };
}

/**
 * Runs a script in a process of its own, which sends { row } and, where it cannot be measured, { skipped } or { failed }.
 * The kernel counts the seconds, so that code that never comes back ends too; Windows has no such limit.
 * @param limits { seconds, megabytes }; without seconds the process may take as long as it needs
 * @param onRow told each row as it comes
 * @returns { skipped } or { failed }, each a reason, or neither
 */
export async function runLimited(script, args, { seconds, megabytes }, onRow) {
  const node = [process.execPath, '--expose-gc', `--max-old-space-size=${megabytes}`, script, ...args];
  const bounded = seconds !== undefined && process.platform !== 'win32';
  const [command, ...rest] = bounded ? ['sh', '-c', 'ulimit -S -t "$0" && exec "$@"', `${seconds}`, ...node] : node;
  // Where a job prints, it prints to stderr: stdout is the table. What a bounded one prints is shown if it fails.
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', bounded ? 'pipe' : 'inherit', 'ipc'] });
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    printed = (printed + text).slice(-20_000);
  });
  let answer;
  child.on('message', (message) => {
    if (message.row) onRow(message.row);
    else answer = message;
  });
  // Messages may come after the end of the process, but not after that of the channel.
  const channel = new Promise((resolve) => child.on('disconnect', resolve));
  const { code, signal, error } = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  if (error) return { failed: error.message };
  await channel;
  if (answer?.skipped) return answer;
  if (signal === 'SIGXCPU') return { skipped: `more than ${seconds} CPU seconds in all` };
  if (printed.includes('heap out of memory')) return { skipped: `more than ${megabytes} MB of memory` };
  if (!answer?.failed && code === 0) return {};
  process.stderr.write(printed);
  return { failed: answer?.failed ?? `ended with ${signal ?? code}` };
}
