import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { drawFilter, drawWorld, type FilterWorld, scanThenFilter } from '../../src/labs/post-filter.ts';

/** Two queries over six rows, orders written out. */
const world: FilterWorld = {
  rows: 6,
  orders: [Uint32Array.of(0, 1, 2, 3, 4, 5), Uint32Array.of(5, 4, 3, 2, 1, 0)],
};
const allowed = Uint8Array.of(1, 0, 0, 1, 0, 1);

describe('scanThenFilter', () => {
  it('filters what was scanned, and scans no further', () => {
    // 0 1 | 2 ... gives one of two, 5 4 | 3 ... gives one of two.
    expect(scanThenFilter(world, allowed, 2, { rows: 2 })).toEqual({ returned: 1, recall: 0.5, scanned: 2 });
    expect(scanThenFilter(world, allowed, 2, { rows: 6 })).toEqual({ returned: 2, recall: 1, scanned: 6 });
  });

  it('goes on until enough pass, or to the limit', () => {
    // The second row that passes is the fourth of one order and the third of the other.
    expect(scanThenFilter(world, allowed, 2, { until: 2, limit: 6 })).toEqual({ returned: 2, recall: 1, scanned: 3.5 });
    expect(scanThenFilter(world, allowed, 2, { until: 2, limit: 1 })).toEqual({ returned: 1, recall: 0.5, scanned: 1 });
  });

  it('misses nothing where nothing passes', () => {
    const none = new Uint8Array(6);
    expect(scanThenFilter(world, none, 2, { rows: 3 })).toEqual({ returned: 0, recall: 1, scanned: 3 });
  });
});

describe('what is drawn', () => {
  const sizes = { rows: 300, queries: 3, dims: 8 };

  it('is the same for a seed and another for another', () => {
    expect(drawWorld(createRng(1), sizes)).toEqual(drawWorld(createRng(1), sizes));
    expect(drawWorld(createRng(1), sizes)).not.toEqual(drawWorld(createRng(2), sizes));
  });

  it('holds every row once in each order', () => {
    for (const order of drawWorld(createRng(1), sizes).orders) {
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: sizes.rows }, (_, row) => row));
    }
  });

  it('lets exactly a share of the rows pass', () => {
    expect(drawFilter(createRng(3), 300, 0.1).reduce((sum, one) => sum + one, 0)).toBe(30);
    expect(drawFilter(createRng(3), 300, 1).every((one) => one === 1)).toBe(true);
  });
});
