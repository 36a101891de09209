// Where peers come from: packages beside this file, and a Python environment in .venv (or the machine's python3).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';

const venv = fileURLToPath(new URL('.venv/bin/python', import.meta.url));
export const python = existsSync(venv) ? venv : 'python3';

/** Imports the package of a peer. */
export async function load(name) {
  return import(name);
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
 */
export async function runPython(script, args, input = []) {
  const { spawn } = await import('node:child_process');
  const file = fileURLToPath(new URL(`peers/${script}`, import.meta.url));
  // One thread, as all others have; PyTorch and the like would warm up both cores.
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', NUMBA_NUM_THREADS: '1' };
  const child = spawn(python, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'], env });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`))));
  });
  child.stdin.on('error', () => {});
  for (const line of input) {
    if (!child.stdin.write(`${line}\n`)) await new Promise((resolve) => child.stdin.once('drain', resolve));
    if (child.exitCode !== null) break;
  }
  child.stdin.end();
  await ended;
  return JSON.parse(printed);
}
