import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/results.ts';
import { type LabelledReport, resultsOfReports } from '../../src/experiment/report-results.ts';
import { sampleReport } from '../report/sample-report.ts';

type Systems = Readonly<Record<string, readonly number[]>>;

/** A report of three questions, by the ranks that its systems give. */
function report(systems: Systems, over: Partial<Report> = {}): Report {
  const labels = Object.keys(systems);
  const byLabel = <T>(make: (label: string) => T): Record<string, T> =>
    Object.fromEntries(labels.map((label) => [label, make(label)]));
  return {
    ...sampleReport,
    systems: labels.map((label) => ({ label, spec: `spec-of-${label}` })),
    measures: ['R@3', 'RR'],
    questionResults: ['q1', 'q2', 'q3'].map((id, i) => ({
      id,
      fact: id,
      wording: '',
      split: '',
      text: `Text of ${id}?`,
      evidence: [],
      ranks: byLabel((label) => systems[label]![i]!),
      signal: byLabel(() => true),
      values: byLabel((label) => ({ 'R@3': systems[label]![i]! <= 3 ? 1 : 0, RR: 1 / systems[label]![i]! })),
    })),
    ...over,
  };
}

const older = (own: Report): LabelledReport => ({ label: 'before', where: 'before.json', report: own });
const newer = (own: Report): LabelledReport => ({ label: 'after', where: 'after.json', report: own });
const A = { bm25: [1, 2, 9], dense: [4, 1, 1] };
const B = { bm25: [1, 1, 9], dense: [3, 1, 1] };

describe('reports to compare', () => {
  it('are joined by the label of the system', () => {
    const { systems, pairs, topics } = resultsOfReports([older(report(A)), newer(report(B))], ['RR']);
    expect(topics[0]).toEqual({ id: 'q1', text: 'Text of q1?' });
    expect(systems.map(({ label, spec }) => [label, spec])).toEqual([
      ['before:bm25', 'spec-of-bm25'],
      ['after:bm25', 'spec-of-bm25'],
      ['before:dense', 'spec-of-dense'],
      ['after:dense', 'spec-of-dense'],
    ]);
    expect(pairs).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect([...systems[0]!.values[0]!]).toEqual([1, 0.5, 1 / 9]);
    expect(systems[0]!.ranks).toEqual([1, 2, 9]);
  });

  it('leave out a system that failed in one of them, and say so', () => {
    const failed = { ...report(B), failed: [{ system: 'dense', problem: 'gone' }] };
    const { systems, notes, leftOut } = resultsOfReports([older(report(A)), newer(failed)], ['RR']);
    expect(systems.map(({ label }) => label)).toEqual(['before', 'after']);
    expect(notes).toEqual(['left out, since they failed: dense']);
    expect(leftOut).toEqual(notes);
    expect(() => resultsOfReports([newer(failed)], ['RR'])).toThrow('a report with one system');
  });

  it('say that they were made under different filters', () => {
    const filtered = report(A, { filter: { text: 'team = people', chunks: 9 } });
    const { notes, leftOut } = resultsOfReports([older(report(A)), newer(filtered)], ['RR']);
    expect(notes).toEqual(['filters differ: before none, after team = people']);
    expect(leftOut).toEqual([]);
  });

  it('take short labels where one system is shared, and say what is left out', () => {
    const { systems, notes } = resultsOfReports([older(report(A)), newer(report({ bm25: B.bm25 }))], ['RR']);
    expect(systems.map(({ label }) => label)).toEqual(['before', 'after']);
    expect(notes).toEqual(['left out, since no system of that label stands in every report: dense (only in before)']);
  });

  it('say of each system that is left out which reports have it, and nothing where all are compared', () => {
    const third: LabelledReport = {
      label: 'third',
      where: 'third.json',
      report: report({ bm25: [1, 1, 1], x: [1, 1, 1] }),
    };
    const { leftOut, notes } = resultsOfReports([older(report(A)), newer(report(B)), third], ['RR']);
    expect(leftOut).toEqual([
      'left out, since no system of that label stands in every report: dense (only in before and after), x (only in third)',
    ]);
    expect(notes).toEqual(leftOut);
    expect(resultsOfReports([older(report(A)), newer(report(B))], ['RR']).leftOut).toEqual([]);
  });

  it('pair single systems of different labels', () => {
    const { systems, pairs } = resultsOfReports([older(report({ x: A.bm25 })), newer(report({ y: A.dense }))], ['RR']);
    expect(systems.map(({ label, spec }) => [label, spec])).toEqual([
      ['before', 'spec-of-x'],
      ['after', 'spec-of-y'],
    ]);
    expect(pairs).toEqual([[0, 1]]);
  });

  it('compare all systems of a single one', () => {
    expect(resultsOfReports([older(report({ ...A, third: [1, 1, 1] }))], ['RR']).pairs).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(() => resultsOfReports([older(report({ x: A.bm25 }))], ['RR'])).toThrow(/nothing to compare it with/);
  });

  it('refuse other questions, other corpora, strangers and lacking measures, naming the files', () => {
    const base = older(report(A));
    const { questions, corpus } = sampleReport;
    const cases: [LabelledReport, RegExp][] = [
      [newer(report(B, { questions: { ...questions, fingerprint: 'f'.repeat(64) } })), /different questions/],
      [newer(report(B, { questionResults: report(B).questionResults.slice(1) })), /different questions/],
      [newer(report(B, { corpus: { ...corpus, fingerprint: 'f'.repeat(64) } })), /different corpora/],
      [newer(report({ x: B.bm25, y: B.dense })), /no system stands in all of them: before.json has bm25, dense/],
      [newer(report(B, { measures: ['R@3'] })), /does not hold RR; it holds R@3/],
    ];
    for (const [other, message] of cases) {
      expect(() => resultsOfReports([base, other], ['RR'])).toThrow(message);
      expect(() => resultsOfReports([base, other], ['RR'])).toThrow(/after\.json/);
    }
  });

  it('may be cut into other chunks, which is noted', () => {
    const corpus = { ...sampleReport.corpus, chunker: 'whole', fingerprint: 'f'.repeat(64), chunks: 3 };
    const { notes } = resultsOfReports([older(report(A)), newer(report(B, { corpus }))], ['RR']);
    expect(notes).toEqual([`chunkers differ: before ${sampleReport.corpus.chunker}, after whole`]);
  });

  it('do not count a rank beyond the depth as found', () => {
    const own = report(A);
    const [first, ...rest] = own.questionResults;
    const questionResults = [{ ...first!, ranks: { bm25: null, dense: 4 } }, ...rest];
    const { systems } = resultsOfReports([older({ ...own, questionResults })], ['RR']);
    expect([systems[0]!.ranks[0], systems[0]!.signal[0]]).toEqual([null, false]);
  });

  it('must hold what they say they hold', () => {
    const own = report(A);
    const [first, ...rest] = own.questionResults;
    const questionResults = [{ ...first!, values: {} }, ...rest];
    expect(() => resultsOfReports([older({ ...own, questionResults })], ['RR'])).toThrow(
      /before.json: question "q1" has no RR of bm25/,
    );
  });
});
