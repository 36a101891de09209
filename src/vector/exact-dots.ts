// Inner products of four queries with many rows, equal to `dot` bit for bit: a WebAssembly SIMD function.
//
// The two lanes of one accumulator are `dot`'s first two sums, those of the other its last two. A product of two single-
// precision numbers is exact in double precision, and every addition is the one that `dot` does, in its order.
import * as wasm from './wasm.ts';

/** Elements of a step; rows must hold a whole number of them, since `dot` adds what is over to its first sum. */
export const EXACT_STEP = 4;
/** Queries side by side: for each step, the four elements of the first query, then those of the second, and so on. */
export const EXACT_GROUP = 4;

/**
 * All places are bytes.
 * @param elements of a row, a multiple of 4 and not 0
 * @param rows f32, row-major
 * @param queries f64, interleaved
 * @param out four f64 a row, one for each query
 */
export type ExactDots = (count: number, elements: number, rows: number, queries: number, out: number) => void;

export function compileExactDots(): wasm.WasmModule {
  return wasm.compile([dots()]);
}

export function linkExactDots(module: wasm.WasmModule, memory: wasm.SharedMemory): ExactDots {
  return wasm.link<{ readonly dots: ExactDots }>(module, memory).dots;
}

function dots(): wasm.WasmFunction {
  const { get, set, add, at, constant, simd, times } = wasm;
  const [count, elements, rows, queries, out, queryAt, queryEnd] = [0, 1, 2, 3, 4, 5, 6] as const;
  const [low, high] = [7, 8] as const;
  const acc = (query: number, half: number): number => 9 + 2 * query + half;
  const HALF = 16;
  const QUERY = 2 * HALF;

  const products = [
    ...[...get(rows), ...at(wasm.V128_LOAD, 0), ...set(high)],
    ...[...get(high), ...simd(wasm.F64X2_PROMOTE_LOW_F32X4), ...set(low)],
    ...[...get(high), ...get(high), ...wasm.shuffle(2, 3, 2, 3), ...simd(wasm.F64X2_PROMOTE_LOW_F32X4), ...set(high)],
    ...times(EXACT_GROUP, (query) =>
      times(2, (half) => [
        ...[...get(acc(query, half)), ...get(half === 0 ? low : high)],
        ...[...get(queryAt), ...at(wasm.V128_LOAD, QUERY * query + HALF * half)],
        ...[...simd(wasm.F64X2_MUL), ...simd(wasm.F64X2_ADD), ...set(acc(query, half))],
      ]),
    ),
    ...[...add(rows, constant(16)), ...add(queryAt, constant(QUERY * EXACT_GROUP))],
  ];
  /** (s0 + s1) + (s2 + s3): first and third lanes on the second and fourth, then the two sums. */
  const store = (query: number): number[] => [
    ...[...get(acc(query, 0)), ...get(acc(query, 1)), ...wasm.shuffle(0, 1, 4, 5)],
    ...[...get(acc(query, 0)), ...get(acc(query, 1)), ...wasm.shuffle(2, 3, 6, 7)],
    ...[...simd(wasm.F64X2_ADD), ...set(low)],
    ...[...get(out), ...get(low), ...get(low), ...get(low), ...wasm.shuffle(2, 3, 2, 3), ...simd(wasm.F64X2_ADD)],
    ...wasm.storeFirst64(8 * query),
  ];
  const row = [
    ...times(2 * EXACT_GROUP, (each) => wasm.clear(acc(0, each))),
    ...[...get(queries), ...set(queryAt)],
    ...wasm.untilReaches(queryAt, queryEnd, products),
    ...times(EXACT_GROUP, store),
    ...[...add(out, constant(8 * EXACT_GROUP)), ...wasm.subtract(count, 1)],
  ];
  return {
    name: 'dots',
    parameters: Array<number>(5).fill(wasm.I32),
    locals: [
      [2, wasm.I32],
      [2 + 2 * EXACT_GROUP, wasm.V128],
    ],
    code: [
      // Eight bytes an element and query.
      ...[...get(queries), ...get(elements), ...constant(5), wasm.I32_SHL, wasm.I32_ADD, ...set(queryEnd)],
      ...wasm.whileNotZero(count, row),
    ],
  };
}
