import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('weighted', () => {
  it('lets the other list decide where one scores all alike (C33)', () => {
    const dense = { d1: 0.42, d2: 0.42, d3: 0.42 };
    expect(fused('weighted', dense, { d2: 7.5, d3: 2.5, d4: 0 })).toEqual(['d2 1', 'd3 0.666667', 'd1 0.5', 'd4 0']);
    expect(fused('weighted', { d9: 0.77 }, {})).toEqual(['d9 0.5']);
  });

  it('scales the weights to sum 1, over the runs and not over those that hold the topic', () => {
    expect(fused('weighted(weights=7:3)', A, B)).toEqual(fused('weighted(weights=0.7:0.3)', A, B));
    expect(fused('weighted(weights=3:1)', { a: 2 }, {})).toEqual(['a 0.75']);
  });
});
