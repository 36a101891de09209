// The two functions of a scan: each memory has its own, and they are compiled once for all.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { linkScanKernels } from '../../src/retrieval/scan-kernels.ts';
import { createMemory } from '../../src/vector/wasm.ts';

describe('the functions of a scan', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are compiled together once, and work on the memory that they are linked with', () => {
    const real = (globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } }).WebAssembly;
    let compiled = 0;
    class Counting {
      constructor(bytes: Uint8Array) {
        compiled++;
        // biome-ignore lint/correctness/noConstructorReturn: what is compiled has to be a module.
        return new real.Module(bytes);
      }
    }
    vi.stubGlobal('WebAssembly', Object.assign(Object.create(real), { Module: Counting }));
    const [SUMS, LIST, ESTIMATES, ROW, NORMS] = [0, 256, 512, 1024, 2048] as const;
    const linked = [1, 2, 3].map((ord) => {
      const memory = createMemory(4096);
      new Uint16Array(memory.buffer, SUMS)[ord] = 7;
      new Uint8Array(memory.buffer, ROW)[ord] = ord << 4;
      new Float32Array(memory.buffer, NORMS, 64).fill(1);
      return { ord, memory, ...linkScanKernels(memory) };
    });
    expect(compiled).toBe(1);
    for (const { ord, memory, scan, addTerm } of linked) {
      expect(scan(SUMS, 1, 0, 0, 0, 0, 7, LIST, ESTIMATES, 0)).toBe(1);
      addTerm(1, LIST, ESTIMATES, ROW, NORMS, ord + 1);
      expect(new Uint32Array(memory.buffer, LIST)[0]).toBe(ord);
      expect(new Float32Array(memory.buffer, ESTIMATES)[0]).toBe(7 + ord);
    }
  });
});
