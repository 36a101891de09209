import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('isr', () => {
  it('is the number of lists times the sum of inverse squares of ranks', () => {
    expect(fused('isr', A, B)).toEqual(['plum 1', 'kiwi 1', 'mango 0.722222', 'lime 0.25', 'pear 0.111111']);
  });
});
