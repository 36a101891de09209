import { describe, expect, it } from 'vitest';
import { noMeasures } from '../../src/cli/no-measures.ts';

describe('noMeasures', () => {
  it('shows what was typed and what a list looks like', () => {
    expect(noMeasures([',']).message).toBe(
      '--measures ,: not valid; accepted: one or more measures, comma-separated, as in nDCG@10,R@100',
    );
    expect(noMeasures(['']).message).toContain('--measures ""');
  });
});
