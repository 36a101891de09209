import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('borda', () => {
  it('shares what is left of a list out among what it lacks', () => {
    // Five documents: a list of three gives 5, 4, 3 and (2 + 1) / 2 to the others.
    expect(fused('borda', A, B)).toEqual(['mango 7', 'plum 6.5', 'kiwi 6.5', 'lime 5.5', 'pear 4.5']);
  });

  it('takes no points from a list without the topic', () => {
    expect(fused('borda', A, {})).toEqual(['kiwi 3', 'lime 2', 'mango 1']);
  });
});
