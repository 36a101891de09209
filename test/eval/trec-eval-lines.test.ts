// What trec_eval printed, byte for byte: names, order, values.
import { describe, expect, it } from 'vitest';
import { createEvaluation, type EvaluationOptions } from '../../src/eval/evaluate.ts';
import { resolveMeasure, resolveMeasures } from '../../src/eval/measure-name.ts';
import { expandMeasures } from '../../src/eval/measure-sets.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { type TrecEvalLineOptions, trecEvalLines, trecEvalName } from '../../src/eval/trec-eval-lines.ts';
import { evaluateAll, judgedTopics, loadFixture, readFixture } from './evaluate-files.ts';
import { judgedOf } from './judged-of.ts';

interface Case {
  readonly out: string;
  readonly set: string;
  readonly options?: EvaluationOptions;
  readonly lines?: TrecEvalLineOptions;
}

const V9: TrecEvalLineOptions = { version: 'trec_eval-9' };

/** Every recording; `-q -c` where nothing else is said. */
const CASES: readonly Case[] = [
  ...['graded', 'ties', 'quirks', 'ties-utf8', 'precision', 'rand'].flatMap((set) => [
    { out: `${set}.c.v10.0.out`, set },
    { out: `${set}.c.v9.0.8.out`, set, lines: V9 },
  ]),
  ...['graded', 'ties', 'quirks'].flatMap((set) => [
    { out: `${set}.full-c.v10.0.out`, set },
    { out: `${set}.full-c.v9.0.8.out`, set, lines: V9 },
  ]),
  { out: 'graded-M1.v9.out', set: 'graded', options: { depth: 1 }, lines: V9 },
  { out: 'graded-M3.v9.out', set: 'graded', options: { depth: 3 }, lines: V9 },
  { out: 'graded-l2.v9.out', set: 'graded', lines: { ...V9, minGrade: 2 } },
  { out: 'graded-l3.v9.out', set: 'graded', lines: { ...V9, minGrade: 3 } },
  { out: 'graded-expgain.v10.out', set: 'graded' },
  { out: 'quirks.rbp-unj.v10.0.out', set: 'quirks' },
  { out: 'quirks-J.v10.out', set: 'quirks', options: { judgedOnly: true } },
  { out: 'quirks-J.v9.out', set: 'quirks', options: { judgedOnly: true }, lines: V9 },
  // Without -c, 9 averages over the intersection.
  { out: 'quirks.v9.out', set: 'quirks', options: { topics: 'both' }, lines: V9 },
];

function printedFor({ set, out, options = {}, lines = {} }: Case): string {
  const [qrels, run] = loadFixture(`trec/${set}.qrels`, `trec/${set}.run`);
  const names = [
    ...new Set(
      readFixture(`trec/trec_eval-out/${out}`)
        .trimEnd()
        .split('\n')
        .map((text) => text.split('\t')[0]!.trim()),
    ),
  ];
  // Asked for backwards: the order of lines is trec_eval's, not the order of asking.
  const resolved = names.toReversed().map((name) => resolveMeasure(name, measures, lines));
  return trecEvalLines(evaluateAll(qrels, judgedTopics(qrels, run), resolved, options), { perTopic: true, ...lines });
}

describe('recorded output of trec_eval', () => {
  it.each(CASES)('$out', (one) => {
    expect(printedFor(one)).toBe(readFixture(`trec/trec_eval-out/${one.out}`));
  });

  it('trec_eval 10 without -c printed one topic and stopped at the first missing one: those lines too', () => {
    const whole = printedFor({ out: 'quirks.v10.out', set: 'quirks', options: { topics: 'both' } });
    const recorded = readFixture('trec/trec_eval-out/quirks.v10.out');
    expect(whole.slice(0, recorded.length)).toBe(recorded);
  });

  it('a topic that the qrels lack changes no line', () => {
    const [qrels, run] = loadFixture('trec/quirks.qrels', 'trec/quirks-extra-topic.run');
    const [, plain] = loadFixture('trec/quirks.qrels', 'trec/quirks.run');
    const list = ['map', 'ndcg', 'num_q', 'num_ret'];
    const result = evaluateAll(qrels, judgedTopics(qrels, run), list);
    expect(trecEvalLines(result, { perTopic: true })).toBe(
      trecEvalLines(evaluateAll(qrels, judgedTopics(qrels, plain), list), { perTopic: true }),
    );
    expect(result.unknown).toEqual(['k9']);
  });
});

describe('all_trec', () => {
  const [qrels, run] = loadFixture('trec/quirks.qrels', 'trec/quirks.run');
  const printed = (list: readonly string[], version: 'trec_eval-10' | 'trec_eval-9'): string[] => {
    const wanted = expandMeasures(list, measures, version);
    const resolved = resolveMeasures(wanted.names, measures, [], { version });
    const evaluation = createEvaluation(
      qrels,
      resolved,
      wanted.relstring === undefined ? {} : { relstring: wanted.relstring },
    );
    for (const topic of judgedTopics(qrels, run)) evaluation.add(topic);
    return trecEvalLines(evaluation.finish(), {
      perTopic: true,
      version,
      runid: wanted.runid ? run.tag : undefined,
    }).split('\n');
  };
  const namesOf = (lines: readonly string[], topic: string): string[] =>
    lines.filter((text) => text.split('\t')[1] === topic).map((text) => text.split('\t')[0]!.trim());

  it('prints every measure under its own name, in the order of the program, with its cutoffs', () => {
    const lines = printed(['all_trec'], 'trec_eval-10');
    const all = namesOf(lines, 'all');
    expect(all.slice(0, 11).join(' ')).toBe(
      'runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall_0.00',
    );
    expect(all.slice(-7).join(' ')).toBe('set_F num_nonrel_judged_ret rbp rbp_resid unj_5 unj_10 unj_20');
    expect(all).toHaveLength(99);
    const topic = namesOf(lines, 'k1');
    expect(topic).toContain('relstring');
    for (const name of ['runid', 'num_q', 'gm_map', 'gm_bpref']) expect(topic).not.toContain(name);
    expect(lines).toContain("relstring             \tk1\t'-0-1'");
    expect(lines).toContain("relstring             \tk2\t''");
    expect(lines).toContain("relstring             \tk4\t'..12'");
    expect(lines).toContain('runid                 \tall\tlab');
  });

  it('of version 9 has neither rbp nor unj, and prints no lines of a missing topic', () => {
    const lines = printed(['all_trec'], 'trec_eval-9');
    expect(namesOf(lines, 'all')).toHaveLength(94);
    expect(namesOf(lines, 'k2')).toEqual([]);
    expect(namesOf(lines, 'all')).not.toContain('unj_5');
  });

  it('official is its first part', () => {
    expect(namesOf(printed(['official'], 'trec_eval-10'), 'all')).toEqual(
      namesOf(printed(['all_trec'], 'trec_eval-10'), 'all').slice(0, 30),
    );
  });
});

describe('lines', () => {
  const one = (name: string, judged = judgedOf([1, 0])): string => {
    const qrels = new Map([['q', new Map([['a', 1]])]]);
    const topic = { topicId: 'q', judged, scores: Float64Array.of(2, 1), ids: () => ['a', 'b'] };
    return trecEvalLines(evaluateAll(qrels, [topic], [name]));
  };

  it('name what trec_eval does not have canonically, at the end', () => {
    expect(one('nDCG(gain=exp)@10')).toBe('nDCG(gain=exp)@10     \tall\t1.0000\n');
    expect(trecEvalName(resolveMeasure('RBP', measures))).toBeUndefined();
    expect(trecEvalName(resolveMeasure('RBP(p=0.9)', measures))?.name).toBe('rbp');
    expect(trecEvalName(resolveMeasure('P(rel=2)@5', measures))).toBeUndefined();
    expect(trecEvalName(resolveMeasure('P(rel=2)@5', measures), 2)?.name).toBe('P_5');
    expect(trecEvalName(resolveMeasure('P(judged_only=true)@5', measures))).toBeUndefined();
    expect(trecEvalName(resolveMeasure('SetF(beta=0.5)', measures))?.name).toBe('set_F_0.5');
    expect(trecEvalName(resolveMeasure('SetP(relative=true)', measures))?.name).toBe('set_relative_P');
    expect(trecEvalName(resolveMeasure('IPrec@0.25', measures))?.name).toBe('iprec_at_recall_0.25');
    expect(trecEvalName(resolveMeasure('nDCG(gains=1:1;2:3)', measures))?.name).toBe('ndcg_1=1,2=3');
  });

  it('round as C does: 1/32 goes down to the even digit', () => {
    expect(one('P@32')).toBe('P_32                  \tall\t0.0312\n');
  });
});
