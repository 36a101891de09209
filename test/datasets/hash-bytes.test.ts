import { describe, expect, it } from 'vitest';
import { hashBytes, slotsFor } from '../../src/datasets/hash-bytes.ts';

describe('hashBytes', () => {
  it('spreads ids that differ in a digit over the slots of a table', () => {
    const slots = new Set<number>();
    const mask = slotsFor(1000) - 1;
    for (let n = 0; n < 1000; n++) {
      const id = Buffer.from(`doc-${n * 7}`);
      slots.add(hashBytes(id, 0, id.length) & mask);
    }
    // At random, 1000 balls in 4096 slots leave about 890 of them used.
    expect(slots.size).toBeGreaterThan(800);
  });
});

describe('slotsFor', () => {
  it('is a power of two that leaves three quarters of the slots free', () => {
    expect([0, 4, 5, 1000, 1024].map(slotsFor)).toEqual([8, 16, 32, 4096, 4096]);
  });
});
