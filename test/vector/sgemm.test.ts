// The emitted matrix product equals a plain loop in single precision, bit for bit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGemm, linkGemm } from '../../src/vector/sgemm.ts';
import { createMemory } from '../../src/vector/wasm.ts';

const memory = createMemory(1 << 20);
const gemm = linkGemm(compileGemm(), memory);
const f = new Float32Array(memory.buffer);
// Places in floats, far enough apart for the largest shape below.
const [A, B, C, BIAS] = [0, 20_000, 60_000, 90_000] as const;

function fill(seed: number): void {
  let state = seed >>> 0;
  for (let i = 0; i < f.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    f[i] = state / 2 ** 31 - 1;
  }
}

const shapes = fc.record({
  m: fc.integer({ min: 0, max: 11 }),
  panels: fc.integer({ min: 1, max: 4 }),
  k: fc.integer({ min: 1, max: 33 }),
  gap: fc.integer({ min: 0, max: 5 }),
  packed: fc.boolean(),
  relu: fc.boolean(),
  seed: fc.nat(),
});

describe('gemm', () => {
  it('adds bias and products in order, each rounded to single precision, whatever the shape and strides', () => {
    fc.assert(
      fc.property(shapes, ({ m, panels, k, gap, packed, relu, seed }) => {
        fill(seed);
        const n = 8 * panels;
        const [aRow, cRow] = [k + gap, n + gap];
        const [bRow, bPanel] = packed ? [8, 8 * k] : [n + gap, 8];
        const before = f.slice(C, C + (m + 1) * cRow);
        const at = (place: number) => 4 * place;
        const floor = relu ? 0 : -Infinity;
        gemm(m, n, k, at(A), at(aRow), at(B), at(bRow), at(bPanel), at(C), at(cRow), at(BIAS), floor);
        const expected = before;
        for (let i = 0; i < m; i++) {
          for (let j = 0; j < n; j++) {
            let sum = f[BIAS + j]!;
            for (let x = 0; x < k; x++) {
              const b = f[B + x * bRow + (j >> 3) * bPanel + (j & 7)]!;
              sum = Math.fround(sum + Math.fround(f[A + i * aRow + x]! * b));
            }
            expected[i * cRow + j] = Math.max(sum, floor);
          }
        }
        expect(f.slice(C, C + (m + 1) * cRow)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('gives a row the same bits alone and among others', () => {
    fill(1);
    const [m, n, k] = [7, 16, 50] as const;
    gemm(m, n, k, 4 * A, 4 * k, 4 * B, 32, 32 * k, 4 * C, 4 * n, 4 * BIAS, -Infinity);
    const together = f.slice(C, C + m * n);
    for (let i = 0; i < m; i++) {
      gemm(1, n, k, 4 * (A + i * k), 4 * k, 4 * B, 32, 32 * k, 4 * C, 4 * n, 4 * BIAS, -Infinity);
      expect(f.slice(C, C + n)).toEqual(together.slice(i * n, (i + 1) * n));
    }
  });
});
