// Hands a file to whatever the desktop opens it with. The one place that starts a program of the desktop.
import { spawn } from 'node:child_process';

/** Once it has run so long without failing, it is showing the file. */
const PATIENCE_MS = 2000;

/** What opens a file on a platform: the program and its arguments, without a shell that could read the path. */
export function openCommand(platform: string, path: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', path];
  // `start` is a word of cmd, which reads & and ^ in a path; this is what it calls.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', path];
  return ['xdg-open', path];
}

/** @returns what went wrong; undefined where nothing did */
export function launch(
  [program, ...args]: readonly [string, ...string[]],
  patience = PATIENCE_MS,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => end(undefined), patience);
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      child.unref();
      resolve(problem);
    };
    child.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ENOENT' ? `${program} is not installed` : `${program}: ${error.message}`),
    );
    child.on('exit', (code) => end(code === 0 ? undefined : `${program} ended with ${code ?? 'a signal'}`));
  });
}
