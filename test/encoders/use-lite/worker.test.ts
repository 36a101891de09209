// A worker thread by itself: it answers a job with the vectors of the forward pass.
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createForward } from '../../../src/encoders/use-lite/forward.ts';
import { locateModel, readModel } from '../../../src/encoders/use-lite/model-files.ts';
import type { WorkerInput, WorkerReply } from '../../../src/encoders/use-lite/pool.ts';
import { DIMS, loadModel } from '../../../src/encoders/use-lite/weights.ts';
import { compileGemm, linkGemm } from '../../../src/vector/sgemm.ts';

const built = new URL('../../../dist/encoders/use-lite/worker.js', import.meta.url);

describe.skipIf(!existsSync(built))('the worker', () => {
  it('computes in the shared memory what the main thread computes', async () => {
    const { memory, places } = loadModel(readModel(locateModel()), 2);
    const module = compileGemm();
    const workerData: WorkerInput = { module, memory, places, workspace: places.workspaces[1]! };
    const worker = new Worker(built, { workerData });
    try {
      const [ids, lengths] = [Int32Array.of(34, 1877, 618, 7, 38), Int32Array.of(3, 2)];
      const reply = await new Promise<WorkerReply>((resolve, reject) => {
        worker.on('message', resolve);
        worker.on('error', reject);
        worker.postMessage({ job: 7, ids, lengths });
      });
      expect(reply.job).toBe(7);
      const here = createForward(linkGemm(module, memory), memory, places, places.workspaces[0]!);
      expect(reply.vectors).toEqual(here(ids, lengths));
      expect(reply.vectors).toHaveLength(2 * DIMS);
    } finally {
      await worker.terminate();
    }
  });
});
