// What a command sees of the outside: arguments, environment, two streams. The only maker of one from a real process.
import { createInterface, type Interface } from 'node:readline';
import { isatty } from 'node:tty';
import { monotonicMs } from '../core/clock.ts';
import { launch, openCommand } from './launcher.ts';

/** Where text goes. A write resolves once it is handed over; a closed pipe is no fault, a full disk is. */
export interface Sink {
  write(text: string): Promise<void>;
}

export interface Terminal {
  /** What the user typed after the command's name. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: Sink;
  readonly err: Sink;
  readonly outIsTTY: boolean;
  readonly errIsTTY: boolean;
  readonly columns: number | undefined;
  /** Aborted by Ctrl-C. */
  readonly interrupt: AbortSignal;
  /** A line that somebody types, undefined at the end of input; absent where nobody can type. */
  readLine?(): Promise<string | undefined>;
  /** Milliseconds from any origin, for progress and timings. */
  now(): number;
  /** Shows a file in whatever opens it, e.g. a page in the browser; tells what went wrong. Absent where nothing can. */
  open?(path: string): Promise<string | undefined>;
}

export function processTerminal(host: NodeJS.Process, interrupt: AbortSignal): Terminal {
  return {
    argv: host.argv.slice(2),
    cwd: host.cwd(),
    env: host.env,
    out: streamSink(host.stdout),
    err: streamSink(host.stderr),
    outIsTTY: host.stdout.isTTY === true,
    errIsTTY: host.stderr.isTTY === true,
    columns: host.stdout.columns,
    interrupt,
    // Asked of the descriptor: looking at the stream would open it for commands that never read.
    ...(isatty(0) ? { readLine: lineReader(() => host.stdin, interrupt) } : {}),
    now: monotonicMs,
    open: (path) => launch(openCommand(host.platform, path)),
  };
}

/**
 * Reads line by line, as each is asked for; between them the input rests, so that it keeps no process alive.
 * @returns what gives the next line, or undefined at the end of input and when interrupted
 */
export function lineReader(
  open: () => NodeJS.ReadableStream,
  interrupt: AbortSignal,
): () => Promise<string | undefined> {
  const read: string[] = [];
  let reader: Interface | undefined;
  let ended = false;
  let wake = (): void => {};
  return async () => {
    if (!reader) {
      reader = createInterface({ input: open(), terminal: false, signal: interrupt });
      reader.on('line', (line) => {
        read.push(line);
        wake();
      });
      reader.on('close', () => {
        ended = true;
        wake();
      });
    }
    while (read.length === 0 && !ended) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      reader.resume();
      await woken;
    }
    if (!ended) reader.pause();
    return read.shift();
  };
}

/** Codes by which a reader that went away shows itself. */
const CLOSED_PIPE = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ECONNRESET']);

export function streamSink(stream: NodeJS.WritableStream): Sink {
  let closed = false;
  // Without a listener the stream would throw; the write's own callback says what happened.
  stream.on('error', () => {});
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        if (closed) {
          resolve();
          return;
        }
        stream.write(text, (error) => {
          if (!error) resolve();
          else if (CLOSED_PIPE.has((error as NodeJS.ErrnoException).code ?? '')) {
            closed = true;
            resolve();
          } else reject(error);
        });
      }),
  };
}
