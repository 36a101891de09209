import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('rrf', () => {
  it('votes from rank 1 and only for what a list holds (C31)', () => {
    const equal = ['mango 0.032002', 'plum 0.016393', 'kiwi 0.016393', 'lime 0.016129', 'pear 0.015873'];
    expect(fused('rrf', A, B)).toEqual(equal);
    expect(fused('rrf(weights=0:1)', A, B)).toEqual(['plum 0.016393', 'mango 0.016129', 'pear 0.015873']);
    expect(fused('rrf(weights=0.7:0.3)', A, B)).toEqual([
      'mango 0.01595',
      'kiwi 0.011475',
      'lime 0.01129',
      'plum 0.004918',
      'pear 0.004762',
    ]);
    const alone = ['kiwi 0.016393', 'lime 0.016129', 'mango 0.015873'];
    expect(fused('rrf', A)).toEqual(alone);
    expect(fused('rrf', A, {})).toEqual(alone);
  });

  it('takes k', () => {
    expect(fused('rrf(k=0)', A, B)[0]).toBe('plum 1');
    expect(fused('rrf(k=1)', A)[0]).toBe('kiwi 0.5');
  });
});
