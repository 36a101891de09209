// Which of many integer products, each times a scale, reach a cut: two WebAssembly SIMD functions, four products at a time.
// In single precision, so whoever sets the cut leaves room for its rounding.
import * as wasm from './wasm.ts';

/**
 * All places are bytes.
 * @param count how many vectors of four products
 * @param products i32
 * @param scales f32
 * @param cuts four f32, one for each place of a vector
 * @param list takes the numbers (u32, ascending) of the vectors of which some product reaches its cut; room for `count`
 * @returns how many
 */
export type Sift = (count: number, products: number, scales: number, cuts: number, list: number) => number;

/** Products of four rows with one query: each has a scale of its own. */
export const siftTiles = sift('siftTiles', wasm.V128_LOAD, 16);
/** Products of one row with four queries: they share the row's scale. */
export const siftRows = sift('siftRows', wasm.V128_LOAD32_SPLAT, 4);

function sift(name: string, loadScales: number, scaleStep: number): wasm.WasmFunction {
  const { get, set, add, at, constant, simd } = wasm;
  const [count, products, scales, cuts, list, number, begin, limits] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const reaches = [
    ...[...get(products), ...at(wasm.V128_LOAD, 0), ...simd(wasm.F32X4_CONVERT_I32X4_S)],
    ...[...get(scales), ...at(loadScales, 0), ...simd(wasm.F32X4_MUL)],
    ...[...get(limits), ...simd(wasm.F32X4_GE), ...simd(wasm.V128_ANY_TRUE)],
  ];
  const step = [
    // Written always, and overwritten by the next where it does not count: no branch to guess wrong.
    ...[...get(list), ...get(number), ...wasm.store(0)],
    ...add(list, [...reaches, ...constant(2), wasm.I32_SHL]),
    ...[...add(number, constant(1)), ...add(products, constant(16)), ...add(scales, constant(scaleStep))],
  ];
  return {
    name,
    parameters: Array<number>(5).fill(wasm.I32),
    results: [wasm.I32],
    locals: [
      [2, wasm.I32],
      [1, wasm.V128],
    ],
    code: [
      ...[...get(cuts), ...at(wasm.V128_LOAD, 0), ...set(limits), ...get(list), ...set(begin)],
      ...wasm.whileNotZero(count, [...step, ...wasm.subtract(count, 1)]),
      ...[...get(list), ...get(begin), wasm.I32_SUB, ...constant(2), wasm.I32_SHR_U],
    ],
  };
}
