// WebAssembly emitted byte by byte at start-up: what the kernels of this folder need of the binary format, and no more.

// TypeScript's own library has no WebAssembly without the DOM's: the few members used here.
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number; shared: true }) => SharedMemory;
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: object) => { readonly exports: object };
};

/** Memory that worker threads see without a copy. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}
/** A compiled module; it can be posted to a worker. */
export type WasmModule = object;

const PAGE = 65536;
/** The most that a 32-bit memory may declare; the memory handed in may be smaller. */
const MAX_PAGES = 65536;

/** @throws RangeError where there is no room for so much, or it is more than 4 GiB */
export function createMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** The functions that a module exports, on a memory. */
export function link<Functions extends object>(module: WasmModule, memory: SharedMemory): Functions {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Functions;
}

/** One exported function; locals follow the parameters in the order of their groups. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly results?: readonly number[];
  /** [how many, of which type] */
  readonly locals: readonly (readonly [number, number])[];
  readonly code: readonly number[];
}

export function compile(functions: readonly WasmFunction[]): WasmModule {
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(
        1,
        list(functions.map(({ parameters, results = [] }) => [0x60, ...vector(parameters), ...vector(results)])),
      ),
      // Import of a memory: kind 2, limits flag 3 (shared, with a maximum).
      ...section(2, list([[...name('env'), ...name('memory'), 2, 3, 1, ...unsigned(MAX_PAGES)]])),
      ...section(3, list(functions.map((_, index) => unsigned(index)))),
      ...section(7, list(functions.map((each, index) => [...name(each.name), 0, ...unsigned(index)]))),
      ...section(10, list(functions.map(({ locals, code }) => vector([...localGroups(locals), ...code, END])))),
    ]),
  );
}

function localGroups(locals: WasmFunction['locals']): number[] {
  return list(locals.map(([count, type]) => [...unsigned(count), type]));
}

// Value types and opcodes of the WebAssembly 2.0 binary format.
export const I32 = 0x7f;
export const F32 = 0x7d;
export const V128 = 0x7b;
const EMPTY = 0x40;
const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const END = 0x0b;
const BR = 0x0c;
const BR_IF = 0x0d;
const GET = 0x20;
const SET = 0x21;
const I32_LOAD = 0x28;
const I32_LOAD16_U = 0x2f;
const I32_STORE = 0x36;
const F32_STORE = 0x38;
const I32_CONST = 0x41;
const I32_EQZ = 0x45;
const SIMD = 0xfd;
const I8X16_SHUFFLE = 0x0d;
const I32_LT_U = 0x49;
export const I32_CTZ = 0x68;
export const I32_ADD = 0x6a;
export const I32_SUB = 0x6b;
export const I32_AND = 0x71;
export const I32_SHL = 0x74;
export const I32_SHR_U = 0x76;
export const F32_CONVERT_I32_U = 0xb3;
export const V128_LOAD = 0x00;
export const V128_LOAD8X8_S = 0x01;
export const V128_LOAD32_SPLAT = 0x09;
export const V128_STORE = 0x0b;
export const I8X16_SWIZZLE = 0x0e;
export const I8X16_SPLAT = 0x0f;
export const I16X8_SPLAT = 0x10;
export const F32X4_SPLAT = 0x13;
export const I16X8_GE_U = 0x36;
export const F32X4_GE = 0x46;
export const V128_ANY_TRUE = 0x53;
export const I32X4_SHR_U = 0xad;
export const F32X4_CONVERT_I32X4_S = 0xfa;
export const I32X4_ADD = 0xae;
export const I32X4_DOT_I16X8_S = 0xba;
export const V128_AND = 0x4e;
export const V128_OR = 0x50;
const V128_XOR = 0x51;
export const I8X16_BITMASK = 0x64;
export const I8X16_NARROW_I16X8_S = 0x65;
export const I8X16_ADD = 0x6e;
export const I16X8_EXTEND_LOW_I8X16_U = 0x89;
export const I16X8_EXTEND_HIGH_I8X16_U = 0x8a;
export const I16X8_SHL = 0x8b;
export const I16X8_ADD_SAT_U = 0x90;
const V128_LOAD8_LANE = 0x54;
const V128_LOAD32_LANE = 0x56;
const V128_STORE64_LANE = 0x5b;
export const F64X2_PROMOTE_LOW_F32X4 = 0x5f;
export const F64X2_ADD = 0xf0;
export const F64X2_MUL = 0xf2;
export const F32X4_ADD = 0xe4;
export const F32X4_MUL = 0xe6;
export const F32X4_DIV = 0xe7;
export const F32X4_MAX = 0xe9;

export const get = (local: number): number[] => [GET, local];
export const set = (local: number): number[] => [SET, local];
export const constant = (value: number): number[] => [I32_CONST, ...signed(value)];
export const simd = (op: number, ...rest: number[]): number[] => [SIMD, ...unsigned(op), ...rest];
/** Stores the number on the stack so many bytes behind the address below it. */
export const store = (offset: number): number[] => [I32_STORE, 2, ...unsigned(offset)];
export const storeFloat = (offset: number): number[] => [F32_STORE, 2, ...unsigned(offset)];
/** The number so many bytes behind the address on the stack. */
export const load = (offset: number): number[] => [I32_LOAD, 2, ...unsigned(offset)];
/** The same of 16 bits, without a sign. */
export const load16 = (offset: number): number[] => [I32_LOAD16_U, 1, ...unsigned(offset)];
/** A load or store of a vector, so many bytes behind the address on the stack. */
export const at = (op: number, offset: number): number[] => simd(op, 2, ...unsigned(offset));
export const add = (local: number, by: readonly number[]): number[] => [...get(local), ...by, I32_ADD, ...set(local)];
export const subtract = (local: number, by: number): number[] => [
  ...get(local),
  ...constant(by),
  I32_SUB,
  ...set(local),
];
/** Stores the first 64 bits of the vector on the stack, so many bytes behind the address below it. */
export const storeFirst64 = (offset: number): number[] => simd(V128_STORE64_LANE, 3, ...unsigned(offset), 0);
/** Puts the byte, or the 32 bits, at the address below the vector on the stack into one of its lanes. */
export const loadByteLane = (lane: number): number[] => [...simd(V128_LOAD8_LANE, 0, 0), lane];
export const loadLane = (lane: number): number[] => [...simd(V128_LOAD32_LANE, 2, 0), lane];
/** Sets a vector to zeros. */
export const clear = (local: number): number[] => [...get(local), ...get(local), ...simd(V128_XOR), ...set(local)];
/** A vector of four 32-bit lanes, each chosen from the eight of the two on the stack. */
export const shuffle = (...lanes: readonly [number, number, number, number]): number[] =>
  simd(I8X16_SHUFFLE, ...lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]));

/** Repeats the body while the local is at least `limit`. */
export const whileAtLeast = (local: number, limit: number, body: readonly number[]): number[] => [
  ...[BLOCK, EMPTY, LOOP, EMPTY],
  ...[...get(local), ...constant(limit), I32_LT_U, BR_IF, 1],
  ...body,
  ...[BR, 0, END, END],
];
/** Repeats the body until the local is zero. */
export const whileNotZero = (local: number, body: readonly number[]): number[] => [
  ...[BLOCK, EMPTY, LOOP, EMPTY, ...get(local), I32_EQZ, BR_IF, 1],
  ...body,
  ...[BR, 0, END, END],
];
/** Does the body once, unless the local is zero. */
export const ifNotZero = (local: number, body: readonly number[]): number[] => [...get(local), IF, EMPTY, ...body, END];
/** Repeats the body, once at least, while the first local is below the second. */
export const untilReaches = (local: number, end: number, body: readonly number[]): number[] => [
  ...[LOOP, EMPTY, ...body, ...get(local), ...get(end), I32_LT_U, BR_IF, 0, END],
];
export const times = (count: number, body: (index: number) => readonly number[]): number[] =>
  Array.from({ length: count }, (_, index) => body(index)).flat();

function section(id: number, content: readonly number[]): number[] {
  return [id, ...vector(content)];
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function vector(content: readonly number[]): number[] {
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
