// Where peers come from: packages beside this file, and a Python environment in .venv (or the machine's python3).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MEGABYTES, Skipped, tooLong } from './limits.mjs';

const venv = fileURLToPath(new URL('.venv/bin/python', import.meta.url));
export const python = existsSync(venv) ? venv : 'python3';

/** Imports the package of a peer; one with native code may be there and yet not fit the machine. */
export async function load(name) {
  try {
    return await import(name);
  } catch (error) {
    throw new Skipped(`${name} cannot be loaded: ${error.message.split('\n')[0]}`);
  }
}

function hasPackage(name) {
  if (name.startsWith('node:')) return isBuiltin(name);
  try {
    return existsSync(fileURLToPath(import.meta.resolve(name)));
  } catch {
    return false;
  }
}

/**
 * Why a peer cannot be measured, or undefined.
 * @param needs a package, `a|b` for either of two, `python:a+b` for modules of Python, `file:NAME` for a program on the PATH
 */
export function absent(needs) {
  if (needs.startsWith('file:')) {
    const program = needs.slice('file:'.length);
    const folders = (process.env.PATH ?? '').split(delimiter);
    return folders.some((folder) => existsSync(join(folder, program))) ? undefined : `${program} is not on the PATH`;
  }
  if (needs.startsWith('python:')) {
    const modules = needs.slice('python:'.length).replaceAll('+', ',');
    const { status, error } = spawnSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' });
    if (error) return 'there is no python3';
    return status === 0 ? undefined : `python has no ${modules}: npm --prefix test/bench run python`;
  }
  const names = needs.split('|');
  return names.some(hasPackage) ? undefined : `${names[0]} is not installed: npm --prefix test/bench ci`;
}

/**
 * Runs a Python peer over lines of texts and gives what it prints, which is JSON.
 * @param input an iterable of strings, written to its standard input a line each
 * @param patience processor seconds it may take where it says so (see peers/limits.py)
 */
export async function runPython(script, args, { input = [], patience = Number.POSITIVE_INFINITY } = {}) {
  const file = fileURLToPath(new URL(`peers/${script}`, import.meta.url));
  const env = {
    ...process.env,
    // One thread, as all others have; PyTorch and the like would warm up both cores.
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
    NUMBA_NUM_THREADS: '1',
    BENCH_MEGABYTES: String(MEGABYTES),
    ...(Number.isFinite(patience) && { BENCH_PATIENCE: String(patience) }),
  };
  const child = spawn(python, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'], env });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else if (signal === 'SIGPROF') reject(new Skipped(tooLong(patience)));
      else if (signal === 'SIGXCPU') reject(new Skipped('more CPU seconds in all than a peer may take'));
      else reject(new Error(`${script} ended with ${signal ?? code}`));
    });
  });
  child.stdin.on('error', () => {});
  for (const line of input) {
    if (!child.stdin.write(`${line}\n`)) await new Promise((resolve) => child.stdin.once('drain', resolve));
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  child.stdin.end();
  await ended;
  const answer = JSON.parse(printed);
  if (answer.skipped) throw new Skipped(answer.skipped);
  return answer;
}
