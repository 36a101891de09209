// Deals batches out to worker threads. Vectors do not depend on who computes them, nor in which order.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SharedMemory, WasmModule } from '../../vector/wasm.ts';
import type { Batch } from './batches.ts';
import type { LoadedModel, ModelPlaces } from './weights.ts';

/** More threads than this were never measured. */
export const MAX_WORKERS = 4;
/** Batches that a worker has at hand, so that it need not wait for the main thread. */
const AHEAD = 2;

export interface WorkerInput {
  readonly module: WasmModule;
  readonly memory: SharedMemory;
  readonly places: ModelPlaces;
  readonly workspace: number;
}
export interface WorkerJob {
  readonly job: number;
  readonly ids: Int32Array;
  readonly lengths: Int32Array;
}
export interface WorkerReply {
  readonly job: number;
  readonly vectors: Float32Array<ArrayBuffer>;
}

export interface Pool {
  /** Computes all batches; `done` is called as each is finished. Rejects, with its threads ended, when aborted. */
  run(
    batches: readonly Batch[],
    done: (batch: Batch, vectors: Float32Array) => void,
    signal: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

/** How many threads are worth starting: 0 on one core, and 0 from TypeScript sources, which Node 20 cannot load in a worker. */
export function workersToUse(cores: number = availableParallelism(), url: string = import.meta.url): number {
  return url.endsWith('.ts') || cores < 2 ? 0 : Math.min(cores, MAX_WORKERS);
}

/** Worker i computes in the model's working space i + 1; the first is the main thread's. */
export function createPool(count: number, module: WasmModule, { memory, places }: LoadedModel): Pool {
  const workers = places.workspaces.slice(1, 1 + count).map((workspace) => {
    const workerData: WorkerInput = { module, memory, places, workspace };
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData });
    // Only a run in progress keeps the process alive.
    worker.unref();
    return worker;
  });
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.terminate()));
  };

  const run: Pool['run'] = (batches, done, signal) =>
    new Promise((resolve, reject) => {
      let next = 0;
      let finished = 0;
      const deal = (worker: Worker): void => {
        const batch = batches[next];
        if (!batch) return;
        const job: WorkerJob = { job: next++, ids: batch.ids, lengths: batch.lengths };
        worker.postMessage(job);
      };
      const settle = (outcome: () => void): void => {
        signal.removeEventListener('abort', onAbort);
        for (const worker of workers) {
          // By name: without one, Node's own listeners go too, and the port of a worker never opens again.
          for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
          worker.unref();
        }
        outcome();
      };
      const fail = (error: unknown): void => settle(() => void close().then(() => reject(error)));
      const onAbort = (): void => fail(signal.reason);

      if (signal.aborted) return fail(signal.reason);
      if (batches.length === 0) return resolve();
      signal.addEventListener('abort', onAbort);
      for (const worker of workers) {
        worker.ref();
        worker.on('error', fail);
        worker.on('exit', (code) => fail(new Error(`an encoding thread stopped with code ${code}`)));
        worker.on('message', ({ job, vectors }: WorkerReply) => {
          try {
            done(batches[job]!, vectors);
          } catch (error) {
            return fail(error);
          }
          finished++;
          if (finished === batches.length) settle(resolve);
          else deal(worker);
        });
      }
      for (let round = 0; round < AHEAD; round++) for (const worker of workers) deal(worker);
    });

  return { run, close };
}
