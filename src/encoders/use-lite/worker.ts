// A worker thread of the pool: token ids come in, vectors go out. It computes on the weights that the main thread laid out.
import { parentPort, workerData } from 'node:worker_threads';
import { linkGemm } from '../../vector/sgemm.ts';
import { createForward } from './forward.ts';
import type { WorkerInput, WorkerJob, WorkerReply } from './pool.ts';

const { module, memory, places, workspace } = workerData as WorkerInput;
const forward = createForward(linkGemm(module, memory), memory, places, workspace);

parentPort?.on('message', ({ job, ids, lengths }: WorkerJob) => {
  const vectors = forward(ids, lengths);
  const reply: WorkerReply = { job, vectors };
  parentPort?.postMessage(reply, [vectors.buffer]);
});
