// C = max(A·B + bias, floor) in single precision: a WebAssembly SIMD function.
//
// Every element of C is bias, then a[0]·b[0] added, then a[1]·b[1], ... in order, each product and sum rounded to single
// precision. Tiles only decide which elements are computed side by side, so a row of C depends on its row of A alone:
// that is what makes vectors identical whatever the batch. Relaxed SIMD (fused multiply-add) would break it.
import * as wasm from './wasm.ts';

/**
 * All places and strides are in bytes. `n` is a multiple of 8: B is read in panels of 8 columns, so that it may lie
 * packed (row stride 32) or as it is (row stride of the matrix, panel stride 32). `bias` has n entries.
 */
export type Gemm = (
  m: number,
  n: number,
  k: number,
  a: number,
  aRow: number,
  b: number,
  bRow: number,
  bPanel: number,
  c: number,
  cRow: number,
  bias: number,
  floor: number,
) => void;

export function compileGemm(): wasm.WasmModule {
  return wasm.compile([gemm()]);
}

export function linkGemm(module: wasm.WasmModule, memory: wasm.SharedMemory): Gemm {
  return wasm.link<{ readonly gemm: Gemm }>(module, memory).gemm;
}

/** Rows of A computed side by side. 4 x 8 needs 8 accumulators, which leaves room in 16 registers; more rows spill. */
const TILES = [4, 2, 1] as const;

function gemm(): wasm.WasmFunction {
  const { get, set, add, at, constant, simd, times } = wasm;
  // Parameters 0..11 in the order of Gemm, then the locals.
  const [m, n, k, a, aRow, b, bRow, bPanel, c, cRow, bias, floor] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
  const [rows, aEnd, bAt, cAt, aTile] = [12, 13, 14, 15, 16] as const;
  const aAt = [17, 18, 19, 20] as const;
  const [b0, b1, splat, least] = [21, 22, 23, 24] as const;
  const acc = (row: number, half: number): number => 25 + row * 2 + half;

  /** The next product of each accumulator of the tile. Unrolled by hand it is a third slower: V8 spills registers. */
  const products = (height: number): number[] => [
    ...[...get(bAt), ...at(wasm.V128_LOAD, 0), ...set(b0)],
    ...[...get(bAt), ...at(wasm.V128_LOAD, 16), ...set(b1)],
    ...add(bAt, get(bRow)),
    ...times(height, (row) => [
      ...[...get(aAt[row]!), ...at(wasm.V128_LOAD32_SPLAT, 0), ...set(splat), ...add(aAt[row]!, constant(4))],
      ...times(2, (half) => [
        ...[...get(acc(row, half)), ...get(splat), ...get(half === 0 ? b0 : b1), ...simd(wasm.F32X4_MUL)],
        ...[...simd(wasm.F32X4_ADD), ...set(acc(row, half))],
      ]),
    ]),
  ];

  const tile = (height: number): number[] => [
    ...times(height, (row) => [
      ...[...get(aTile), ...set(aAt[row]!), ...add(aTile, get(aRow))],
      ...[...get(bias), ...at(wasm.V128_LOAD, 0), ...set(acc(row, 0))],
      ...[...get(bias), ...at(wasm.V128_LOAD, 16), ...set(acc(row, 1))],
    ]),
    ...[...get(b), ...set(bAt)],
    ...[...get(aAt[0]), ...get(k), ...constant(2), wasm.I32_SHL, wasm.I32_ADD, ...set(aEnd)],
    ...wasm.untilReaches(aAt[0], aEnd, products(height)),
    ...times(height, (row) => [
      ...times(2, (half) => [
        ...[...get(cAt), ...get(acc(row, half)), ...get(least), ...simd(wasm.F32X4_MAX)],
        ...at(wasm.V128_STORE, 16 * half),
      ]),
      ...add(cAt, get(cRow)),
    ]),
    ...wasm.subtract(rows, height),
  ];

  const panel = [
    ...[...get(m), ...set(rows), ...get(a), ...set(aTile), ...get(c), ...set(cAt)],
    ...TILES.flatMap((height) => wasm.whileAtLeast(rows, height, tile(height))),
    ...[...add(b, get(bPanel)), ...add(bias, constant(32)), ...add(c, constant(32)), ...wasm.subtract(n, 8)],
  ];
  return {
    name: 'gemm',
    parameters: [...Array<number>(11).fill(wasm.I32), wasm.F32],
    locals: [
      [9, wasm.I32],
      [4 + 8, wasm.V128],
    ],
    code: [...get(floor), ...simd(wasm.F32X4_SPLAT), ...set(least), ...wasm.whileNotZero(n, panel)],
  };
}
