// Every measure against what pytrec_eval (trec_eval 9.0.8) and ir_measures computed for runs made by scripts/record-measures.py.
import { describe, expect, it } from 'vitest';
import { createEvaluation, type EvaluationOptions } from '../../src/eval/evaluate.ts';
import { type MeasureOptions, type ResolvedMeasure, resolveMeasure } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { evaluateAll, judgedTopics, loadFixture, readFixture } from './evaluate-files.ts';

interface Recording {
  readonly names: readonly string[];
  readonly topics: Readonly<Record<string, readonly (number | null)[]>>;
}

const [qrels, run] = loadFixture('trec/oracle.qrels', 'trec/oracle.run');
const topics = judgedTopics(qrels, run);
const recorded = JSON.parse(
  readFixture('trec/oracle.pytrec_eval-terrier-0.5.11.json').replaceAll('NaN', 'null'),
) as Record<string, Recording>;

/** Empty denominators: the tool prints "nan", we 0. */
function check(
  key: string,
  options: EvaluationOptions,
  written: MeasureOptions,
  nameOf = (name: string) => name,
): number {
  const { names, topics: expected } = recorded[key]!;
  const list: ResolvedMeasure[] = names.map((name) =>
    resolveMeasure(nameOf(name), measures, { ...written, version: 'trec_eval-9' }),
  );
  const evaluation = createEvaluation(qrels, list, { ...options, topics: 'both' });
  for (const topic of topics) evaluation.add(topic);
  const result = evaluation.finish();
  expect([...result.topicIds].sort()).toEqual(Object.keys(expected).sort());
  let checked = 0;
  result.topicIds.forEach((topicId, row) => {
    names.forEach((name, column) => {
      const theirs = expected[topicId]![column]!;
      const { measure, byTopic } = result.measures[column]!;
      const own = byTopic[row]!;
      // Geometric means: there a topic's value is already the logarithm.
      const ours = measure.def.aggregate === 'geometric' ? Math.log(Math.max(own, 0.00001)) : own;
      expect(Math.abs(ours - (theirs ?? 0)), `${key} ${name} ${topicId}: ${ours}, not ${theirs}`).toBeLessThan(1e-12);
      checked++;
    });
  });
  return checked;
}

describe('pytrec_eval', () => {
  it('all_trec, every topic', () => {
    expect(check('all_trec', {}, {})).toBe(35 * 93);
  });

  it('at relevance level 2, which nDCG, G and ndcg_rel leave alone', () => {
    expect(check('level 2', {}, { minGrade: 2 })).toBe(35 * 93);
  });

  it('over judged documents only', () => {
    expect(check('judged only', { judgedOnly: true }, {})).toBe(35 * 93);
  });

  it('set_F with a weight', () => {
    expect(check('set_F.0.5', {}, {}, () => 'set_F.0.5')).toBe(35);
  });
});

describe('ir_measures', () => {
  const expected = JSON.parse(readFixture('trec/oracle.ir_measures-0.4.3.json')) as Record<
    string,
    Record<string, number>
  >;

  it.each([
    ['RBP(rel=1)', 'RBP(rel=1)', 1e-9],
    ['RBP(rel=2,p=0.5)', 'RBP(p=0.5,rel=2)', 1e-9],
    // gdeval prints five decimals.
    ['ERR@5', 'ERR@5', 0.5e-5],
    ['ERR@20', 'ERR@20', 0.5e-5],
    ["nDCG(dcg='exp-log2')@10", 'nDCG(gain=exp)@10', 0.5e-5],
    ['RR@5', 'RR@5', 1e-12],
  ])('%s', (theirs, ours, within) => {
    const result = evaluateAll(qrels, topics, [ours]);
    let checked = 0;
    for (const [topicId, value] of Object.entries(expected[theirs]!)) {
      const own = result.measures[0]!.byTopic[result.topicIds.indexOf(topicId)]!;
      expect(Math.abs(own - value), `${topicId}: ${own}, not ${value}`).toBeLessThanOrEqual(within + 1e-9);
      checked++;
    }
    expect(checked).toBeGreaterThan(25);
  });

  it.each([5, 20])('Judged@%i, save that it takes a negative grade for a judgment', (k) => {
    const values = expected[`Judged@${k}`]!;
    const negative = new Map(
      [...qrels].map(([topicId, grades]) => [
        topicId,
        new Map([...grades].map(([id, grade]) => [id, Math.max(grade, 0)])),
      ]),
    );
    const result = evaluateAll(negative, judgedTopics(negative, run), [`Judged@${k}`]);
    for (const [topicId, value] of Object.entries(values)) {
      expect(result.measures[0]!.byTopic[result.topicIds.indexOf(topicId)]).toBeCloseTo(value, 12);
    }
  });
});
