// Which chunks of a window can reach a bar: a WebAssembly SIMD function over what some terms are worth at most, a code of four
// bits a chunk and term, and the sums of all other terms. Sixteen chunks at a time, and no branch but where one can.
import * as wasm from '../vector/wasm.ts';

/** Chunks that are looked at together; a window has a whole number of such blocks. */
export const SCAN_BLOCK = 64;
/** Values that a code, which is the lower half of a byte, can take. */
export const CODES = 16;

/**
 * All places are bytes.
 * @param sums u16 a chunk of the window; all are zero afterwards
 * @param blocks how many blocks of 64 chunks, at least 1
 * @param tables 16 bytes a term: what each code is worth, in steps of 2^`shift`; the sum of all terms' largest is at most 255
 * @param rows u32 a term: where the codes of the collection's first chunk are
 * @param terms how many
 * @param shift what the steps are worth, up to 8, so that 16 bits hold all of them
 * @param bar what a chunk's sum and its terms must reach together, 1 to 65,535
 * @param list takes the ordinals (u32, ascending) of those that reach it
 * @param estimates takes their sums, as f32
 * @param base ordinal of the window's first chunk
 * @returns how many
 */
export type BoundScan = (
  sums: number,
  blocks: number,
  tables: number,
  rows: number,
  terms: number,
  shift: number,
  bar: number,
  list: number,
  estimates: number,
  base: number,
) => number;

const VECTOR = 16;
const VECTORS = SCAN_BLOCK / VECTOR;

export function boundScan(): wasm.WasmFunction {
  const { get, set, add, at, clear, constant, simd, times } = wasm;
  const [sums, blocks, tables, rows, terms, shift, bar, list, estimates, base] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const [begin, left, table, row, codes, mask] = [10, 11, 12, 13, 14, 15] as const;
  const [lowHalf, least, values, none] = [16, 17, 18, 19] as const;
  const worth = (vector: number): number => 20 + vector;
  const reached = (vector: number): number => 20 + VECTORS + vector;

  const term = [
    ...[...get(table), ...at(wasm.V128_LOAD, 0), ...set(values)],
    ...[...get(row), ...wasm.load(0), ...get(base), wasm.I32_ADD, ...set(codes)],
    ...times(VECTORS, (vector) => [
      ...[...get(worth(vector)), ...get(values)],
      ...[...get(codes), ...at(wasm.V128_LOAD, VECTOR * vector), ...get(lowHalf), ...simd(wasm.V128_AND)],
      ...[...simd(wasm.I8X16_SWIZZLE), ...simd(wasm.I8X16_ADD), ...set(worth(vector))],
    ]),
    ...[...add(table, constant(CODES)), ...add(row, constant(4)), ...wasm.subtract(left, 1)],
  ];
  /** Which of eight chunks reach the bar: the steps of their terms, as units, and their sums. */
  const reaches = (vector: number, half: number): number[] => [
    ...[...get(worth(vector)), ...simd(half === 0 ? wasm.I16X8_EXTEND_LOW_I8X16_U : wasm.I16X8_EXTEND_HIGH_I8X16_U)],
    ...[...get(shift), ...simd(wasm.I16X8_SHL)],
    ...[...get(sums), ...at(wasm.V128_LOAD, 2 * VECTOR * vector + VECTOR * half), ...simd(wasm.I16X8_ADD_SAT_U)],
    ...[...get(least), ...simd(wasm.I16X8_GE_U)],
  ];
  const note = (vector: number): number[] => [
    ...[...get(reached(vector)), ...simd(wasm.I8X16_BITMASK), ...set(mask)],
    ...wasm.whileNotZero(mask, [
      ...[...get(list), ...get(mask), wasm.I32_CTZ, ...get(base), wasm.I32_ADD],
      ...[...constant(VECTOR * vector), wasm.I32_ADD, ...wasm.store(0), ...add(list, constant(4))],
      ...[...get(estimates), ...get(sums), ...get(mask), wasm.I32_CTZ, ...constant(1), wasm.I32_SHL, wasm.I32_ADD],
      ...[...wasm.load16(2 * VECTOR * vector), wasm.F32_CONVERT_I32_U, ...wasm.storeFloat(0)],
      ...add(estimates, constant(4)),
      ...[...get(mask), ...get(mask), ...constant(1), wasm.I32_SUB, wasm.I32_AND, ...set(mask)],
    ]),
  ];
  const block = [
    ...times(VECTORS, (vector) => clear(worth(vector))),
    ...[...get(tables), ...set(table), ...get(rows), ...set(row), ...get(terms), ...set(left)],
    ...wasm.whileNotZero(left, term),
    ...times(VECTORS, (vector) => [
      ...[...reaches(vector, 0), ...reaches(vector, 1), ...simd(wasm.I8X16_NARROW_I16X8_S), ...set(reached(vector))],
    ]),
    ...get(reached(0)),
    ...times(VECTORS - 1, (vector) => [...get(reached(vector + 1)), ...simd(wasm.V128_OR)]),
    ...[...simd(wasm.V128_ANY_TRUE), ...set(mask)],
    ...wasm.ifNotZero(mask, times(VECTORS, note)),
    ...times(2 * VECTORS, (half) => [...get(sums), ...get(none), ...at(wasm.V128_STORE, VECTOR * half)]),
    ...[...add(base, constant(SCAN_BLOCK)), ...add(sums, constant(2 * SCAN_BLOCK)), ...wasm.subtract(blocks, 1)],
  ];
  return {
    name: 'scan',
    parameters: Array<number>(10).fill(wasm.I32),
    results: [wasm.I32],
    locals: [
      [6, wasm.I32],
      [4 + 2 * VECTORS, wasm.V128],
    ],
    code: [
      ...[...get(list), ...set(begin)],
      ...[...constant(0x0f), ...simd(wasm.I8X16_SPLAT), ...set(lowHalf)],
      ...[...get(bar), ...simd(wasm.I16X8_SPLAT), ...set(least)],
      ...wasm.whileNotZero(blocks, block),
      ...[...get(list), ...get(begin), wasm.I32_SUB, ...constant(2), wasm.I32_SHR_U],
    ],
  };
}
