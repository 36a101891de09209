import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { A, B, fused, fuseLists, type Scores } from './fused.ts';

/** Ranks by list: an order of letters. */
const order = (letters: string): Scores => Object.fromEntries([...letters].map((id, place) => [id, -place]));

describe('condorcet', () => {
  it('puts the document first that beats every other one, though points say otherwise', () => {
    // a beats b and c in three of five lists; Borda prefers b.
    const lists = ['abc', 'abc', 'abc', 'bca', 'bca'].map(order);
    expect(fused('condorcet', ...lists)).toEqual(['a 3', 'b 2', 'c 1']);
    expect(fused('borda', ...lists)[0]).toMatch(/^b /);
  });

  it('lets a list that holds a document rank it before what it lacks, and say nothing of two that it lacks', () => {
    expect(fused('condorcet', A, B)).toEqual(['plum 5', 'mango 4', 'kiwi 3', 'lime 2', 'pear 1']);
  });

  it('cuts a cycle and breaks ties by id, and weighs the lists', () => {
    // a beats b beats c beats a: begun as c, b, a, where b beats c and moves up.
    expect(fused('condorcet', ...['abc', 'bca', 'cab'].map(order))).toEqual(['b 3', 'c 2', 'a 1']);
    expect(fused('condorcet', order('ab'), order('ba'))).toEqual(['b 2', 'a 1']);
    expect(fused('condorcet(weights=2:1)', order('ab'), order('ba'))).toEqual(['a 2', 'b 1']);
  });

  it('never puts a document right behind one that it beats, nor before one that all lists have before it', () => {
    const list = fc.shuffledSubarray([...'abcdefg'], { minLength: 1 }).map((ids) => ids.join(''));
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), (lists) => {
        const { ids } = fuseLists('condorcet', lists.map(order));
        const place = (ids: string, id: string): number => (ids.includes(id) ? ids.indexOf(id) : Infinity);
        const lead = (a: string, b: string): number =>
          lists.reduce((sum, each) => sum + Math.sign(place(each, b) - place(each, a) || 0), 0);
        for (const [i, id] of ids.slice(1).entries()) expect(lead(id, ids[i]!)).toBeLessThanOrEqual(0);
        ids.forEach((a, i) => {
          for (const b of ids.slice(i + 1)) expect(lists.every((each) => place(each, b) < place(each, a))).toBe(false);
        });
      }),
    );
  });
});
