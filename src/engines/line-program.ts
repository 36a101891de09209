// A program that is spoken to in lines over stdin and stdout. It and all that it started end with it, whatever happens.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
// Ends the group of a child that was started here; nothing of the lab's own process is read.
import { kill as sendSignal } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { systemFault } from '../core/system-fault.ts';

export interface LineProgramOptions {
  /** Words of the command, or a line for the shell. */
  readonly command: readonly string[] | { readonly shell: string };
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** A line beyond this is no answer. */
const LONGEST_LINE = 1 << 28;
/** Of stderr, what is kept to be shown. */
const STDERR_KEPT = 4000;
const STDERR_LINES = 8;
/** For a program to end by itself once its input has ended. */
const GRACE_MS = 2000;

/** Why a program is of no use any more, in words. */
export class ProgramFault extends Error {
  readonly remedy: string | undefined;

  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

export class LineProgram {
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly lines: string[] = [];
  private readonly ended: Promise<void>;
  private pieces: Buffer[] = [];
  private size = 0;
  private stderr = '';
  private fault: string | undefined;
  private hasEnded = false;
  /** Its number may stand for another program by now. */
  private isGone = false;
  private waiting: (() => void)[] = [];
  private readonly abort = (): void => this.kill();
  private readonly signal: AbortSignal;

  constructor({ command, folder, env, signal }: LineProgramOptions) {
    signal.throwIfAborted();
    this.signal = signal;
    const [file, args] = 'shell' in command ? [command.shell, []] : [command[0]!, command.slice(1)];
    this.child = spawn(file, args, {
      cwd: folder,
      env: { ...env },
      shell: 'shell' in command,
      // A group of its own, so that what it starts can be ended with it.
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    signal.addEventListener('abort', this.abort);
    const { child } = this;
    // A program that does not read, or has ended, is found out by its exit or by the time limit.
    child.stdin.on('error', () => this.wake());
    child.stdin.on('drain', () => this.wake());
    child.stdin.on('close', () => this.wake());
    child.stdout.on('error', () => undefined);
    child.stderr.on('error', () => undefined);
    child.stdout.on('data', (bytes: Buffer) => this.take(bytes));
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_KEPT);
    });
    this.ended = new Promise((resolve) => {
      const end = (fault: string): void => {
        this.fault ??= fault;
        this.hasEnded = true;
        signal.removeEventListener('abort', this.abort);
        this.wake();
        resolve();
      };
      child.on('error', (error) => {
        if (child.pid === undefined) end(`cannot start ${JSON.stringify(file)}: ${systemFault(error)}`);
      });
      // What it started may hold its output open, so that its exit counts and not the end of its output.
      child.on('exit', (code, name) => {
        void this.drain().then(() => {
          this.kill();
          this.isGone = true;
          end(name === null ? `it ended with exit code ${code}` : `it was ended by ${name}`);
        });
      });
    });
  }

  /** What was written before the exit may still be on its way. */
  private async drain(): Promise<void> {
    const { stdout, stderr } = this.child;
    const closed = [stdout, stderr].map((stream) => (stream.closed ? undefined : once(stream, 'close')));
    await Promise.race([Promise.all(closed), pause(200)]);
  }

  /** Waits while the program is slow to read. Returns at once where it has ended: `receive` says so. */
  async send(line: string): Promise<void> {
    if (this.hasEnded || this.child.stdin.write(`${line}\n`)) return;
    const { stdin } = this.child;
    await this.until(() => this.hasEnded || !stdin.writable || stdin.writableLength === 0);
  }

  /**
   * The next line that is not blank.
   * @throws ProgramFault where there will be none
   */
  async receive(): Promise<string> {
    await this.until(() => this.lines.length > 0 || this.hasEnded || this.fault !== undefined);
    const line = this.lines.shift();
    if (line === undefined) throw new ProgramFault(this.fault ?? 'it ended');
    return line;
  }

  /** A line that came though none was awaited. */
  unasked(): string | undefined {
    return this.lines.shift();
  }

  /** The end of its stderr in one line, or nothing. */
  lastWords(): string {
    const lines = this.stderr.split(/\r?\n/).filter((line) => line.trim() !== '');
    return lines.slice(-STDERR_LINES).join(' | ');
  }

  /** Ends it and its group at once. */
  kill(): void {
    const { pid } = this.child;
    if (pid === undefined || this.isGone) return;
    try {
      sendSignal(-pid, 'SIGKILL');
    } catch {
      // No group, as on Windows, or none left.
      this.child.kill('SIGKILL');
    }
  }

  /** Ends its input and lets it end by itself, for a moment. */
  async close(): Promise<void> {
    this.child.stdin.end();
    const waiting = new AbortController();
    const grace = pause(GRACE_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([this.ended, grace]);
    waiting.abort();
    this.kill();
    await this.ended;
    this.child.stdout.destroy();
    this.child.stderr.destroy();
  }

  private take(bytes: Buffer): void {
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      this.pieces.push(bytes.subarray(from, at));
      const line = Buffer.concat(this.pieces).toString('utf8').trim();
      this.pieces = [];
      this.size = 0;
      from = at + 1;
      if (line !== '') this.lines.push(line);
    }
    if (from < bytes.length) {
      this.pieces.push(bytes.subarray(from));
      this.size += bytes.length - from;
    }
    if (this.size > LONGEST_LINE) {
      this.fault ??= `it printed a line of more than ${LONGEST_LINE} bytes`;
      this.pieces = [];
      this.size = 0;
      this.kill();
    }
    this.wake();
  }

  /** Looks again whenever something happened. */
  private async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.signal.throwIfAborted();
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const go of waiting) go();
  }
}
