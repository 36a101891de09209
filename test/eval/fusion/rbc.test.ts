import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('rbc', () => {
  it('falls by phi from rank to rank', () => {
    expect(fused('rbc', A, B)).toEqual(['mango 0.288', 'plum 0.2', 'kiwi 0.2', 'lime 0.16', 'pear 0.128']);
    expect(fused('rbc(phi=0)', A)).toEqual(['kiwi 1', 'lime 0', 'mango 0']);
  });
});
