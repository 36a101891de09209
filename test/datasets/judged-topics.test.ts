import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { buildCollection } from '../../src/core/collection.ts';
import { joinJudgments } from '../../src/datasets/judged-topics.ts';
import { judgeEvidence, judgeIds } from '../../src/eval/judge.ts';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { projectEvidence } from '../../src/eval/project.ts';
import { whole } from '../../src/ingest/chunkers/whole.ts';

const sources = { topics: 'topics', qrels: 'qrels' };
const documents = Array.from({ length: 6 }, (_, n) => ({
  id: `d${n}`,
  title: '',
  text: 'x',
  blocks: [],
  meta: {},
  source: '',
}));
const measures = resolveMeasures(
  ['R@3', 'P@3', 'AP', 'RR', 'nDCG@10', 'nDCG(gain=exp)@2', 'Success@1', 'Judged@3', 'P(rel=2)@2', 'Rprec', 'Bpref'],
  builtinCatalog().measures,
  [],
);

describe('judgments of whole documents as evidence', () => {
  it('measure what they measure as qrels: graded, judged and not relevant, negative, and of documents not there', () => {
    const id = fc.constantFrom('d0', 'd1', 'd2', 'd3', 'd4', 'gone', 'lost');
    fc.assert(
      fc.property(
        fc.dictionary(id, fc.integer({ min: -1, max: 3 }), { noNullPrototype: true }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5]),
        (grades, order) => {
          // One that is there, so that there is something to join.
          const byId = new Map([...Object.entries(grades), ['d5', 0] as const]);
          const { topics, evidence } = joinJudgments(
            [{ id: 't', text: 'x' }],
            new Map([['t', byId]]),
            documents,
            sources,
            () => {},
          );
          const collection = buildCollection('c', documents, whole, {});
          const ranking = {
            topicId: 't',
            chunks: Uint32Array.from(order),
            scores: Float64Array.from(order, (_, n) => 10 - n),
            signal: order.length,
          };
          const projected = projectEvidence(collection, { topics, evidence }).topics.get('t')!;
          const found = judgeEvidence(ranking, projected);
          const want = judgeIds(
            order.map((ord) => `d${ord}`),
            byId,
          );
          for (const { name, def, params } of measures) {
            expect(def.evaluate(found, params), name).toBe(def.evaluate(want, params));
          }
        },
      ),
    );
  });
});
