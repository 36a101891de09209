import { describe, expect, it } from 'vitest';
import { csv } from '../../../src/report/comparison-formats/csv.ts';
import { twoCompared } from '../sample-comparison.ts';

const text = csv.render(twoCompared, { width: 80, paint: (_, own) => own });

describe('a comparison as CSV', () => {
  it('has a line a pair, a flip and a large difference', () => {
    const { pairs, flips, differences } = twoCompared;
    const first = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',')[0]);
    expect(first.slice(0, 3)).toEqual(['table', 'pairs', 'pairs']);
    expect(first).toHaveLength(1 + pairs.length + flips.length + differences.length);
  });

  it('holds no formula', () => {
    expect(text).not.toMatch(/(^|,)"?[=@]/m);
    expect(text).toContain("'=cmd()");
  });
});
