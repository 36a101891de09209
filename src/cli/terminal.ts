// What a command sees of the outside: arguments, environment, two streams. The only maker of one from a real process.
import { monotonicMs } from '../core/clock.ts';

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
  /** Milliseconds from any origin, for progress and timings. */
  now(): number;
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
    now: monotonicMs,
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
