// What a frequent term adds to the estimates of some chunks: a WebAssembly SIMD function, four chunks at a time, in single
// precision. Chunks lie anywhere, so what is read of each is put into the vectors lane by lane.
import * as wasm from '../vector/wasm.ts';

/** Chunks that are estimated together: lists have room for a whole number of such groups. */
export const ESTIMATE_GROUP = 4;

/**
 * All places are bytes.
 * @param groups how many groups of four chunks; those beyond the last that counts must be chunks, too
 * @param list u32 a chunk: its ordinal
 * @param estimates f32 a chunk: weight · tf / (tf + norm) is added
 * @param row a byte by ordinal, occurrences in the upper half
 * @param norms f32 by ordinal, above 0
 * @param weight f32
 */
export type AddTerm = (
  groups: number,
  list: number,
  estimates: number,
  row: number,
  norms: number,
  weight: number,
) => void;

export function addTerm(): wasm.WasmFunction {
  const { get, set, add, at, clear, constant, simd, times } = wasm;
  const [groups, list, estimates, row, norms, weight] = [0, 1, 2, 3, 4, 5] as const;
  const [ord, tf, norm, weights] = [6, 7, 8, 9] as const;
  const gather = (lane: number): number[] => [
    ...[...get(list), ...wasm.load(4 * lane), ...set(ord)],
    ...[...get(row), ...get(ord), wasm.I32_ADD, ...get(tf), ...wasm.loadByteLane(4 * lane), ...set(tf)],
    ...[...get(norms), ...get(ord), ...constant(2), wasm.I32_SHL, wasm.I32_ADD],
    ...[...get(norm), ...wasm.loadLane(lane), ...set(norm)],
  ];
  const group = [
    ...[...clear(tf), ...times(ESTIMATE_GROUP, gather)],
    ...[...get(tf), ...constant(4), ...simd(wasm.I32X4_SHR_U), ...simd(wasm.F32X4_CONVERT_I32X4_S), ...set(tf)],
    ...[...get(estimates), ...get(estimates), ...at(wasm.V128_LOAD, 0)],
    ...[...get(tf), ...get(weights), ...simd(wasm.F32X4_MUL)],
    ...[...get(tf), ...get(norm), ...simd(wasm.F32X4_ADD), ...simd(wasm.F32X4_DIV)],
    ...[...simd(wasm.F32X4_ADD), ...at(wasm.V128_STORE, 0)],
    ...[...add(list, constant(16)), ...add(estimates, constant(16)), ...wasm.subtract(groups, 1)],
  ];
  return {
    name: 'addTerm',
    parameters: [...Array<number>(5).fill(wasm.I32), wasm.F32],
    locals: [
      [1, wasm.I32],
      [3, wasm.V128],
    ],
    code: [...[...get(weight), ...simd(wasm.F32X4_SPLAT), ...set(weights)], ...wasm.whileNotZero(groups, group)],
  };
}
