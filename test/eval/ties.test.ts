// Ties: formulas against going through every order, the recorded bounds, and the cases with one relevant document.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeIds } from '../../src/eval/judge.ts';
import type { JudgedTopic } from '../../src/eval/judged-topic.ts';
import { resolveMeasure } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { cutRanking, judgedOnly } from '../../src/eval/narrow-ranking.ts';
import { blockEndsOf, hasTies, isTiedAt, tieValue } from '../../src/eval/ties.ts';
import { evaluateAll, judgedTopics, loadFixture, readFixture } from './evaluate-files.ts';

type Entry = readonly [grade: number | undefined, score: number];

function topicOf(entries: readonly Entry[], notRetrieved: readonly number[] = []): JudgedTopic {
  const ids = entries.map((_, i) => `d${i}`);
  const grades = new Map<string, number>();
  entries.forEach(([grade], i) => {
    if (grade !== undefined) grades.set(`d${i}`, grade);
  });
  notRetrieved.forEach((grade, i) => {
    grades.set(`m${i}`, grade);
  });
  return {
    topicId: 't',
    judged: judgeIds(ids, grades),
    scores: Float64Array.from(entries, ([, score]) => score),
    ids: () => ids,
  };
}

/** Every order of the entries within their blocks of equal scores. */
function* orders(entries: readonly Entry[]): Generator<Entry[]> {
  if (entries.length === 0) {
    yield [];
    return;
  }
  for (let i = 0; i < entries.length && entries[i]![1] === entries[0]![1]; i++) {
    for (const rest of orders(entries.filter((_, j) => j !== i))) yield [entries[i]!, ...rest];
  }
}

const NAMES = [
  ...['P@2', 'P(rel=2)@3', 'R@2', 'Success@1', 'Success@3', 'CE@4', 'RR', 'RR@2', 'AP', 'AP@3', 'AP(rel=2)', 'GMAP'],
  ...['nDCG', 'nDCG@3', 'nDCG(gain=exp)@2', 'nDCG(rel=2)', 'nDCG(gains=1:3;2:1)@2', 'Rprec', 'Rprec_mult@0.5'],
  ...['Bpref', 'Bpref(rel=2)', 'gm_bpref', 'infAP', 'RBP', 'RBP(rel=2)@3', 'RBPResid', 'ERR', 'ERR@2', 'IPrec@0.5'],
  ...['11pt_avg', 'SetP', 'SetF', 'relative_P@2', 'ndcg_rel', 'Rndcg', 'G', 'binG', 'utility', 'unj@2', 'Judged@3'],
  ...['Judged', 'NumRet', 'NumRelRet', 'num_nonrel_judged_ret', 'P(judged_only=true)@2', 'AP(judged_only=true)'],
];

const entry = fc.tuple(
  fc.option(fc.integer({ min: -1, max: 3 }), { nil: undefined }),
  fc.integer({ min: 0, max: 2 }).map((n) => -n),
);
const ranking = fc.array(entry, { minLength: 1, maxLength: 6 }).map((all) => all.toSorted((a, b) => b[1] - a[1]));

describe('tieValue', () => {
  it('is what going through every order gives: mean, best and worst, for every measure', () => {
    fc.assert(
      fc.property(ranking, fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }), (entries, missing) => {
        const all = [...orders(entries)].map((order) => topicOf(order, missing).judged);
        for (const name of NAMES) {
          const measure = resolveMeasure(name, measures);
          const values = all.map((judged) => measure.evaluate(judged));
          const sign = measure.def.better === 'higher' ? 1 : -1;
          const { expected, best, worst, exact } = tieValue(measure, topicOf(entries, missing));
          expect(exact, name).toBe(true);
          expect(expected, `${name}, mean`).toBeCloseTo(values.reduce((a, b) => a + b) / values.length, 12);
          expect(best, `${name}, best`).toBeCloseTo(sign * Math.max(...values.map((one) => sign * one)), 12);
          expect(worst, `${name}, worst`).toBeCloseTo(sign * Math.min(...values.map((one) => sign * one)), 12);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('cuts every order at the depth, and takes out what is unjudged after that', () => {
    fc.assert(
      fc.property(ranking, fc.integer({ min: 1, max: 5 }), fc.boolean(), (entries, depth, only) => {
        for (const name of ['P@2', 'AP', 'nDCG', 'SetP', 'Bpref', 'NumRelRet']) {
          const measure = resolveMeasure(name, measures);
          const values = [...orders(entries)].map((order) => {
            const cut = cutRanking(topicOf(order, [1]).judged, depth);
            return measure.evaluate(only ? judgedOnly(cut) : cut);
          });
          const got = tieValue(measure, topicOf(entries, [1]), { depth, judgedOnly: only });
          expect(got.expected, name).toBeCloseTo(values.reduce((a, b) => a + b) / values.length, 12);
          expect(got.best, name).toBeCloseTo(Math.max(...values), 12);
          expect(got.worst, name).toBeCloseTo(Math.min(...values), 12);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('draws orders where there are too many, the same ones each time, and says so', () => {
    const entries = Array.from({ length: 24 }, (_, i): Entry => [i % 3, 1]);
    const measure = resolveMeasure('infAP', measures);
    const drawn = tieValue(measure, topicOf(entries));
    expect(drawn.exact).toBe(false);
    expect(tieValue(measure, topicOf(entries))).toEqual(drawn);
    expect(tieValue(measure, topicOf(entries), { seed: 1 })).not.toEqual(drawn);
    expect(drawn.worst).toBeLessThan(drawn.expected);
    expect(drawn.expected).toBeLessThan(drawn.best);
    // Orders of entries that are alike are one order; those beyond a cutoff are not looked at.
    const alike = Array.from({ length: 60 }, (_, i): Entry => [i === 0 ? 1 : 0, 1]);
    expect(tieValue(measure, topicOf(alike)).exact).toBe(true);
    const late: Entry[] = [[1, 9], [2, 8], ...entries];
    expect(tieValue(resolveMeasure('ERR@2', measures), topicOf(late)).exact).toBe(true);
  });

  it('stays exact for the measures with a formula, however long the block', () => {
    const entries = Array.from({ length: 1000 }, (_, i): Entry => [i % 7, 1]);
    for (const name of ['P@10', 'R@10', 'RR', 'AP', 'nDCG@10', 'Success@1', 'RBP', 'Bpref', 'CE@10', 'binG']) {
      const { exact, expected, best, worst } = tieValue(resolveMeasure(name, measures), topicOf(entries));
      expect(exact).toBe(true);
      expect(worst <= expected && expected <= best, name).toBe(true);
    }
  });
});

describe('recorded bounds', () => {
  it('golden-tie-bounds.json: every topic and measure', () => {
    const golden = JSON.parse(readFixture('trec/golden-tie-bounds.json')) as Record<
      string,
      Record<string, { min: number; mean: number; max: number }>
    >;
    const [qrels, run] = loadFixture('trec/ties.qrels', 'trec/ties.run');
    for (const topic of judgedTopics(qrels, run)) {
      for (const [name, { min, mean, max }] of Object.entries(golden[topic.topicId]!)) {
        const got = tieValue(resolveMeasure(name, measures), topic);
        expect(got.expected, name).toBeCloseTo(mean, 12);
        expect(got.best, name).toBeCloseTo(max, 12);
        expect(got.worst, name).toBeCloseTo(min, 12);
      }
    }
  });

  it('golden-stats.json: one relevant document, all tied', () => {
    const { all_tied_single_relevant: cases } = JSON.parse(readFixture('trec/golden-stats.json')) as {
      all_tied_single_relevant: Record<string, Record<string, number>>;
    };
    for (const [key, golden] of Object.entries(cases)) {
      const size = Number(key.slice(2));
      const topic = topicOf(Array.from({ length: size }, (_, i): Entry => [i === 0 ? 1 : undefined, 0]));
      for (const [name, measure] of [
        ['E_RR', 'RR'],
        ['E_recall@3', 'R@3'],
        ['E_ndcg@10', 'nDCG@10'],
      ] as const) {
        expect(tieValue(resolveMeasure(measure, measures), topic).expected, `${key} ${name}`).toBeCloseTo(
          golden[name]!,
          12,
        );
      }
    }
  });
});

describe('looking for ties', () => {
  it('finds those across a cutoff, and any', () => {
    const scores = Float64Array.of(3, 2, 2, 1);
    expect([1, 2, 3, 4, 5].map((k) => isTiedAt(scores, k))).toEqual([false, true, false, false, false]);
    expect(hasTies(scores)).toBe(true);
    expect(hasTies(Float64Array.of(3, 2, 1))).toBe(false);
    expect(hasTies(new Float64Array(0))).toBe(false);
    expect([...blockEndsOf(scores)]).toEqual([1, 3, 4]);
    expect([...blockEndsOf(new Float64Array(0))]).toEqual([]);
  });

  it('an evaluation counts the topics with ties, and those with ties across each cutoff', () => {
    const [qrels, run] = loadFixture('trec/ties.qrels', 'trec/ties.run');
    const { tied, measures: results } = evaluateAll(qrels, judgedTopics(qrels, run), ['P@1', 'R@3', 'AP'], {
      ties: true,
    });
    expect(tied.topics).toBe(5);
    expect([...tied.atCutoff]).toEqual([
      [1, 4],
      [3, 1],
    ]);
    expect(results[0]!.ties!.drawn).toBe(0);
    for (const { all, ties } of results) {
      expect(ties!.worst.all).toBeLessThanOrEqual(all);
      expect(ties!.best.all).toBeGreaterThanOrEqual(all);
    }
  });
});
