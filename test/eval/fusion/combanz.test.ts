import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('combanz', () => {
  it('is the mean over the lists that hold the document, weighted', () => {
    expect(fused('combanz', A, B)).toEqual(['plum 1', 'kiwi 1', 'lime 0.5', 'mango 0.125', 'pear 0']);
    expect(fused('combanz(weights=1:3)', A, B)).toContain('mango 0.1875');
  });
});
