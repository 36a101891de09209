// The evaluation core: averaging sets, depth, judged-only, what is missing and unknown, and golden values to full precision.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEvaluation } from '../../src/eval/evaluate.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import { parseQrels, parseRun } from '../../src/eval/trec.ts';
import { evaluateAll, judgedTopics, loadFixture, readFixture } from './evaluate-files.ts';

describe('the averaging set', () => {
  const [qrels, run] = loadFixture('cases/C07/qrels.txt', 'cases/C07/run.txt');
  const topics = judgedTopics(qrels, run);

  it('is all judged topics: missing ones count 0, unknown ones not at all; both are told', () => {
    const result = evaluateAll(qrels, topics, ['RR']);
    expect(result.topicIds).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(result.missing).toEqual(['p3', 'p4']);
    expect(result.unknown).toEqual(['p9']);
    expect(result.measures[0]!.all).toBe(0.375);
    expect([...result.measures[0]!.byTopic]).toEqual([1, 0.5, 0, 0]);
  });

  it('may be the topics of the run, or those that are both', () => {
    const both = evaluateAll(qrels, topics, ['RR', 'NumQ'], { topics: 'both' });
    expect(both.topicIds).toEqual(['p1', 'p2']);
    expect(both.measures.map(({ all }) => all)).toEqual([0.75, 2]);
    const of = evaluateAll(qrels, topics, ['RR', 'NumQ'], { topics: 'run' });
    expect(of.topicIds).toEqual(['p1', 'p2', 'p9']);
    expect(of.measures.map(({ all }) => all)).toEqual([0.5, 3]);
    expect(of.missing).toEqual(['p3', 'p4']);
    expect(of.unknown).toEqual(['p9']);
  });

  it('holds topics with nothing relevant, and says which', () => {
    const [quirks, quirksRun] = loadFixture('trec/quirks.qrels', 'trec/quirks.run');
    const result = evaluateAll(quirks, judgedTopics(quirks, quirksRun), ['AP']);
    expect(result.topicIds).toContain('k3');
    expect(result.withoutRelevant).toEqual(['k3']);
    expect(result.relevant).toBe(4);
  });

  it('is ascending by bytes, whatever the order of the run', () => {
    const ids = ['😀', 'Ａ', 'b', 'a', 'B', '10', '9'];
    const judgments = new Map(ids.map((id) => [id, new Map([['d', 1]])]));
    const result = evaluateAll(judgments, [], ['RR'], {});
    expect(result.topicIds).toEqual(['10', '9', 'B', 'a', 'b', 'Ａ', '😀']);
  });

  it('takes a topic once', () => {
    const evaluation = createEvaluation(qrels, []);
    evaluation.add(topics[0]!);
    expect(() => evaluation.add(topics[0]!)).toThrow('topic "p1" was already evaluated');
  });

  it('empty: aggregates are 0, not NaN', () => {
    expect(evaluateAll(new Map(), [], ['AP', 'GMAP', 'NumQ']).measures.map(({ all }) => all)).toEqual([0, 0, 0]);
  });
});

describe('golden values', () => {
  it.each(['graded', 'ties', 'quirks', 'ties-utf8', 'precision', 'rand'])('%s, every measure to 1e-12', (set) => {
    const golden = JSON.parse(readFixture(`trec/golden-${set}.json`)) as {
      all: Record<string, number>;
      per_query: Record<string, Record<string, number>>;
    };
    const names = Object.keys(golden.all);
    const ours = names.map((name) =>
      name
        .replace(/^ndcg_exp_cut_(\d+)$/, 'nDCG(gain=exp)@$1')
        .replace(/^judged_(\d+)$/, 'Judged(of=cutoff)@$1')
        .replace(/^judged_(\d+)_of_returned$/, 'Judged@$1'),
    );
    const [qrels, run] = loadFixture(`trec/${set}.qrels`, `trec/${set}.run`);
    const { topicIds, measures } = evaluateAll(qrels, judgedTopics(qrels, run), ours);
    expect([...topicIds].sort()).toEqual(Object.keys(golden.per_query).sort());
    names.forEach((name, m) => {
      expect(measures[m]!.all, name).toBeCloseTo(golden.all[name]!, 12);
      topicIds.forEach((topicId, t) => {
        expect(measures[m]!.byTopic[t], `${name} ${topicId}`).toBeCloseTo(golden.per_query[topicId]![name]!, 12);
      });
    });
  });
});

describe('properties', () => {
  const lines = readFixture('trec/rand.run').trim().split('\n');
  const qrels = parseQrels(readFixture('trec/rand.qrels'), 'rand.qrels');
  const list = ['AP', 'nDCG@10', 'Bpref', 'GMAP', 'NumRet', 'IPrec@0.1', 'RBP'];
  const all = (text: string): string =>
    JSON.stringify(
      evaluateAll(qrels, judgedTopics(qrels, parseRun(text, 'run')), list, { ties: true, bounds: true }).measures.map(
        ({ all: value, ties, bounds }) => [value, ties, bounds],
      ),
    );
  const expected = all(lines.join('\n'));

  it('shuffling the lines of a run changes nothing, to the last bit', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        expect(all(shuffled.join('\n'))).toBe(expected);
      }),
      { numRuns: 5 },
    );
  });

  it('recall grows with k and ends at that of the set', () => {
    const cutoffs = Array.from({ length: 60 }, (_, k) => `R@${k + 1}`);
    const { measures } = evaluateAll(qrels, judgedTopics(qrels, parseRun(lines.join('\n'), 'run')), [
      ...cutoffs,
      'SetR',
    ]);
    measures.slice(1).forEach(({ byTopic }, k) => {
      byTopic.forEach((value, t) => {
        expect(value).toBeGreaterThanOrEqual(measures[k]!.byTopic[t]!);
      });
    });
    expect(measures.at(-1)!.byTopic).toEqual(measures.at(-2)!.byTopic);
  });

  it('a depth cap is the same as a run that was cut there', () => {
    const run = parseRun(lines.join('\n'), 'run');
    const cut = [...run.rankings].map(([topicId, { ids, scores }]) => ({
      topicId,
      judged: judgeIds(ids.slice(0, 7), qrels.get(topicId)),
      scores: scores.slice(0, 7),
      ids: () => ids.slice(0, 7),
    }));
    const names = [...list, 'P@10', 'SetF', 'infAP', 'Rndcg', 'num_nonrel_judged_ret'];
    const values = (result: ReturnType<typeof evaluateAll>) => result.measures.map(({ byTopic }) => byTopic);
    expect(values(evaluateAll(qrels, judgedTopics(qrels, run), names, { depth: 7 }))).toEqual(
      values(evaluateAll(qrels, cut, names)),
    );
  });
});
