// Comparisons small enough to count by hand.
import { describe, expect, it } from 'vitest';
import { type CompareRequest, compareSystems, letterOf, type SystemResults } from '../../src/experiment/compare.ts';
import { holm } from '../../src/stats/corrections.ts';
import { mcnemarExact } from '../../src/stats/mcnemar.ts';
import { golden } from '../stats/recorded.ts';

/** A system by its ranks of the first relevant document; values are R@3 (a hit) and RR. */
function system(label: string, ranks: readonly (number | null)[]): SystemResults {
  return {
    label,
    spec: null,
    missing: 0,
    unknown: 0,
    values: [
      Float64Array.from(ranks, (rank) => (rank !== null && rank <= 3 ? 1 : 0)),
      Float64Array.from(ranks, (rank) => (rank === null ? 0 : 1 / rank)),
    ],
    ranks,
    signal: ranks.map((rank) => rank !== null),
  };
}

function request(systems: readonly SystemResults[], more: Partial<CompareRequest> = {}): CompareRequest {
  return {
    version: '1.0.0',
    topics: systems[0]!.ranks.map((_, i) => ({ id: `t${i + 1}`, text: null })),
    measures: [
      { name: 'R@3', better: 'higher' },
      { name: 'RR', better: 'higher' },
    ],
    systems,
    cutoff: 3,
    test: 'sign-flip',
    seed: 404,
    ...more,
  };
}

const FIRST = system('first', [1, 1, 1, 2, 5, null, 1, 9]);
const SECOND = system('second', [1, 2, 7, null, 1, 3, 1, 4]);

describe('a comparison of two systems', () => {
  it('gives the golden example its figures', () => {
    const { A, B, mean_delta, sign_flip_exact_two_sided, cohen_dz } = golden.paired_example;
    const of = (label: string, values: readonly number[]): SystemResults => ({
      ...system(
        label,
        values.map(() => 1),
      ),
      values: [Float64Array.from(values)],
    });
    const { pairs } = compareSystems(
      request([of('A', A), of('B', B)], { measures: [{ name: 'RR', better: 'higher' }] }),
    );
    const [pair] = pairs;
    expect(pair).toMatchObject({ n: 8, test: 'sign-flip', p: sign_flip_exact_two_sided, wins: 3, ties: 4, losses: 1 });
    expect(pair!.difference).toBeCloseTo(mean_delta, 14);
    expect(pair!.effectSize).toBeCloseTo(cohen_dz, 14);
    expect(pair!.low).toBeLessThan(pair!.difference);
    expect(pair!.high).toBeGreaterThan(pair!.difference);
  });

  it('tests hits by McNemar and everything else by sign flips, and corrects both together', () => {
    const { pairs } = compareSystems(request([FIRST, SECOND]));
    expect(pairs.map(({ measure, test }) => [measure, test])).toEqual([
      ['R@3', 'mcnemar'],
      ['RR', 'sign-flip'],
    ]);
    // Lost: t3, t4; gained: t5, t6.
    expect(pairs[0]).toMatchObject({ wins: 2, ties: 4, losses: 2, p: mcnemarExact(2, 2) });
    expect(pairs.map(({ adjustedP }) => adjustedP)).toEqual(holm(pairs.map(({ p }) => p!)));
  });

  it('of a run with itself differs by 0, with p = 1 and no topic that flipped', () => {
    for (const test of ['sign-flip', 't', 'wilcoxon'] as const) {
      const found = compareSystems(request([FIRST, { ...FIRST, label: 'again' }], { test }));
      for (const pair of found.pairs) {
        expect(pair).toMatchObject({ difference: 0, low: 0, high: 0, p: 1, adjustedP: 1, significant: false });
        expect(pair).toMatchObject({ effectSize: 0, wins: 0, losses: 0, ties: 8, detectable: null });
      }
      expect([found.flips, found.differences]).toEqual([[], []]);
    }
  });

  it('lists lost topics before gained ones, the deepest fall first', () => {
    const { flips } = compareSystems(request([FIRST, SECOND]));
    expect(flips.map(({ change, topic, firstRank, secondRank }) => [change, topic, firstRank, secondRank])).toEqual([
      ['lost', 't4', 2, null],
      ['lost', 't3', 1, 7],
      ['gained', 't6', null, 3],
      ['gained', 't5', 5, 1],
    ]);
  });

  it('does not take a place without signal for a hit', () => {
    const blind = { ...SECOND, label: 'blind', signal: SECOND.signal.map(() => false) };
    const { flips } = compareSystems(request([FIRST, blind]));
    expect(flips.map(({ topic, secondSignal }) => [topic, secondSignal])).toEqual([
      ['t4', false],
      ['t3', false],
      ['t2', false],
      ['t1', false],
      ['t7', false],
    ]);
  });

  it('lists the ten largest differences of what is no hit, losses first', () => {
    const { differences } = compareSystems(request([FIRST, SECOND]));
    expect(new Set(differences.map(({ measure }) => measure))).toEqual(new Set(['RR']));
    expect(differences.map(({ topic }) => topic)).toEqual(['t3', 't2', 't4', 't5', 't6', 't8']);
    const many = Array.from({ length: 30 }, (_, i) => (i % 9) + 1);
    const long = compareSystems(request([system('a', many), system('b', many.toReversed())]));
    expect(long.differences).toHaveLength(10);
  });

  it('counts a smaller value as a win where less is better', () => {
    const measures = [
      { name: 'R@3', better: 'higher' },
      { name: 'X', better: 'lower' },
    ] as const;
    const { pairs, differences } = compareSystems(request([FIRST, SECOND], { measures }));
    const normal = compareSystems(request([FIRST, SECOND]));
    expect([pairs[1]!.wins, pairs[1]!.losses]).toEqual([normal.pairs[1]!.losses, normal.pairs[1]!.wins]);
    expect(differences[0]!.topic).toBe('t5');
  });

  it('leaves p open where the t test has nothing to judge by, and does not count it', () => {
    const shifted = { ...FIRST, label: 'shifted', values: FIRST.values.map((own) => own.map((value) => value + 0.25)) };
    const { pairs } = compareSystems(request([FIRST, shifted], { test: 't' }));
    expect(pairs[0]).toMatchObject({ p: null, adjustedP: null, effectSize: null, significant: false });
  });

  it('repeats itself for a seed, and moves with it', () => {
    const ranks = Array.from({ length: 60 }, (_, i) => ((i * 7) % 11) + 1);
    const systems = [system('a', ranks), system('b', ranks.toReversed())];
    const once = compareSystems(request(systems));
    expect(compareSystems(request(systems))).toEqual(once);
    expect(compareSystems(request(systems, { seed: 7 })).pairs).not.toEqual(once.pairs);
  });

  it('refuses to compare over nothing', () => {
    expect(() => compareSystems(request([system('a', []), system('b', [])]))).toThrow(/no topics/);
  });
});

describe('a comparison of several systems', () => {
  const good = system('good', Array(40).fill(1));
  const poor = system(
    'poor',
    Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 1 : 8)),
  );
  const equal = system(
    'equal',
    Array.from({ length: 40 }, (_, i) => (i % 4 === 1 ? 1 : 8)),
  );

  it('compares all with each other and says who is significantly better than whom', () => {
    const found = compareSystems(request([good, poor, equal]));
    expect(found.pairs).toHaveLength(6);
    expect(found.systems.map(({ letter }) => letter)).toEqual(['a', 'b', 'c']);
    expect(found.scores.filter(({ measure }) => measure === 'RR').map(({ better }) => better)).toEqual([
      ['poor', 'equal'],
      [],
      [],
    ]);
  });

  it('compares only the pairs that are asked for', () => {
    const { pairs } = compareSystems(request([good, poor, equal], { pairs: [[1, 2]] }));
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      ['poor', 'equal'],
      ['poor', 'equal'],
    ]);
  });

  it('is no less strict with more systems', () => {
    const two = compareSystems(request([good, poor])).pairs[0]!;
    const three = compareSystems(request([good, poor, equal])).pairs[0]!;
    expect(three.p).toBe(two.p);
    expect(three.adjustedP!).toBeGreaterThanOrEqual(two.adjustedP!);
  });
});

it('letters go on after z', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['a', 'z', 'aa', 'az', 'ba', 'zz', 'aaa']);
});
