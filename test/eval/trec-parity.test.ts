// The measures against what trec_eval printed, and against an independent reference to full precision.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Qrels } from '../../src/core/model.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import { type ResolvedMeasure, resolveMeasure } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { parseQrels, parseRun, type TrecRun } from '../../src/eval/trec.ts';

const read = (path: string): string => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');
const load = (qrels: string, run: string): [Qrels, TrecRun] => [
  parseQrels(read(qrels), qrels),
  parseRun(read(run), run),
];

/** Values by topic, and their mean as `all`: over all judged topics, as with trec_eval -c. */
function evaluate(measure: ResolvedMeasure, qrels: Qrels, run: TrecRun): Map<string, number> {
  const values = new Map<string, number>();
  for (const [topicId, grades] of qrels) {
    values.set(topicId, measure.evaluate(judgeIds(run.rankings.get(topicId)?.ids ?? [], grades)));
  }
  values.set('all', [...values.values()].reduce((a, b) => a + b, 0) / values.size);
  return values;
}

const ours = (trecName: string): ResolvedMeasure | undefined => {
  const expCut = /^ndcg_exp_cut_(\d+)$/.exec(trecName);
  if (expCut) return resolveMeasure(`nDCG(gain=exp)@${expCut[1]}`, measures);
  if (trecName === 'ndcg_1=1,2=3,3=7') return resolveMeasure('nDCG(gain=exp)', measures);
  const judged = /^judged_(\d+)(_of_returned)?$/.exec(trecName);
  if (judged) return resolveMeasure(`Judged${judged[2] ? '' : '(of=cutoff)'}@${judged[1]}`, measures);
  return trecName === 'num_q' ? undefined : resolveMeasure(trecName, measures);
};

/** As C's printf("%.4f"): an exact tie goes to the even digit, where toFixed goes up. */
function printed4(value: number): string {
  const up = value.toFixed(4);
  const exactTie = /^\d+\.\d{4}50*$/.test(value.toFixed(60));
  return exactTie && Number(up.at(-1)) % 2 === 1 ? (Number(up) - 1e-4).toFixed(4) : up;
}

const SETS = ['graded', 'ties', 'quirks', 'ties-utf8', 'precision', 'rand'];

function checkLines(out: string, qrels: Qrels, run: TrecRun, known = ours): number {
  const values = new Map<string, Map<string, number>>();
  let checked = 0;
  for (const line of read(out).trim().split('\n')) {
    const [name, topic, printed] = line.split('\t').map((field) => field.trim()) as [string, string, string];
    const measure = known(name);
    if (!measure) continue;
    if (!values.has(name)) values.set(name, evaluate(measure, qrels, run));
    expect(printed4(values.get(name)!.get(topic)!), `${out}: ${name} ${topic}`).toBe(printed);
    checked++;
  }
  return checked;
}

describe('trec_eval 10.0 -q -c', () => {
  it.each(SETS)('%s: every recorded line of our measures, to four decimals', (set) => {
    const [qrels, run] = load(`trec/${set}.qrels`, `trec/${set}.run`);
    const topics = qrels.size + 1;
    // map, recip_rank, ndcg, Rprec, bpref, set_P, set_recall, and P, recall, success, ndcg_cut at five cutoffs, map_cut at two.
    expect(checkLines(`trec/trec_eval-out/${set}.c.v10.0.out`, qrels, run)).toBe(topics * (7 + 4 * 5 + 2));
  });

  it('exponential gain, as -m ndcg.1=1,2=3,3=7', () => {
    expect(
      checkLines('trec/trec_eval-out/graded-expgain.v10.out', ...load('trec/graded.qrels', 'trec/graded.run')),
    ).toBe(4);
  });

  it.each([2, 3])('minimum grade %i, as -l: rel= on all but nDCG, which -l leaves alone', (rel) => {
    const withRel = (name: string): ResolvedMeasure | undefined => {
      const cut = /^(P|recall)_(\d+)$/.exec(name);
      if (cut) return resolveMeasure(`${cut[1]}(rel=${rel})@${cut[2]}`, measures);
      if (name === 'map' || name === 'recip_rank') return resolveMeasure(`${name}(rel=${rel})`, measures);
      return name === 'ndcg' ? resolveMeasure('nDCG', measures) : undefined;
    };
    const [qrels, run] = load('trec/graded.qrels', 'trec/graded.run');
    expect(checkLines(`trec/trec_eval-out/graded-l${rel}.v9.out`, qrels, run, withRel)).toBe(4 * 5);
  });
});

describe('the independent reference', () => {
  it.each(SETS)('%s: every value of our measures, to 1e-12', (set) => {
    const [qrels, run] = load(`trec/${set}.qrels`, `trec/${set}.run`);
    const golden = JSON.parse(read(`trec/golden-${set}.json`)) as {
      all: Record<string, number>;
      per_query: Record<string, Record<string, number>>;
      num_q: number;
    };
    expect(qrels.size).toBe(golden.num_q);
    let checked = 0;
    for (const name of Object.keys(golden.all)) {
      const measure = ours(name);
      if (!measure) continue;
      const values = evaluate(measure, qrels, run);
      for (const [topic, expected] of [...Object.entries(golden.per_query), ['all', golden.all] as const]) {
        expect(Math.abs(values.get(topic)! - expected[name]!), `${name} ${topic}`).toBeLessThan(1e-12);
        checked++;
      }
    }
    expect(checked).toBe((qrels.size + 1) * (7 + 5 * 5 + 2 + 6));
  });
});

describe('cases from the field', () => {
  /** Mean of each measure over all judged topics, to four decimals. */
  const means = (name: string, ...list: string[]): string[] => {
    const [qrels, run] = load(`cases/${name}/qrels.txt`, `cases/${name}/run.txt`);
    return list.map((written) => evaluate(resolveMeasure(written, measures), qrels, run).get('all')!.toFixed(4));
  };
  const topicsOf = (name: string, written: string): Record<string, string> => {
    const [qrels, run] = load(`cases/${name}/qrels.txt`, `cases/${name}/run.txt`);
    const values = evaluate(resolveMeasure(written, measures), qrels, run);
    return Object.fromEntries([...values].map(([topic, value]) => [topic, value.toFixed(4)]));
  };

  it('C01: equal scores are ordered by id, descending, by bytes', () => {
    const [, run] = load('cases/C01/qrels.txt', 'cases/C01/run.txt');
    expect(run.rankings.get('t1')!.ids).toEqual(['élan', 'memo_b', 'memo-9', 'memo-10', 'Memo-a']);
    expect(run.rankings.get('t2')!.ids).toEqual(['😀a', 'Ａa']);
    expect(topicsOf('C01', 'RR')).toEqual({ t1: '0.5000', t2: '1.0000', all: '0.7500' });
    expect(topicsOf('C01', 'nDCG')).toEqual({ t1: '0.6309', t2: '1.0000', all: '0.8155' });
    expect(means('C01', 'P@1')).toEqual(['0.5000']);
  });

  it('C01: the order of lines changes nothing', () => {
    const lines = read('cases/C01/run.txt').trim().split('\n');
    const rankings = (text: string) => new Map([...parseRun(text, 'run').rankings].sort());
    expect(rankings(lines.toReversed().join('\n'))).toEqual(rankings(lines.join('\n')));
  });

  it('C03: a document listed twice is refused, with file, line, topic and document', () => {
    expect(() => load('cases/C03/qrels.txt', 'cases/C03/run-dup.txt')).toThrow(
      'cases/C03/run-dup.txt:3: document "guide" is listed twice for topic "r1" (first on line 1)',
    );
  });

  it('C03: several chunks of one document earn once, collapsed or not', () => {
    const [qrels, run] = load('cases/C03/qrels-docs.txt', 'cases/C03/run-docs.txt');
    const { topics } = JSON.parse(read('cases/C03/chunks.json')) as {
      topics: { id: string; gold_docs: string[]; ranked_chunks: string[] }[];
    };
    const expected: Record<string, string[]> = {
      r1: ['1.0000', '1.0000', '0.3333'],
      r2: ['0.3333', '0.4693', '0.3333'],
    };
    for (const { id, gold_docs, ranked_chunks } of topics) {
      const repeated = judgeIds(
        ranked_chunks.map((chunk) => chunk.split('#')[0]!),
        new Map(gold_docs.map((doc) => [doc, 1])),
      );
      const collapsed = judgeIds(run.rankings.get(id)!.ids, qrels.get(id));
      for (const judged of [repeated, collapsed]) {
        const values = ['R@3', 'nDCG@3', 'P@3'].map((name) =>
          resolveMeasure(name, measures).evaluate(judged).toFixed(4),
        );
        expect(values).toEqual(expected[id]);
      }
    }
  });

  it('C05: negative and zero grades are not relevant and gain nothing', () => {
    expect(means('C05', 'RR', 'P@5', 'R@5', 'nDCG', 'nDCG@5', 'nDCG(gain=exp)')).toEqual([
      '0.5000',
      '0.4000',
      '1.0000',
      '0.6399',
      '0.6399',
      '0.6352',
    ]);
  });

  it('C07: a topic missing from the run is 0 and counted, one unknown to the qrels is not', () => {
    expect(topicsOf('C07', 'RR')).toEqual({ p1: '1.0000', p2: '0.5000', p3: '0.0000', p4: '0.0000', all: '0.3750' });
  });

  it('C09: linear and exponential gain over the ideal of everything judged', () => {
    expect(means('C09', 'nDCG@5', 'nDCG', 'nDCG@3', 'nDCG(gain=exp)@5', 'nDCG(gain=exp)@3')).toEqual([
      '0.6216',
      '0.6216',
      '0.5939',
      '0.5193',
      '0.5032',
    ]);
  });

  it('C11: ids are opaque strings', () => {
    expect(topicsOf('C11', 'RR')).toEqual({
      '007': '0.5000',
      7: '1.0000',
      '1e3': '0.5000',
      1000: '0.5000',
      all: '0.6250',
    });
  });

  it('C13: # is a comment only as the first character of a line', () => {
    expect(topicsOf('C13', 'RR')).toEqual({ h1: '0.5000', h3: '1.0000', all: '0.7500' });
    expect(topicsOf('C13', 'nDCG')).toEqual({ h1: '0.6309', h3: '1.0000', all: '0.8155' });
    expect(parseRun(read('cases/C13/run.txt'), 'run').tag).toBe('t#1');
  });

  // This fixture's qrels.txt was rebuilt from the case's qrels.tsv, in TREC form with CRLF; it is not the case's own file.
  it('C15: CRLF, with or without a byte order mark, carries no content', () => {
    const values = topicsOf('C15', 'R@1');
    expect(Object.keys(values)).toHaveLength(3);
    expect(new Set(Object.values(values))).toEqual(new Set(['1.0000']));
    const [qrels, run] = ['qrels.txt', 'run.txt'].map(
      (file) => `\ufeff\r\n  \r\n${read(`cases/C15/${file}`).trimEnd()}`,
    );
    expect(parseQrels(qrels!, 'q')).toEqual(parseQrels(read('cases/C15/qrels.txt'), 'q'));
    expect(parseRun(run!, 'r')).toEqual(parseRun(read('cases/C15/run.txt'), 'r'));
  });
});
