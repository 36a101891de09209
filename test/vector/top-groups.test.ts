// What is found with bounds is what scoring everything finds, bit for bit: for any vectors, groups, filters and depths.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxByGroup, scoreRows } from '../../src/vector/max-sim.ts';
import { type FoundGroups, openTopGroups } from '../../src/vector/top-groups.ts';

interface World {
  readonly dims: number;
  readonly matrix: Float32Array;
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
}

/** Numbers from -1 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = (seed ^ 0x5bd1e995) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  };
}

function best(scores: Float64Array, groups: readonly number[], depth: number): [number, number][] {
  return groups
    .toSorted((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, depth)
    .map((group) => [group, scores[group]!]);
}

/** All scores by `dot`, a full sort. */
function naive(world: World, query: Float32Array, depth: number, allowed?: Uint8Array): [number, number][] {
  const { best: scores } = maxByGroup(scoreRows(query, world.matrix, world.dims), world.starts, world.members);
  const groups = [...scores.keys()].filter(
    (group) => scores[group] !== -Infinity && (!allowed || allowed[group] === 1),
  );
  return best(scores, groups, depth);
}

function topOf({ groups, scores }: FoundGroups, depth: number): [number, number][] {
  const order = [...groups.keys()].sort((a, b) => scores[b]! - scores[a]! || groups[a]! - groups[b]!);
  return order.slice(0, depth).map((at) => [groups[at]!, scores[at]!]);
}

function oneEach(rows: number): Pick<World, 'starts' | 'members'> {
  return {
    starts: Uint32Array.from({ length: rows + 1 }, (_, row) => row),
    members: Uint32Array.from({ length: rows }, (_, row) => row),
  };
}

const cases = fc.record({
  dims: fc.integer({ min: 1, max: 40 }),
  rows: fc.integer({ min: 0, max: 300 }),
  queries: fc.integer({ min: 1, max: 7 }),
  depth: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(1000)),
  // How many different rows there are: few make ties.
  distinct: fc.constantFrom(1, 3, 1_000_000),
  magnitude: fc.constantFrom(1, 1e-20, 1e-38, 1e18, 1e36),
  // Values such as sit just beside one another.
  offset: fc.constantFrom(0, 1, 100),
  filtered: fc.boolean(),
  grouped: fc.boolean(),
  seed: fc.integer(),
});

describe('the groups found', () => {
  it('are the best there are, with the scores of `dot`', () => {
    fc.assert(
      fc.property(cases, ({ dims, rows, queries, depth, distinct, magnitude, offset, filtered, grouped, seed }) => {
        const next = numbers(seed);
        const pick = (below: number): number => Math.floor(((next() + 1) / 2) * below);
        const value = (): number => magnitude * (offset + next());
        const matrix = Float32Array.from({ length: rows * dims }, value);
        for (let row = distinct; row < rows; row++)
          matrix.copyWithin(row * dims, (row % distinct) * dims, ((row % distinct) + 1) * dims);
        const sizes = Array.from({ length: grouped ? 1 + pick(rows + 5) : 0 }, () => pick(4));
        const starts = Uint32Array.from([0, ...sizes], (_, at) =>
          sizes.slice(0, at).reduce((sum, size) => sum + size, 0),
        );
        const members = Uint32Array.from({ length: rows > 0 ? starts.at(-1)! : 0 }, () => pick(rows));
        if (rows === 0) starts.fill(0);
        const world = { dims, matrix, ...(grouped ? { starts, members } : oneEach(rows)) };
        const search = openTopGroups(matrix, dims, world.starts, world.members)!;
        const requests = Array.from({ length: queries }, () => ({
          query: Float32Array.from({ length: dims }, value),
          depth,
          allowed: filtered ? Uint8Array.from({ length: world.starts.length - 1 }, () => pick(2)) : undefined,
        }));
        const found = search.find(requests);
        requests.forEach(({ query, allowed }, at) => {
          expect(topOf(found[at]!, depth)).toEqual(naive(world, query, depth, allowed));
        });
      }),
      { numRuns: 300 },
    );
  });

  it('are few among many, over several blocks and batches', () => {
    const [rows, dims] = [20_000, 24] as const;
    const next = numbers(5);
    const matrix = Float32Array.from({ length: rows * dims }, next);
    const world = { dims, matrix, ...oneEach(rows) };
    const search = openTopGroups(matrix, dims, world.starts, world.members)!;
    const requests = Array.from({ length: 70 }, (_, at) => ({
      query: Float32Array.from({ length: dims }, next),
      depth: at === 3 ? 5000 : 10,
    }));
    search.find(requests).forEach((found, at) => {
      const { query, depth } = requests[at]!;
      expect(topOf(found!, depth)).toEqual(naive(world, query, depth));
      expect(found!.groups.length).toBeLessThan(3 * depth);
    });
  });

  it('need a place for every row that the bounds cannot tell apart', () => {
    const [rows, dims] = [5000, 8] as const;
    const matrix = new Float32Array(rows * dims).fill(0.25);
    const world = { dims, matrix, ...oneEach(rows) };
    const [found] = openTopGroups(matrix, dims, world.starts, world.members)!.find([
      { query: new Float32Array(dims).fill(1), depth: 10 },
    ]);
    expect(topOf(found!, 10)).toEqual(Array.from({ length: 10 }, (_, group) => [group, 2]));
  });
});

describe('what cannot be bounded', () => {
  it('is left to others: rows and queries that are not finite', () => {
    const { starts, members } = oneEach(2);
    expect(openTopGroups(Float32Array.of(1, Number.NaN), 1, starts, members)).toBeUndefined();
    const search = openTopGroups(Float32Array.of(1, 2), 1, starts, members)!;
    const [first, second] = search.find([
      { query: Float32Array.of(Infinity), depth: 1 },
      { query: Float32Array.of(1), depth: 1 },
    ]);
    expect(first).toBeUndefined();
    expect(topOf(second!, 1)).toEqual([[1, 2]]);
  });

  it('is refused: shapes that do not fit', () => {
    const { starts, members } = oneEach(2);
    expect(() => openTopGroups(new Float32Array(5), 2, starts, members)).toThrow(RangeError);
    const search = openTopGroups(new Float32Array(4), 2, starts, members)!;
    expect(() => search.find([{ query: new Float32Array(3), depth: 1 }])).toThrow(RangeError);
  });
});
