// Every fusion: against ranx's recorded scores, and what must hold whatever the lists.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fusions } from '../../../src/eval/fusion/registry.ts';
import { fuseLists, rankingOf, type Scores } from './fused.ts';

type Recorded = Readonly<Record<string, Scores>>;
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8'));
const ranx: {
  readonly runs: readonly Recorded[];
  readonly fused: Readonly<Record<string, Recorded>>;
  readonly majorities: { readonly runs: readonly Recorded[]; readonly condorcet: Recorded };
} = read('fusion/ranx-0.3.21.json');
const golden = read('trec/golden-stats.json').rrf;

describe('against ranx 0.3.21', () => {
  const check = (method: string, runs: readonly Recorded[], recorded: Recorded): void => {
    for (const [topic, expected] of Object.entries(recorded)) {
      const { ids, scores } = fuseLists(
        method,
        runs.map((run) => run[topic]!),
      );
      expect([...ids].sort()).toEqual(Object.keys(expected).sort());
      for (const [i, id] of ids.entries()) {
        expect(scores[i], `${method} ${topic} ${id}`).toBeCloseTo(expected[id]!, 11);
      }
    }
  };

  it.each(Object.keys(ranx.fused))('%s gives the recorded scores', (method) => {
    check(method, ranx.runs, ranx.fused[method]!);
  });

  it('condorcet gives the recorded places where majorities make one order', () => {
    check('condorcet', ranx.majorities.runs, ranx.majorities.condorcet);
  });

  it('covers every fusion', () => {
    const covered = new Set([...Object.keys(ranx.fused).map((method) => method.replace(/\(.*/, '')), 'condorcet']);
    expect([...covered].sort()).toEqual(fusions.map(({ name }) => name).sort());
  });
});

describe('rrf', () => {
  it.each([
    ['rrf', 'k60'],
    ['rrf(k=1)', 'k1'],
    ['rrf(weights=2:1)', 'weighted_2_1'],
  ])('%s gives the golden scores', (method, key) => {
    const lists = [golden.L1, golden.L2].map((ids: string[]) =>
      Object.fromEntries(ids.map((id, place) => [id, -place])),
    );
    const { ids, scores } = fuseLists(method, lists);
    for (const [i, id] of ids.entries()) expect(scores[i]).toBeCloseTo(golden[key][id], 15);
    expect(ids).toHaveLength(5);
  });
});

const score = fc.double({ min: -1e300, max: 1e300, noNaN: true });
const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh😀Ａ'), { minLength: 1 });
const list = ids.chain((held) =>
  fc
    .array(score, { minLength: held.length, maxLength: held.length })
    .map((scores): Scores => Object.fromEntries(held.map((id, i) => [id, scores[i]!]))),
);

describe.each(fusions.map(({ name }) => name))('%s', (name) => {
  it('keeps the order of a single list, ties and all, an empty one beside it or not', () => {
    fc.assert(
      fc.property(list, (scores) => {
        const { ids: order } = rankingOf(scores);
        for (const lists of [[scores], [scores, {}], [{}, scores]]) expect(fuseLists(name, lists).ids).toEqual(order);
      }),
    );
  });

  it('does as if a list of weight 0 were not there', () => {
    fc.assert(
      fc.property(list, list, list, (a, b, c) => {
        expect(fuseLists(`${name}(weights=1:0:1)`, [a, b, c])).toEqual(fuseLists(name, [a, c]));
      }),
    );
  });

  it('does not depend on the order of lists of equal weight, nor on that of lines', () => {
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), (lists) => {
        const turned = lists.toReversed().map((scores) => Object.fromEntries(Object.entries(scores).reverse()));
        expect(fuseLists(name, turned)).toEqual(fuseLists(name, lists));
      }),
    );
  });

  it('ranks by score, then by id, both descending, whatever is in any list once', () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const { ids: order, scores } = fuseLists(name, [a, b]);
        expect(order.toSorted()).toEqual([...new Set([...Object.keys(a), ...Object.keys(b)])].sort());
        expect(rankingOf(Object.fromEntries(order.map((id, i) => [id, scores[i]!]))).ids).toEqual(order);
      }),
    );
  });
});

describe.each(['rrf', 'isr', 'borda', 'condorcet', 'rbc', 'combsum(norm=rank)'])('%s', (method) => {
  it('does not change when the scores of a list are scaled', () => {
    fc.assert(
      fc.property(list, list, fc.constantFrom(2 ** -40, 2, 1024), (a, b, factor) => {
        const scaled = Object.fromEntries(Object.entries(a).map(([id, value]) => [id, value * factor]));
        fc.pre(Object.values(scaled).every((value) => Number.isFinite(value)));
        // A subnormal may lose digits, and two of them become one.
        fc.pre(rankingOf(scaled).ids.join() === rankingOf(a).ids.join());
        expect(fuseLists(method, [scaled, b])).toEqual(fuseLists(method, [a, b]));
      }),
    );
  });
});
