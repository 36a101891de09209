// The encoder of Universal Sentence Encoder Lite: from the cache what it holds, the rest in this thread or in a pool of them.
import { setImmediate } from 'node:timers/promises';
import type { Context, Encoder } from '../../core/contracts.ts';
import { sha256 } from '../../core/hash.ts';
import { compileGemm, linkGemm } from '../../vector/sgemm.ts';
import type { WasmModule } from '../../vector/wasm.ts';
import { openVectorCache } from '../vector-cache.ts';
import { type Batch, packBatches } from './batches.ts';
import { createForward, FORWARD_VERSION, type Forward } from './forward.ts';
import { MODEL_SHA256, readModel, verifyModel } from './model-files.ts';
import { createPool, MAX_WORKERS, type Pool, workersToUse } from './pool.ts';
import { createTokenizer, parseVocabulary, TOKENIZER_VERSION, type Tokenizer } from './tokenizer.ts';
import { DIMS, type LoadedModel, loadModel, MAX_TOKENS } from './weights.ts';
import { createWindows } from './windows.ts';

const NAME = 'use-lite';
const STAGE = 'encoding';
/** Fewer texts are done before a worker thread has started. */
const MIN_TEXTS_FOR_WORKERS = 64;

/** What is built only when something must really be encoded. */
interface Engine {
  readonly model: LoadedModel;
  readonly module: WasmModule;
  readonly forward: Forward;
}

/** The files are checked at once, whatever the cache holds; tensors, trie and WebAssembly are built when first needed. */
export function openUseLite(folder: string, context: Context, cacheDir: string | undefined): Encoder {
  const { vocabulary } = verifyModel(folder);
  const fingerprint = sha256([MODEL_SHA256, FORWARD_VERSION, TOKENIZER_VERSION]);
  const warn = (message: string): void => context.progress.report({ kind: 'warning', message });
  const cache = openVectorCache(cacheDir, { name: NAME, fingerprint, dims: DIMS }, warn);

  let builtTokenizer: Tokenizer | undefined;
  const tokenizer = (): Tokenizer => {
    builtTokenizer ??= createTokenizer(parseVocabulary(vocabulary));
    return builtTokenizer;
  };
  let builtEngine: Engine | undefined;
  const engine = (): Engine => {
    builtEngine ??= buildEngine(folder);
    return builtEngine;
  };
  let pool: Pool | undefined;

  const compute = async (texts: readonly string[], put: (index: number, vector: Float32Array) => void) => {
    const { progress, signal } = context;
    const total = texts.length;
    const zeros = new Float32Array(DIMS);
    let finished = 0;
    const tokens = texts.map((text, index) => {
      const ids = tokenizer().tokenize(text).ids.subarray(0, MAX_TOKENS);
      if (ids.length === 0) {
        put(index, zeros);
        finished++;
      }
      return ids;
    });
    const done = (batch: Batch, vectors: Float32Array): void => {
      batch.texts.forEach((index, row) => {
        put(index, vectors.subarray(row * DIMS, (row + 1) * DIMS));
      });
      finished += batch.texts.length;
      progress.report({ kind: 'stage-advanced', stage: STAGE, done: finished, total });
    };
    const batches = packBatches(tokens);
    if (batches.length === 0) return;
    progress.report({ kind: 'stage-began', stage: STAGE, total });
    try {
      const { model, module, forward } = engine();
      const workers = workersToUse();
      if (workers > 0 && total >= MIN_TEXTS_FOR_WORKERS && batches.length > 1) {
        pool ??= createPool(workers, module, model);
        await pool.run(batches, done, signal);
      } else {
        await computeHere(forward, batches, done, signal);
      }
    } catch (error) {
      // A pool that failed has ended its threads.
      pool = undefined;
      throw error;
    } finally {
      progress.report({ kind: 'stage-ended', stage: STAGE });
    }
  };

  // One call after the other: they share threads and cache.
  let last: Promise<unknown> = Promise.resolve();
  const { pieces, reach } = createWindows(tokenizer);
  return {
    dims: DIMS,
    fingerprint,
    pieces,
    reach,
    // The model reads queries and passages alike, so the role decides nothing.
    encode(texts) {
      const run = last.then(() => {
        context.signal.throwIfAborted();
        return cache.encode(texts, compute);
      });
      last = run.catch(() => {});
      return run;
    },
    cacheStats: () => cache.stats(),
    async close() {
      await pool?.close();
      pool = undefined;
      builtEngine = undefined;
    },
  };
}

function buildEngine(folder: string): Engine {
  const model = loadModel(readModel(folder), 1 + MAX_WORKERS);
  const module = compileGemm();
  const forward = createForward(
    linkGemm(module, model.memory),
    model.memory,
    model.places,
    model.places.workspaces[0]!,
  );
  return { model, module, forward };
}

/** In this thread, with a turn of the event loop after each batch, so that an interrupt is heard. */
async function computeHere(
  forward: Forward,
  batches: readonly Batch[],
  done: (batch: Batch, vectors: Float32Array) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const batch of batches) {
    done(batch, forward(batch.ids, batch.lengths));
    await setImmediate();
    signal.throwIfAborted();
  }
}
