import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedRanking } from '../../src/core/contracts.ts';
import type { Ranking } from '../../src/core/model.ts';
import { judgeEvidence, judgeIds, rankNeeds } from '../../src/eval/judge.ts';
import { resolveMeasure } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { projectEvidence, type TopicEvidence } from '../../src/eval/project.ts';
import { judgedOf } from './judged-of.ts';
import { collectionOf, documentOf, evidenceOf, rankingOf, topicOf } from './small-collection.ts';

const value = (name: string, judged: JudgedRanking): number => resolveMeasure(name, measures).evaluate(judged);

describe('judging ids by qrels', () => {
  const judged = judgeIds(
    ['a', 'b', 'c', 'd', 'e'],
    new Map([
      ['a', -1],
      ['b', 3],
      ['d', 0],
      ['e', 1],
      ['x', 2],
      ['y', 0],
    ]),
  );

  it('sees grades by rank, what is judged, and the ideal', () => {
    expect([...judged.grades]).toEqual([-1, 3, 0, 0, 1]);
    expect([...judged.judged]).toEqual([0, 1, 0, 1, 1]);
    expect([...judged.ideal]).toEqual([3, 2, 1]);
    expect(judged).toMatchObject({ relevant: 3, judgedNonRelevant: 2 });
    expect([...judged.creditRanks]).toEqual([2, 5]);
    expect([...judged.creditGrades]).toEqual([3, 1]);
  });

  it('gives a repeated id a place and nothing more', () => {
    const repeated = judgeIds(
      ['b', 'b', 'e'],
      new Map([
        ['b', 2],
        ['e', 1],
      ]),
    );
    expect([...repeated.creditRanks]).toEqual([1, 3]);
    expect([...repeated.grades]).toEqual([2, 0, 1]);
    expect(value('R@3', repeated)).toBe(1);
  });

  it('a topic without judgments, or without relevant ones, scores 0 everywhere', () => {
    for (const empty of [judgeIds(['a'], undefined), judgeIds(['a'], new Map([['a', 0]])), judgeIds([], new Map())]) {
      for (const name of ALL) expect(value(name, empty), name).toBe(0);
    }
  });
});

describe('judging a ranking by evidence', () => {
  const doc = documentOf('d', 'aa bb cc dd ee');
  const chunks = collectionOf([
    doc,
    [
      [0, 2],
      [3, 5],
      [6, 8],
      [9, 11],
      [12, 14],
    ],
  ]);
  const goldOf = (...evidence: ReturnType<typeof evidenceOf>[]): TopicEvidence =>
    projectEvidence(chunks, { topics: [topicOf('t')], evidence }).topics.get('t')!;
  const span = (start: number, end: number) => ({ start, end });

  it('credits the first chunk that meets a need; another that meets it is neutral', () => {
    const gold = goldOf(
      evidenceOf('d', span(0, 2), 0),
      evidenceOf('d', span(3, 5), 0),
      evidenceOf('d', span(6, 8), 1, 2),
    );
    const judged = judgeEvidence(rankingOf([4, 1, 0, 2]), gold);
    expect([...judged.creditRanks]).toEqual([2, 4]);
    expect([...judged.creditGrades]).toEqual([1, 2]);
    expect([...judged.grades]).toEqual([0, 1, 0, 2]);
    expect([...judged.judged]).toEqual([0, 1, 1, 1]);
    expect([...judged.ideal]).toEqual([2, 1]);
  });

  it('meets a quote cut in two at the rank of its last piece', () => {
    const gold = goldOf(evidenceOf('d', span(0, 5)));
    expect([...judgeEvidence(rankingOf([1, 4, 0]), gold).creditRanks]).toEqual([3]);
    expect(judgeEvidence(rankingOf([1, 4, 3]), gold).creditRanks).toHaveLength(0);
  });

  it('lets one chunk meet two needs at once: nothing exceeds 1', () => {
    const wide = collectionOf([
      doc,
      [
        [0, 8],
        [9, 14],
      ],
    ]);
    const gold = projectEvidence(wide, {
      topics: [topicOf('t')],
      evidence: [
        evidenceOf('d', span(0, 2), 0, 1),
        evidenceOf('d', span(6, 8), 1, 3),
        evidenceOf('d', span(9, 11), 2, 1),
      ],
    }).topics.get('t')!;
    const judged = judgeEvidence(rankingOf([0, 1]), gold);
    expect([...judged.creditRanks]).toEqual([1, 1, 2]);
    expect([...judged.creditGrades]).toEqual([3, 1, 1]);
    expect([...judged.grades]).toEqual([3, 1]);
    expect(['nDCG@1', 'nDCG', 'AP', 'P@2', 'R@2', 'CE@2'].map((name) => value(name, judged))).toEqual([
      1, 1, 1, 1, 1, 1,
    ]);
    expect(value('R@1', judged)).toBeCloseTo(2 / 3, 15);
  });

  it('sees only entries with signal, while ranks count every place', () => {
    const gold = goldOf(evidenceOf('d', span(0, 2), 0), evidenceOf('d', span(3, 5), 1));
    const ranking = rankingOf([2, 1, 0], 2);
    expect(judgeEvidence(ranking, gold).grades).toHaveLength(2);
    expect([...judgeEvidence(ranking, gold).creditRanks]).toEqual([2]);
    expect(rankNeeds(ranking, gold)).toEqual([3, 2]);
    expect(rankNeeds(rankingOf([2]), gold)).toEqual([null, null]);
  });

  it('a need that no chunk can meet still counts among what was to be found', () => {
    const gold = goldOf(evidenceOf('d', span(0, 2), 0), evidenceOf('elsewhere', undefined, 1));
    expect(value('R@1', judgeEvidence(rankingOf([0]), gold))).toBe(0.5);
  });

  it('over one-chunk documents equals qrels, unjudged, zero and negative grades included', () => {
    const grade = fc.option(fc.integer({ min: -2, max: 4 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(grade, { minLength: 1, maxLength: 12 }), fc.nat(12), fc.nat(12), (grades, depth, signal) => {
        const collection = collectionOf(...grades.map((_, i) => [documentOf(`d${i}`, 'x'), [[0, 1]]] as const));
        const judged = grades.flatMap((g, i) => (g === undefined ? [] : [[`d${i}`, g] as const]));
        const evidence = judged.map(([id, g], need) => evidenceOf(id, undefined, need, g));
        const gold = projectEvidence(collection, { topics: [topicOf('t')], evidence }).topics.get('t')!;
        const order = grades.map((_, i) => i).slice(0, depth);
        const ranking: Ranking = rankingOf(order, Math.min(signal, order.length));
        const ids = order.slice(0, ranking.signal).map((ord) => `d${ord}`);
        expect(judgeEvidence(ranking, gold)).toEqual(judgeIds(ids, new Map(judged)));
      }),
    );
  });
});

const ALL = ['R@3', 'Success@3', 'RR', 'RR@3', 'nDCG', 'nDCG@3', 'nDCG(gain=exp)@3', 'P@3', 'AP', 'AP@3', 'CE@3'];

/** Rankings over overlapping chunks that hold several spans, with alternatives and grades: credits may share a rank. */
const evidenceCase = fc
  .record({
    chunks: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 10 })), { minLength: 1, maxLength: 7 }),
    gold: fc.array(
      fc.record({
        start: fc.nat(9),
        length: fc.integer({ min: 1, max: 4 }),
        need: fc.nat(4),
        grade: fc.integer({ min: -1, max: 5 }),
      }),
      { maxLength: 8 },
    ),
    keys: fc.array(fc.nat(100), { minLength: 7, maxLength: 7 }),
    signal: fc.nat(7),
  })
  .map(({ chunks, gold, keys, signal }) => {
    const doc = documentOf('d', 'abcdefghijklmnopqrst');
    const collection = collectionOf([doc, chunks.map(([start, length]) => [start, start + length] as const)]);
    const evidence = gold.map(({ start, length, need, grade }) =>
      evidenceOf('d', { start, end: start + length }, need, grade),
    );
    const order = chunks.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]! || a - b);
    const topic = projectEvidence(collection, { topics: [topicOf('t')], evidence }).topics.get('t')!;
    return judgeEvidence(rankingOf(order, Math.min(signal, order.length)), topic);
  });

const qrelsCase = fc
  .tuple(
    fc.array(fc.option(fc.integer({ min: -2, max: 5 }), { nil: undefined }), { maxLength: 12 }),
    fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 6 }),
  )
  .map(([byRank, missing]) => judgedOf(byRank, missing));

describe('every measure', () => {
  const cases = fc.oneof(evidenceCase, qrelsCase);
  const rel = fc.integer({ min: 1, max: 6 });
  const cutoff = fc.integer({ min: 1, max: 15 });

  it('stays within its range, at every cutoff and minimum grade', () => {
    fc.assert(
      fc.property(cases, rel, cutoff, fc.constantFrom('linear', 'exp'), (judged, rel, cutoff, gain) => {
        for (const def of measures) {
          const defaults = Object.fromEntries(Object.entries(def.params).map(([key, spec]) => [key, spec.default]));
          const given = { ...defaults, rel, gain };
          for (const params of def.cutoff === 'required' ? [{ ...given, cutoff }] : [given, { ...given, cutoff }]) {
            const got = def.evaluate(judged, params);
            expect(got >= def.range[0] && got <= def.range[1], `${def.name} ${got}`).toBe(true);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('recall, success and complete evidence never fall as k grows', () => {
    fc.assert(
      fc.property(cases, (judged) => {
        for (const name of ['R', 'Success', 'CE']) {
          let last = 0;
          for (let k = 1; k <= 15; k++) {
            const now = value(`${name}@${k}`, judged);
            expect(now).toBeGreaterThanOrEqual(last);
            last = now;
          }
        }
      }),
    );
  });

  it('over qrels equals a naive reading of its definition', () => {
    fc.assert(
      fc.property(qrelsCase, rel, cutoff, (judged, rel, k) => {
        const gains = [...judged.grades].map((grade) => (grade >= rel ? grade : 0));
        const ideal = [...judged.ideal].filter((grade) => grade >= rel);
        const hits = gains.map((gain) => (gain > 0 ? 1 : 0) as number);
        const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
        const dcg = (list: readonly number[]): number => sum(list.map((gain, i) => gain / Math.log2(i + 2)));
        const top = sum(hits.slice(0, k));
        const first = hits.indexOf(1);
        const all = ideal.length;
        const naive: Record<string, number> = {
          [`R(rel=${rel})@${k}`]: all ? top / all : 0,
          [`Success(rel=${rel})@${k}`]: top ? 1 : 0,
          [`P(rel=${rel})@${k}`]: top / k,
          [`RR(rel=${rel})`]: first < 0 ? 0 : 1 / (first + 1),
          [`CE(rel=${rel})@${k}`]: all && top === all ? 1 : 0,
          [`AP(rel=${rel})`]: all ? sum(hits.map((hit, i) => (hit * sum(hits.slice(0, i + 1))) / (i + 1))) / all : 0,
          [`nDCG(rel=${rel})@${k}`]: all ? dcg(gains.slice(0, k)) / dcg(ideal.slice(0, k)) : 0,
        };
        for (const [name, expected] of Object.entries(naive))
          expect(value(name, judged), name).toBeCloseTo(expected, 12);
      }),
      { numRuns: 500 },
    );
  });

  it('over evidence, ranks of credits do not fall and each need earns at most once', () => {
    fc.assert(
      fc.property(evidenceCase, (judged) => {
        const ranks = [...judged.creditRanks];
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(ranks.length).toBeLessThanOrEqual(judged.relevant);
        expect(judged.relevant).toBe(judged.ideal.length);
        expect(ranks.every((rank) => rank <= judged.grades.length)).toBe(true);
      }),
    );
  });
});
