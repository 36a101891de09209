// Expected values were drawn once with CPython 3.11.7.
import { describe, expect, it } from 'vitest';
import { cpythonRandom } from '../../src/labs/cpython-random.ts';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

// seed, getrandbits(1, 5, 31, 32, 33, 53), _randbelow(1), _randbelow(14, 60, 2^20), sample(14, 2), sample(100, 5), sample(20, 10), choice of 5
const drawn: readonly (readonly [number, number[], number[], number[], number[], number[], string])[] = [
  [
    7,
    [0, 30, 323946139, 1695753998, 2795742288, 7397381398802227],
    [5, 37, 121632],
    [8, 3],
    [4, 11, 55, 53, 8],
    [7, 2, 17, 13, 1, 16, 9, 15, 3, 10],
    'e',
  ],
  [
    0,
    [1, 12, 1627694678, 3823568514, 1806341205, 8696133065399866],
    [6, 58, 636092],
    [7, 5],
    [74, 27, 64, 17, 36],
    [4, 3, 8, 19, 9, 1, 11, 14, 10, 5],
    'd',
  ],
  [
    404,
    [0, 29, 871535076, 3825440642, 4308929941, 6139703395673868],
    [5, 8, 830526],
    [1, 0],
    [83, 85, 61, 11, 68],
    [0, 5, 18, 6, 4, 14, 8, 11, 2, 15],
    'd',
  ],
  [
    2147483653,
    [1, 18, 1022569325, 2892429782, 815739189, 6381384383914263],
    [12, 16, 813765],
    [0, 9],
    [5, 71, 17, 50, 19],
    [3, 7, 10, 5, 2, 19, 0, 6, 13, 12],
    'a',
  ],
  [
    4294967299,
    [1, 3, 72031641, 3446303847, 2506725594, 215914896393258],
    [5, 57, 514576],
    [12, 0],
    [79, 78, 19, 16, 61],
    [3, 9, 17, 10, 19, 6, 12, 15, 13, 18],
    'c',
  ],
  [
    9007199254740991,
    [0, 17, 478619461, 3232321614, 5116815672, 1047689185671660],
    [0, 30, 939841],
    [0, 4],
    [53, 4, 41, 52, 94],
    [16, 4, 10, 6, 7, 11, 2, 12, 8, 14],
    'b',
  ],
];

describe('draws like CPython', () => {
  it.each(drawn)('seed %d', (seed, bits, below, pair, few, many, choice) => {
    const random = cpythonRandom(seed);
    expect([1, 5, 31, 32, 33, 53].map((count) => random.bits(count))).toEqual(bits);
    expect(random.below(1)).toBe(0);
    expect([14, 60, 2 ** 20].map((n) => random.below(n))).toEqual(below);
    expect(random.sample(range(14), 2)).toEqual(pair);
    expect(random.sample(range(100), 5)).toEqual(few);
    expect(random.sample(range(20), 10)).toEqual(many);
    expect(random.choice(['a', 'b', 'c', 'd', 'e'])).toBe(choice);
  });

  it('shuffles like CPython', () => {
    expect(cpythonRandom(7).shuffle(range(8))).toEqual([6, 7, 2, 4, 0, 3, 1, 5]);
    expect(cpythonRandom(2 ** 53 - 1).shuffle(range(8))).toEqual([3, 2, 0, 6, 5, 7, 4, 1]);
  });

  it('refuses seeds that Python would read otherwise, and samples larger than the population', () => {
    expect(() => cpythonRandom(-7)).toThrow(RangeError);
    expect(() => cpythonRandom(0.5)).toThrow(RangeError);
    expect(() => cpythonRandom(7).sample([1], 2)).toThrow(RangeError);
  });
});
