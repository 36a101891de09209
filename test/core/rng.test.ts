import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';

const draws = (rng: { float(): number }, n = 5): number[] => Array.from({ length: n }, () => rng.float());

describe('seeded randomness', () => {
  it('gives equal draws for equal seeds and paths', () => {
    expect(draws(createRng(404).stream('a').stream('b'))).toEqual(draws(createRng(404).stream('a').stream('b')));
    expect(draws(createRng(404).stream('a'))).not.toEqual(draws(createRng(405).stream('a')));
    expect(draws(createRng(404).stream('a'))).not.toEqual(draws(createRng(404).stream('b')));
  });

  it('keeps a stream where it is, whatever is drawn elsewhere', () => {
    const busy = createRng(1);
    draws(busy, 100);
    draws(busy.stream('other'), 100);
    expect(draws(busy.stream('mine'))).toEqual(draws(createRng(1).stream('mine')));
  });

  it('does not confuse paths by concatenation of seed and name', () => {
    expect(draws(createRng(1).stream('2'))).not.toEqual(draws(createRng(12)));
  });

  it('draws integers in range, each about as often', () => {
    const rng = createRng(7);
    const counts = new Array(6).fill(0) as number[];
    for (let i = 0; i < 6000; i++) counts[rng.int(6)]!++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('shuffles a copy and keeps every item', () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    const shuffled = createRng(3).shuffle(items);
    expect(shuffled).not.toEqual(items);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
  });

  it('refuses to pick from nothing', () => {
    expect(() => createRng(1).pick([])).toThrow(RangeError);
  });

  it('never moves: the first draws of seed 404 are part of every published figure', () => {
    expect(draws(createRng(404).stream('handbook'), 2)).toMatchInlineSnapshot(`
      [
        0.8791309012282474,
        0.5225497938545476,
      ]
    `);
  });
});
