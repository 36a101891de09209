// Inner products of several queries with all rows of a matrix: what `dot` computes, several times as fast.
import { compileExactDots, EXACT_GROUP, EXACT_STEP, type ExactDots, linkExactDots } from './exact-dots.ts';
import { scoreRows } from './max-sim.ts';
import { createMemory, type SharedMemory } from './wasm.ts';

/** Rows are copied to the kernel's memory in blocks that stay in a core's cache. */
const BLOCK_BYTES = 1 << 18;
/** Fewer queries gain nothing: a group is computed whole. */
const LEAST_QUERIES = 2;

interface Kernel {
  readonly bytes: number;
  readonly memory: SharedMemory;
  readonly dots: ExactDots;
}
/** Kept, since it is small and its memory is used only while a call lasts. */
let kernel: Kernel | undefined;

function kernelOf(bytes: number): Kernel {
  if (kernel === undefined || kernel.bytes < bytes) {
    const memory = createMemory(bytes);
    kernel = { bytes, memory, dots: linkExactDots(compileExactDots(), memory) };
  }
  return kernel;
}

/**
 * One array of scores a query, in the order of the rows: as many are held at once as queries are given.
 * @throws RangeError where shapes do not fit
 */
export function scoreAllRows(
  queries: readonly Float32Array[],
  matrix: Float32Array,
  dims: number,
): readonly Float64Array[] {
  const rows = matrix.length / dims;
  const fits = Number.isInteger(rows) && queries.every(({ length }) => length === dims);
  // Elements that are over belong to the first sum of `dot` alone; and it is `scoreRows` that says what does not fit.
  if (!fits || queries.length < LEAST_QUERIES || rows === 0 || dims % EXACT_STEP !== 0)
    return queries.map((query) => scoreRows(query, matrix, dims));

  const scores = queries.map(() => new Float64Array(rows));
  const block = Math.min(rows, Math.max(1, Math.floor(BLOCK_BYTES / (4 * dims))));
  const groups = Math.ceil(queries.length / EXACT_GROUP);
  const groupBytes = 8 * EXACT_GROUP * dims;
  // Multiples of 8, as places of f64 must be, since dims is one of 4.
  const queriesAt = 4 * block * dims;
  const outAt = queriesAt + groups * groupBytes;
  const { memory, dots } = kernelOf(outAt + 8 * EXACT_GROUP * block);
  const blockRows = new Float32Array(memory.buffer, 0, block * dims);
  const laid = new Float64Array(memory.buffer, queriesAt, groups * EXACT_GROUP * dims);
  const out = new Float64Array(memory.buffer, outAt, EXACT_GROUP * block);
  layQueries(queries, dims, laid);
  for (let from = 0; from < rows; from += block) {
    const count = Math.min(block, rows - from);
    blockRows.set(matrix.subarray(from * dims, (from + count) * dims));
    for (let group = 0; group < groups; group++) {
      dots(count, dims, 0, queriesAt + group * groupBytes, outAt);
      const first = group * EXACT_GROUP;
      for (let lane = 0; lane < EXACT_GROUP && first + lane < queries.length; lane++)
        takeLane(out, lane, count, scores[first + lane]!, from);
    }
  }
  return scores;
}

/** Interleaved by steps within each group; zeros for queries that are missing. */
function layQueries(queries: readonly Float32Array[], dims: number, laid: Float64Array): void {
  laid.fill(0);
  queries.forEach((query, n) => {
    const lane = n % EXACT_GROUP;
    const base = (n - lane) * dims;
    for (let i = 0; i < dims; i++) {
      const within = i % EXACT_STEP;
      laid[base + (i - within) * EXACT_GROUP + lane * EXACT_STEP + within] = query[i]!;
    }
  });
}

function takeLane(out: Float64Array, lane: number, count: number, scores: Float64Array, from: number): void {
  for (let row = 0, at = lane; row < count; row++, at += EXACT_GROUP) scores[from + row] = out[at]!;
}
