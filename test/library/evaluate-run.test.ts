import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabErrors } from '../../src/core/errors.ts';
import type { Run } from '../../src/core/model.ts';
import { rankScores } from '../../src/core/order.ts';
import { readQrels } from '../../src/datasets/read-qrels.ts';
import { readRun } from '../../src/datasets/read-run.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import type { JudgedTopic } from '../../src/eval/judged-topic.ts';
import { formatQrels, formatRun } from '../../src/eval/trec.ts';
import { type EvaluateOptions, evaluate } from '../../src/library/evaluate-run.ts';
import { bytesOf } from '../datasets/bytes.ts';
import { collectionOf, documentOf } from '../eval/small-collection.ts';

const MEASURES = ['R@3', 'nDCG@5', 'RR', 'AP', 'P@2', 'bpref', 'Judged@3', 'RBP', 'ERR@5', 'infAP', 'num_ret'];

describe('evaluate', () => {
  it('gives values by canonical name, over all judged topics, and by topic', async () => {
    const qrels = await readQrels(bytesOf('p1 0 d1 1\np2 0 d2 1\np3 0 d3 1\n'));
    const run = await readRun(
      bytesOf('p1 Q0 d1 1 2 mine\np2 Q0 x 1 2 mine\np2 Q0 d2 1 1 mine\np9 Q0 d 1 1 mine\n'),
      qrels,
    );
    const found = evaluate(run, qrels, ['recip_rank', 'recall_1']);
    expect(found).toEqual({
      label: 'mine',
      tag: 'mine',
      topics: 3,
      missing: ['p3'],
      unknown: ['p9'],
      withoutRelevant: [],
      tied: { topics: 0, atCutoff: { 1: 0 } },
      values: { RR: 0.5, 'R@1': 1 / 3 },
      topicScores: [
        { topic: 'p1', values: { RR: 1, 'R@1': 1 } },
        { topic: 'p2', values: { RR: 0.5, 'R@1': 0 } },
        { topic: 'p3', values: { RR: 0, 'R@1': 0 } },
      ],
    });
  });

  it('leaves what is no property of a topic out of its values', async () => {
    const qrels = await readQrels(bytesOf('p1 0 d1 1\n'));
    const found = evaluate(await readRun(bytesOf('p1 Q0 d1 1 2 x\n'), qrels), qrels, ['num_q', 'RR']);
    expect([found.values, found.topicScores]).toEqual([{ NumQ: 1, RR: 1 }, [{ topic: 'p1', values: { RR: 1 } }]]);
  });

  it('refuses unknown measures, all at once', () => {
    expect(() => evaluate([], new Map(), ['nope', 'R'])).toThrow(LabErrors);
  });

  it('evaluate(read(write(run))) is evaluate(run), whatever order the lines are in', async () => {
    const score = fc.oneof(fc.constantFrom(0, 1, 2.5), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const ids = ['a', 'B', 'é', '😀', '\ufffd', '007', '7', 'x#1', 'zz', '__proto__'];
    const collection = collectionOf(...ids.map((id) => [documentOf(id, 'x'), [[0, 1]]] as const));
    const names = collection.chunks.map(({ id }) => id);
    const scores = fc.array(score, { minLength: ids.length, maxLength: ids.length });
    const grades = fc.dictionary(fc.constantFrom(...names), fc.integer({ min: -1, max: 3 }));
    const topics = fc.dictionary(fc.constantFrom('q1', 'q2', 'é', '007'), fc.tuple(scores, grades), { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(topics, fc.boolean(), async (made, dense) => {
        const rankings = new Map(
          Object.entries(made).map(([id, [list]]) => [id, rankScores(id, list, ids.length, dense ? -Infinity : 0)]),
        );
        const run: Run = { tag: 'tag', depth: ids.length, rankings };
        const qrels = new Map(Object.entries(made).map(([id, [, judged]]) => [id, new Map(Object.entries(judged))]));
        const direct = [...rankings].map(([topicId, { chunks, signal, scores: list }]): JudgedTopic => {
          const ranked = [...chunks.subarray(0, signal)].map((ord) => names[ord]!);
          // The written order is strict: ties were settled by ordinal.
          const strict = Float64Array.from(ranked, (_, n) => -n);
          return {
            topicId,
            judged: judgeIds(ranked, qrels.get(topicId)),
            scores: list.length ? strict : list,
            ids: () => ranked,
          };
        });
        const text = formatRun(run, collection);
        const judged = await readQrels(bytesOf(formatQrels(qrels)));
        for (const lines of [text, text.split('\n').reverse().join('\n')]) {
          const read = await readRun(bytesOf(lines, 7), judged);
          const { values, topicScores } = evaluate(read, judged, MEASURES);
          const expected = evaluate(
            direct.filter(({ topicId }) => judged.has(topicId)),
            judged,
            MEASURES,
          );
          expect({ values, topicScores }).toEqual({ values: expected.values, topicScores: expected.topicScores });
        }
      }),
    );
  });
});

describe('options of evaluate', () => {
  it('are refused, all at once, where they would make nonsense of the figures', () => {
    const options = { topics: 'all', minGrade: 0, depth: Number.NaN } as unknown as EvaluateOptions;
    expect(() => evaluate([], new Map(), ['RR'], options)).toThrow(
      /unknown set of topics "all"[\s\S]*minGrade 0: not valid[\s\S]*depth NaN: not valid/,
    );
  });
});
