// Inner products of 16-bit queries with 8-bit rows, exact in 32-bit integers: a WebAssembly SIMD function for one query and
// one for four. A row is a quarter of its single-precision self, which is what a search limited by memory needs.
import { type Sift, siftRows, siftTiles } from './sift.ts';
import * as wasm from './wasm.ts';

/** Elements that a row is padded to a multiple of, with zeros. */
export const STEP = 8;
/** Rows lie in tiles of four: the first 8 elements of each, then the next 8 of each, and so on. */
export const TILE = 4;
/** Queries of a group, interleaved as the rows of a tile are. */
export const GROUP = 4;

/**
 * All places are bytes.
 * @param tiles how many tiles of 4 rows
 * @param elements of a row, a multiple of 8 and not 0
 * @param out an i32 a row (`one`), or 4 a row, one for each query (`four`)
 */
type Dots = (tiles: number, elements: number, rows: number, queries: number, out: number) => void;

export interface Int8Dots {
  readonly one: Dots;
  readonly four: Dots;
  /** For what `one` computed. */
  readonly siftTiles: Sift;
  /** For what `four` computed. */
  readonly siftRows: Sift;
}

export function compileInt8Dots(): wasm.WasmModule {
  return wasm.compile([one(), four(), siftTiles, siftRows]);
}

export function linkInt8Dots(module: wasm.WasmModule, memory: wasm.SharedMemory): Int8Dots {
  return wasm.link<Int8Dots>(module, memory);
}

const { get, set, add, at, clear, constant, simd, times } = wasm;
// Parameters in the order of Dots, then the locals.
const [TILES, ELEMENTS, ROWS, QUERIES, OUT] = [0, 1, 2, 3, 4] as const;
const [ROW_AT, QUERY_AT, QUERY_END] = [5, 6, 7] as const;
const PARAMETERS = Array<number>(5).fill(wasm.I32);

/** acc += the eight products of row and query. */
const accumulate = (acc: number, row: number[], query: number[]): number[] => [
  ...[...get(acc), ...row, ...query, ...simd(wasm.I32X4_DOT_I16X8_S), ...simd(wasm.I32X4_ADD), ...set(acc)],
];

/** The sums of the lanes of four vectors, as one vector; two locals are overwritten. */
const sums = (a: number, b: number, c: number, d: number, first: number, second: number): number[] => {
  const pair = (x: number, y: number): number[] => [
    ...[...get(x), ...get(y), ...wasm.shuffle(0, 4, 1, 5), ...get(x), ...get(y), ...wasm.shuffle(2, 6, 3, 7)],
    ...simd(wasm.I32X4_ADD),
  ];
  return [
    ...[...pair(a, b), ...set(first), ...pair(c, d), ...set(second)],
    ...[...get(first), ...get(second), ...wasm.shuffle(0, 1, 4, 5)],
    ...[...get(first), ...get(second), ...wasm.shuffle(2, 3, 6, 7), ...simd(wasm.I32X4_ADD)],
  ];
};

/** Four rows beside one query. */
function one(): wasm.WasmFunction {
  const query = 8;
  const acc = [9, 10, 11, 12] as const;
  const products = [
    ...[...get(QUERY_AT), ...at(wasm.V128_LOAD, 0), ...set(query)],
    ...times(TILE, (row) =>
      accumulate(acc[row]!, [...get(ROW_AT), ...at(wasm.V128_LOAD8X8_S, STEP * row)], get(query)),
    ),
    ...add(ROW_AT, constant(STEP * TILE)),
    ...add(QUERY_AT, constant(2 * STEP)),
  ];
  const tile = [
    ...acc.flatMap(clear),
    ...[...get(QUERIES), ...set(QUERY_AT)],
    ...wasm.untilReaches(QUERY_AT, QUERY_END, products),
    ...[...get(OUT), ...sums(...acc, query, acc[0]), ...at(wasm.V128_STORE, 0)],
    ...[...add(OUT, constant(4 * TILE)), ...wasm.subtract(TILES, 1)],
  ];
  return {
    name: 'one',
    parameters: PARAMETERS,
    locals: [
      [3, wasm.I32],
      [5, wasm.V128],
    ],
    code: [
      ...[...get(ROWS), ...set(ROW_AT)],
      ...[...get(QUERIES), ...get(ELEMENTS), ...constant(1), wasm.I32_SHL, wasm.I32_ADD, ...set(QUERY_END)],
      ...wasm.whileNotZero(TILES, tile),
    ],
  };
}

/** Two rows of a tile, then the other two, beside four queries: sixteen accumulators at once would not fit 16 registers. */
function four(): wasm.WasmFunction {
  const rows = [8, 9] as const;
  const query = 10;
  const acc = (row: number, of: number): number => 11 + GROUP * row + of;
  const tileAt = 19;
  const products = (half: number): number[] => [
    ...times(2, (row) => [
      ...[...get(ROW_AT), ...at(wasm.V128_LOAD8X8_S, STEP * (2 * half + row)), ...set(rows[row]!)],
    ]),
    ...times(GROUP, (of) => [
      ...[...get(QUERY_AT), ...at(wasm.V128_LOAD, 2 * STEP * of), ...set(query)],
      ...times(2, (row) => accumulate(acc(row, of), get(rows[row]!), get(query))),
    ]),
    ...add(ROW_AT, constant(STEP * TILE)),
    ...add(QUERY_AT, constant(2 * STEP * GROUP)),
  ];
  const tile = [
    ...[...get(ROW_AT), ...set(tileAt)],
    ...times(2, (half) => [
      ...times(2, (row) => times(GROUP, (of) => clear(acc(row, of)))),
      ...[...get(QUERIES), ...set(QUERY_AT), ...get(tileAt), ...set(ROW_AT)],
      ...wasm.untilReaches(QUERY_AT, QUERY_END, products(half)),
      ...times(2, (row) => [
        ...[...get(OUT), ...sums(acc(row, 0), acc(row, 1), acc(row, 2), acc(row, 3), rows[0], rows[1])],
        ...at(wasm.V128_STORE, 4 * GROUP * row),
      ]),
      ...add(OUT, constant(2 * 4 * GROUP)),
    ]),
    ...wasm.subtract(TILES, 1),
  ];
  return {
    name: 'four',
    parameters: PARAMETERS,
    locals: [
      [3, wasm.I32],
      [11, wasm.V128],
      [1, wasm.I32],
    ],
    code: [
      ...[...get(ROWS), ...set(ROW_AT)],
      ...[...get(QUERIES), ...get(ELEMENTS), ...constant(3), wasm.I32_SHL, wasm.I32_ADD, ...set(QUERY_END)],
      ...wasm.whileNotZero(TILES, tile),
    ],
  };
}
