import { describe, expect, it } from 'vitest';
import { aggregate } from '../../src/eval/aggregate.ts';

describe('aggregate', () => {
  it('means, sums, and takes geometric means with a floor, so that one zero does not erase all else', () => {
    expect(aggregate({ aggregate: 'mean' }, [0.5, 0, 1])).toBe(0.5);
    expect(aggregate({ aggregate: 'sum' }, [3, 4])).toBe(7);
    expect(aggregate({ aggregate: 'geometric' }, [0.1, 0.4])).toBeCloseTo(0.2, 12);
    expect(aggregate({ aggregate: 'geometric' }, [0, 1])).toBeCloseTo(Math.sqrt(0.00001), 12);
  });

  it('is 0 over no topics, not NaN', () => {
    for (const kind of ['mean', 'sum', 'geometric'] as const) expect(aggregate({ aggregate: kind }, [])).toBe(0);
  });
});
