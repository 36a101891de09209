import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('combsum', () => {
  it('adds scaled scores', () => {
    expect(fused('combsum', A, B)).toEqual(['plum 1', 'kiwi 1', 'lime 0.5', 'mango 0.25', 'pear 0']);
    expect(fused('combsum(norm=none,weights=10:1)', A, B)).toEqual([
      'mango 18',
      'plum 14',
      'pear 10',
      'kiwi 9',
      'lime 8',
    ]);
  });
});
