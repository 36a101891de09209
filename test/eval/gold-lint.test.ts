import { describe, expect, it } from 'vitest';
import type { Qrels } from '../../src/core/model.ts';
import { absentRelevant, createGoldLint } from '../../src/eval/gold-lint.ts';
import { judgeIds } from '../../src/eval/judge.ts';

type Lists = Readonly<Record<string, readonly string[]>>;

function warningsOf(qrels: Qrels, run: Lists | Map<string, readonly string[]>): string[] {
  const lint = createGoldLint(qrels);
  for (const [topicId, ids] of run instanceof Map ? run : Object.entries(run)) {
    const scores = Float64Array.from(ids, (_, n) => -n);
    lint.add({ topicId, judged: judgeIds(ids, qrels.get(topicId)), scores, ids: () => ids });
  }
  return lint.warnings('a.run', 'a.qrels');
}

const qrelsOf = (topics: Readonly<Record<string, Readonly<Record<string, number>>>>): Qrels =>
  new Map(Object.entries(topics).map(([topic, grades]) => [topic, new Map(Object.entries(grades))]));

/** `n` topics, each with the same judgments and the same ranking. */
function alike(n: number, grades: Readonly<Record<string, number>>, ranked: readonly string[]): [Qrels, Lists] {
  const names = Array.from({ length: n }, (_, i) => `t${i}`);
  return [
    qrelsOf(Object.fromEntries(names.map((name) => [name, grades]))),
    Object.fromEntries(names.map((name) => [name, ranked])),
  ];
}

describe('grades', () => {
  const ranked = ['best', 'good', 'bad', 'other'];

  it('look upside-down where lower ones stand higher, in far more topics than chance allows', () => {
    expect(warningsOf(...alike(20, { best: 1, good: 2, bad: 4 }, ranked))).toEqual([
      'a.qrels: grades look upside-down: in 20 of 20 topics a.run ranks documents of lower grades above those of higher ' +
        'ones; a higher grade must mean more relevant',
    ]);
    // -1 for the best documents, as in Cranfield.
    expect(warningsOf(...alike(20, { best: -1, good: 2, bad: 2 }, ranked))).toHaveLength(1);
  });

  it('are in order where higher ones stand higher, whatever was judged 0 or as spam', () => {
    expect(warningsOf(...alike(20, { best: 3, good: 2, bad: 1 }, ranked))).toEqual([]);
    expect(warningsOf(...alike(20, { best: 3, good: 2, bad: -2 }, ranked))).toEqual([]);
    expect(warningsOf(...alike(20, { best: 0, good: 2, bad: 2 }, ranked))).toEqual([]);
    expect(warningsOf(...alike(20, { best: 1, good: 1, bad: 1 }, ranked))).toEqual([]);
  });

  it('say nothing in few topics, or when they point both ways', () => {
    expect(warningsOf(...alike(8, { best: 1, good: 2, bad: 4 }, ranked))).toEqual([]);
    const [up, upRun] = alike(10, { best: 1, good: 2 }, ranked);
    const down = qrelsOf(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`d${i}`, { best: 2, good: 1 }])));
    const downRun = Object.fromEntries([...down.keys()].map((name) => [name, ranked]));
    expect(warningsOf(new Map([...up, ...down]), { ...upRun, ...downRun })).toEqual([]);
  });
});

describe('ids', () => {
  it('of topics that barely overlap are a mix-up, most likely', () => {
    const qrels = qrelsOf({ q1: { d: 1 }, q2: { d: 1 }, q3: { d: 1 }, same: { d: 1 } });
    expect(warningsOf(qrels, { r1: ['d'], r2: ['d'], same: ['d'] })).toEqual([
      'a.run: only 1 of its 3 topics are judged in a.qrels, which has 4 (e.g. "r1" here, "q1" there): are these the ' +
        'judgments of this run?',
    ]);
    // A run of a few topics, or of many more, is none.
    expect(warningsOf(qrels, { q1: ['d'] })).toEqual([]);
    expect(warningsOf(qrels, { q1: ['d'], q2: ['d'], q3: ['d'], same: ['d'], r1: ['d'], r2: ['d'] })).toEqual([]);
  });

  it('of topics or documents that differ by leading zeros only are told', () => {
    const zeros = new Map([
      ['001', ['d']],
      ['2', ['d']],
    ]);
    expect(
      warningsOf(
        new Map([
          ['1', new Map([['d', 1]])],
          ['2', new Map([['d', 1]])],
        ]),
        zeros,
      ),
    ).toEqual([
      'topic ids differ only by leading zeros: "1" in a.qrels, "001" in a.run; they are different topics here',
    ]);
    expect(warningsOf(qrelsOf({ t: { '0012': 1 } }), { t: ['12', '7'] })).toEqual([
      'document ids differ only by leading zeros, e.g. for topic "t": "0012" in a.qrels, "12" in a.run; they are ' +
        'different documents here',
    ]);
  });

  it('that are all there are left alone, however alike', () => {
    expect(warningsOf(qrelsOf({ t: { '0012': 1 } }), { t: ['12', '0012'] })).toEqual([]);
    expect(warningsOf(qrelsOf({ t: { '0012': 1, 12: 0 } }), { t: ['12'] })).toEqual([]);
    expect(warningsOf(qrelsOf({ t: { '0': 1 } }), { t: ['00a'] })).toEqual([]);
  });
});

describe('absentRelevant', () => {
  it('counts relevant documents alone', () => {
    const qrels = qrelsOf({ t: { a: 1, b: 0, c: 2 }, u: { d: -1, e: 1 } });
    expect(absentRelevant(qrels, new Set(['a']), 'a.qrels', 'ids')).toEqual([
      'a.qrels: 2 of 3 relevant documents are not in ids (e.g. "c" of topic "t"): no system can find them',
    ]);
    expect(absentRelevant(qrels, new Set(['a', 'c', 'e']), 'a.qrels', 'ids')).toEqual([]);
  });
});
