// C = max(A·B + bias, floor) in single precision: a WebAssembly SIMD function, emitted here byte by byte at start-up.
//
// Every element of C is bias, then a[0]·b[0] added, then a[1]·b[1], ... in order, each product and sum rounded to single
// precision. Tiles only decide which elements are computed side by side, so a row of C depends on its row of A alone:
// that is what makes vectors identical whatever the batch. Relaxed SIMD (fused multiply-add) would break it.

// TypeScript's own library has no WebAssembly without the DOM's: the few members used here.
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number; shared: true }) => SharedMemory;
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: object) => { readonly exports: { readonly gemm: Gemm } };
};

/** Memory that worker threads see without a copy. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}
/** A compiled module; it can be posted to a worker. */
export type WasmModule = object;

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

const PAGE = 65536;

export function createMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

export function compileGemm(): WasmModule {
  return new WebAssembly.Module(emitGemm(MAX_PAGES));
}

export function linkGemm(module: WasmModule, memory: SharedMemory): Gemm {
  return new WebAssembly.Instance(module, { env: { memory } }).exports.gemm;
}

/** The most that a 32-bit memory may declare; the memory handed in may be smaller. */
const MAX_PAGES = 65536;

// Value types and opcodes of the WebAssembly 2.0 binary format.
const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const EMPTY = 0x40;
const BLOCK = 0x02;
const LOOP = 0x03;
const END = 0x0b;
const BR = 0x0c;
const BR_IF = 0x0d;
const GET = 0x20;
const SET = 0x21;
const I32_CONST = 0x41;
const I32_EQZ = 0x45;
const I32_LT_U = 0x49;
const I32_ADD = 0x6a;
const I32_SUB = 0x6b;
const I32_SHL = 0x74;
const SIMD = 0xfd;
const V128_LOAD = 0x00;
const V128_LOAD32_SPLAT = 0x09;
const V128_STORE = 0x0b;
const F32X4_SPLAT = 0x13;
const F32X4_ADD = 0xe4;
const F32X4_MUL = 0xe6;
const F32X4_MAX = 0xe9;

/** Rows of A computed side by side. 4 x 8 needs 8 accumulators, which leaves room in 16 registers; more rows spill. */
const TILES = [4, 2, 1] as const;

function emitGemm(maxPages: number): Uint8Array<ArrayBuffer> {
  // Parameters 0..11 in the order of Gemm, then the locals.
  const [m, n, k, a, aRow, b, bRow, bPanel, c, cRow, bias, floor] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
  const [rows, aEnd, bAt, cAt, aTile] = [12, 13, 14, 15, 16] as const;
  const aAt = [17, 18, 19, 20] as const;
  const [b0, b1, splat, least] = [21, 22, 23, 24] as const;
  const acc = (row: number, half: number): number => 25 + row * 2 + half;

  const get = (local: number): number[] => [GET, local];
  const set = (local: number): number[] => [SET, local];
  const constant = (value: number): number[] => [I32_CONST, ...signed(value)];
  const simd = (op: number, ...rest: number[]): number[] => [SIMD, ...unsigned(op), ...rest];
  const load = (op: number, offset: number): number[] => simd(op, 2, ...unsigned(offset));
  const add = (local: number, by: number[]): number[] => [...get(local), ...by, I32_ADD, ...set(local)];
  const subtract = (local: number, by: number): number[] => [...get(local), ...constant(by), I32_SUB, ...set(local)];
  /** Repeats the body while the local is at least `least`. */
  const whileAtLeast = (local: number, limit: number, body: number[]): number[] => [
    ...[BLOCK, EMPTY, LOOP, EMPTY],
    ...[...get(local), ...constant(limit), I32_LT_U, BR_IF, 1],
    ...body,
    ...[BR, 0, END, END],
  ];
  const times = (count: number, body: (index: number) => number[]): number[] =>
    Array.from({ length: count }, (_, index) => body(index)).flat();

  /** The next product of each accumulator of the tile. Unrolled by hand it is a third slower: V8 spills registers. */
  const products = (height: number): number[] => [
    ...[...get(bAt), ...load(V128_LOAD, 0), ...set(b0)],
    ...[...get(bAt), ...load(V128_LOAD, 16), ...set(b1)],
    ...add(bAt, get(bRow)),
    ...times(height, (row) => [
      ...[...get(aAt[row]!), ...load(V128_LOAD32_SPLAT, 0), ...set(splat), ...add(aAt[row]!, constant(4))],
      ...times(2, (half) => [
        ...[...get(acc(row, half)), ...get(splat), ...get(half === 0 ? b0 : b1), ...simd(F32X4_MUL)],
        ...[...simd(F32X4_ADD), ...set(acc(row, half))],
      ]),
    ]),
  ];

  const tile = (height: number): number[] => [
    ...times(height, (row) => [
      ...[...get(aTile), ...set(aAt[row]!), ...add(aTile, get(aRow))],
      ...[...get(bias), ...load(V128_LOAD, 0), ...set(acc(row, 0))],
      ...[...get(bias), ...load(V128_LOAD, 16), ...set(acc(row, 1))],
    ]),
    ...[...get(b), ...set(bAt), ...get(aAt[0]), ...get(k), ...constant(2), I32_SHL, I32_ADD, ...set(aEnd)],
    ...[LOOP, EMPTY, ...products(height), ...get(aAt[0]), ...get(aEnd), I32_LT_U, BR_IF, 0, END],
    ...times(height, (row) => [
      ...times(2, (half) => [
        ...[...get(cAt), ...get(acc(row, half)), ...get(least), ...simd(F32X4_MAX)],
        ...load(V128_STORE, 16 * half),
      ]),
      ...add(cAt, get(cRow)),
    ]),
    ...subtract(rows, height),
  ];

  const code = [
    ...[...get(floor), ...simd(F32X4_SPLAT), ...set(least)],
    ...[BLOCK, EMPTY, LOOP, EMPTY, ...get(n), I32_EQZ, BR_IF, 1],
    ...[...get(m), ...set(rows), ...get(a), ...set(aTile), ...get(c), ...set(cAt)],
    ...TILES.flatMap((height) => whileAtLeast(rows, height, tile(height))),
    ...[...add(b, get(bPanel)), ...add(bias, constant(32)), ...add(c, constant(32)), ...subtract(n, 8)],
    ...[BR, 0, END, END, END],
  ];
  const locals = [2, ...[...unsigned(9), I32], ...[...unsigned(4 + 8), V128]];
  const body = [...locals, ...code];
  const parameters = [...Array<number>(11).fill(I32), F32];

  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, ...vector(parameters), 0]),
    // Import of a memory: kind 2, limits flag 3 (shared, with a maximum).
    ...section(2, [1, ...name('env'), ...name('memory'), 2, 3, 1, ...unsigned(maxPages)]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('gemm'), 0, 0]),
    ...section(10, [1, ...vector(body)]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...vector(content)];
}

function vector(content: number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return vector(Array.from(text, (char) => char.charCodeAt(0)));
}

/** LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** Signed LEB128 of a small non-negative number. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x40; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
