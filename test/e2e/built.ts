// Runs the built command as a user does: a child process, real pipes, real signals.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const BIN = fileURLToPath(new URL('../../bin/rag-lab.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: Buffer;
  readonly err: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** @param then what to do with the running process, e.g. send a signal */
export function runBuilt(
  argv: readonly string[],
  surroundings: Surroundings = {},
  then: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  return ended(process.execPath, [BIN, ...argv], surroundings, then);
}

/** A shell line in which `$LAB` stands for the command. */
export function runShell(line: string, surroundings: Surroundings = {}): Promise<Ended> {
  const env = { LAB: `${process.execPath} ${BIN}`, ...surroundings.env };
  return ended('bash', ['-c', line], { ...surroundings, env });
}

function ended(
  command: string,
  argv: readonly string[],
  { cwd = '/', env = {} }: Surroundings,
  then: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  // Not the tests' own environment: colours and caches must not leak in.
  const clean = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...env };
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, { cwd, env: clean, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    let err = '';
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out: Buffer.concat(out), err }));
    then(child);
  });
}
