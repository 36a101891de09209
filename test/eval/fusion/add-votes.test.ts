import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FusionList } from '../../../src/core/contracts.ts';
import { addVotes, byRank } from '../../../src/eval/fusion/add-votes.ts';

const list = (weight: number, ...members: number[]): FusionList => ({
  members: Uint32Array.from(members),
  scores: Float64Array.from(members, (_, place) => -place),
  weight,
});

describe('addVotes', () => {
  it('adds weighted votes by rank, counts lists, and gives to what a list lacks', () => {
    const lists = [list(1, 0, 2), list(10, 2)];
    const votesOf = (each: FusionList) => ({ byRank: byRank(each, (rank) => 4 - rank), absent: 0.5 });
    const { sums, counts, weights } = addVotes(lists, 3, votesOf);
    expect([...sums]).toEqual([8, 5.5, 32]);
    expect([...counts]).toEqual([1, 0, 2]);
    expect([...weights]).toEqual([1, 0, 11]);
  });

  it('gives the same sums to the last bit in any order of lists', () => {
    const votes = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(votes, (given) => {
        const lists = given.map((weight) => list(weight, 0));
        const sum = (of: readonly FusionList[]) => addVotes(of, 1, () => ({ byRank: [1] })).sums[0];
        expect(sum(lists.toReversed())).toBe(sum(lists));
      }),
    );
  });
});
