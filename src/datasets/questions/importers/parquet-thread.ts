// Parquet files are read in a thread of their own: a damaged one may keep its reader busy for ever, and the thread can be ended.
import { Worker } from 'node:worker_threads';

export interface ParquetJob {
  readonly bytes: ArrayBuffer;
}

export type ParquetReply =
  | { readonly kind: 'rows'; readonly rows: readonly Record<string, unknown>[] }
  | { readonly kind: 'read' }
  | { readonly kind: 'fault'; readonly problem: string };

/** Megabytes of objects: more than what check-parquet.ts lets pass needs, since a thread at its limit may end the process. */
const MOST_HEAP_MB = 4096;

/**
 * @param bytes are gone afterwards
 * @throws Error in words
 */
export function readRowsInThread(bytes: ArrayBuffer, mostSeconds: number): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = [];
    const thread = new Worker(new URL('./parquet-worker.js', import.meta.url), {
      workerData: { bytes } satisfies ParquetJob,
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      // Options of the process are not for its threads: limits of memory among them.
      execArgv: [],
    });
    const settle = (outcome: () => void): void => {
      clearTimeout(patience);
      thread.removeAllListeners('exit');
      void thread.terminate().then(outcome);
    };
    const refuse = (problem: string): void => settle(() => reject(new Error(problem)));
    const patience = setTimeout(
      () => refuse(`reading it takes longer than ${mostSeconds} ${mostSeconds === 1 ? 'second' : 'seconds'}`),
      mostSeconds * 1000,
    );
    thread.on('message', (reply: ParquetReply) => {
      if (reply.kind === 'fault') refuse(reply.problem);
      else if (reply.kind === 'read') settle(() => resolve(rows));
      else for (const row of reply.rows) rows.push(row);
    });
    thread.on('error', (error: NodeJS.ErrnoException) =>
      refuse(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `reading it takes more than ${MOST_HEAP_MB} MB of memory`
          : error.message,
      ),
    );
    // Rows that cannot be told across threads must not be missing without a word.
    thread.on('messageerror', (error: Error) => refuse(error.message));
    thread.on('exit', (code) => refuse(`its reader stopped with code ${code}`));
  });
}
