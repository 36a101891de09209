// The emitted products of four queries, each with its place; nothing is written beyond the rows.
import { expect, it } from 'vitest';
import { compileExactDots, EXACT_GROUP, linkExactDots } from '../../src/vector/exact-dots.ts';
import { createMemory } from '../../src/vector/wasm.ts';

it('sums the first two and the last two lanes apart, as `dot` does', () => {
  const memory = createMemory(65_536);
  const dots = linkExactDots(compileExactDots(), memory);
  const rows = new Float32Array(memory.buffer, 0, 8);
  const queries = new Float64Array(memory.buffer, 1024, 4 * EXACT_GROUP);
  const out = new Float64Array(memory.buffer, 4096, 3 * EXACT_GROUP).fill(-7);
  // (1 + 2^53) + (2^53 + 1) in this order; any other rounds otherwise.
  rows.set([1, 2 ** 53, -(2 ** 53), 1, 1, 2, 3, 4]);
  queries.set([1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 10]);
  dots(2, 4, 0, 1024, 4096);
  const first = 1 + 2 ** 53 + (-(2 ** 53) + 1);
  expect([...out]).toEqual([first, 1, 2 ** 53, -(2 ** 53) + 10, 10, 1, 2, 43, -7, -7, -7, -7]);
  expect(first).not.toBe(2);
});
