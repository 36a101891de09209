// Modules put together from bytes: what is compiled does what its code says, on the memory that it is linked to.
import { describe, expect, it } from 'vitest';
import * as wasm from '../../src/vector/wasm.ts';

type Copy = (from: number, to: number, vectors: number) => void;

const copy: wasm.WasmFunction = {
  name: 'copy',
  parameters: [wasm.I32, wasm.I32, wasm.I32],
  locals: [],
  code: wasm.whileNotZero(2, [
    ...[...wasm.get(1), ...wasm.get(0), ...wasm.at(wasm.V128_LOAD, 0), ...wasm.at(wasm.V128_STORE, 0)],
    ...[...wasm.add(0, wasm.constant(16)), ...wasm.add(1, wasm.constant(16)), ...wasm.subtract(2, 1)],
  ]),
};

describe('a compiled module', () => {
  it('runs on its own memory, and on another as well', () => {
    const module = wasm.compile([copy, { ...copy, name: 'again' }]);
    for (const fill of [3, 5]) {
      const memory = wasm.createMemory(1000);
      const bytes = new Uint8Array(memory.buffer);
      const { copy: run, again } = wasm.link<{ copy: Copy; again: Copy }>(module, memory);
      bytes.fill(fill, 0, 48);
      run(0, 512, 2);
      expect(bytes.slice(512, 512 + 33)).toEqual(Uint8Array.from([...Array(32).fill(fill), 0]));
      again(0, 600, 1);
      expect([bytes[599], bytes[600], bytes[615], bytes[616]]).toEqual([0, fill, fill, 0]);
    }
  });

  it('has constants of more than seven bits', () => {
    const memory = wasm.createMemory(70_000);
    const bytes = new Uint8Array(memory.buffer);
    bytes.fill(9, 65_000, 65_016);
    const code = [
      ...[...wasm.constant(300), ...wasm.constant(65_000), ...wasm.at(wasm.V128_LOAD, 0)],
      ...wasm.at(wasm.V128_STORE, 200),
    ];
    const module = wasm.compile([{ name: 'run', parameters: [], locals: [], code }]);
    wasm.link<{ run: () => void }>(module, memory).run();
    expect([bytes[499], bytes[500], bytes[515], bytes[516]]).toEqual([0, 9, 9, 0]);
  });
});

describe('memory', () => {
  it('is shared, in whole pages, and no more than 4 GiB', () => {
    expect(wasm.createMemory(65_537).buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(wasm.createMemory(65_537).buffer.byteLength).toBe(131_072);
    expect(() => wasm.createMemory(2 ** 33)).toThrow(RangeError);
  });
});
