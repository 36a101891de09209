// PDF files are read in a thread of their own, one after the other: a file that asks too much of it ends the thread alone.
import { Worker } from 'node:worker_threads';

/** Megabytes of objects; a page of ordinary text needs some, the largest drawings some hundred. */
const MOST_HEAP_MB = 512;
/** Without a page read or a word of why; ordinary pages take milliseconds. */
const MOST_SECONDS = 120;
/** What the thread holds is given back after so long without a file. */
const IDLE_MS = 2000;

export interface PdfJob {
  readonly bytes: Uint8Array;
  readonly mostPages: number;
}

/** The part of the reader's text items that is needed; `transform` maps the unit square of the font to the page. */
export interface PdfItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

export interface PdfPageItems {
  /** 1-based. */
  readonly number: number;
  readonly height: number;
  /** From the page to what is shown of it. */
  readonly transform: readonly number[];
  readonly items: readonly PdfItem[];
}

/** Why a file is not read whole. */
export type PdfFault =
  /** Of the reader; page 0 where the file could not be opened. */
  | {
      readonly kind: 'damaged';
      readonly name: string;
      readonly message: string;
      readonly page: number;
      readonly pages: number;
    }
  /** It asks for more than is granted to any file. */
  | { readonly kind: 'excess'; readonly problem: string };

export interface PdfEnd {
  readonly kind: 'read';
  /** Where there are more than `mostPages`, none of them was read. */
  readonly pages: number;
  readonly info: Readonly<Record<string, string>>;
  /** Names of character maps that the file needs and does not hold. */
  readonly missingMaps: readonly string[];
}

export type PdfReply = ({ readonly kind: 'page' } & PdfPageItems) | PdfEnd | PdfFault;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** The file before: one thread, one file at a time, so that its limits are those of one file. */
let before: Promise<unknown> = Promise.resolve();

/** @param onPage is called for each page in turn */
export function readInThread(
  job: PdfJob,
  onPage: (page: PdfPageItems) => void,
  signal: AbortSignal | undefined,
): Promise<PdfEnd | PdfFault> {
  const reading = before.then(() => read(job, onPage, signal));
  before = reading.catch(() => {});
  return reading;
}

function read(
  { bytes, mostPages }: PdfJob,
  onPage: (page: PdfPageItems) => void,
  signal: AbortSignal | undefined,
): Promise<PdfEnd | PdfFault> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    clearTimeout(idle);
    const thread = worker ?? startThread();
    worker = thread;
    let patience: NodeJS.Timeout | undefined;
    const settle = (keep: boolean, outcome: () => void): void => {
      clearTimeout(patience);
      signal?.removeEventListener('abort', onAbort);
      // By name: without one, Node's own listeners go too.
      for (const event of ['message', 'messageerror', 'error', 'exit']) thread.removeAllListeners(event);
      if (keep) {
        // Only a file in work keeps the process.
        thread.unref();
        idle = setTimeout(() => void end(thread), IDLE_MS);
        idle.unref();
        outcome();
      } else void end(thread).then(outcome);
    };
    const wait = (): void => {
      clearTimeout(patience);
      const problem = `reading a page of it takes longer than ${MOST_SECONDS} seconds`;
      patience = setTimeout(() => settle(false, () => resolve({ kind: 'excess', problem })), MOST_SECONDS * 1000);
    };
    const onAbort = (): void => settle(false, () => reject(signal?.reason));
    signal?.addEventListener('abort', onAbort);
    thread.ref();
    thread.on('message', (reply: PdfReply) => {
      // After too much was asked of it, the thread is still at it.
      if (reply.kind !== 'page') return settle(reply.kind !== 'excess', () => resolve(reply));
      wait();
      try {
        onPage(reply);
      } catch (error) {
        settle(false, () => reject(error));
      }
    });
    thread.on('error', (error: NodeJS.ErrnoException) =>
      settle(false, () => {
        if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
        resolve({ kind: 'excess', problem: `reading it takes more than ${MOST_HEAP_MB} MB of memory` });
      }),
    );
    thread.on('exit', (code) => settle(false, () => reject(new Error(`the PDF thread stopped with code ${code}`))));
    wait();
    // A copy: what the thread is handed is gone here.
    const copy = new Uint8Array(bytes);
    thread.postMessage({ bytes: copy, mostPages } satisfies PdfJob, [copy.buffer]);
  });
}

function startThread(): Worker {
  return new Worker(new URL('./pdf-worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    // Options of the process are not for its threads: limits of memory among them.
    execArgv: [],
  });
}

async function end(thread: Worker): Promise<void> {
  if (worker === thread) worker = undefined;
  await thread.terminate();
}
