import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/results.ts';
import { findChanges, findIncomparable } from '../../src/experiment/comparability.ts';
import { oneSystem, type ReportShape, reportOf } from './gate-reports.ts';

const made = (shape: ReportShape = {}) => reportOf(oneSystem(4, 2), shape);
const baseline = (shape: ReportShape = {}) => ({ report: made(shape), command: 'rag-lab run --seed 1' });

describe('findIncomparable', () => {
  it('finds nothing where systems, chunking and synonyms differ', () => {
    const other = made({
      systems: [{ label: 'bm25', spec: 'bm25(k1=2)' }],
      chunker: 'words',
      chunks: 40,
      synonyms: 'other',
      version: '2.0.0',
      measures: ['R@1', 'R@3', 'RR', 'R@5'],
    });
    expect(findIncomparable(baseline(), other)).toEqual([]);
  });

  it('names what differs, and what to run', () => {
    const messages = (old: ReportShape, now: ReportShape) =>
      findIncomparable(baseline(old), made(now)).map(({ message, remedy }) => `${message} / ${remedy}`);
    expect(messages({}, { corpus: 'corpus-2' })[0]).toMatch(
      /^the corpus text differs: corpus, 1 document, 1000 words, fingerprint corpus-1 in the baseline, .* corpus-2 now \/ run as the baseline: rag-lab run --seed 1; or rag-lab baseline update --force/,
    );
    expect(messages({}, { measures: ['R@3'] })).toEqual([
      'the measures differ: the report lacks R@1, RR of the baseline / --measures R@1,R@3,RR',
    ]);
    expect(messages({}, { cutoff: 5 })).toEqual(['the headline cutoff differs: 3 in the baseline, 5 now / --cutoff 3']);
    expect(messages({ depth: 50 }, { depth: 60 })).toEqual([
      'the depth differs: 50 in the baseline, 60 now / --depth 50',
    ]);
    expect(messages({}, { depth: 60 })).toEqual([
      'the depth differs: all chunks in the baseline, 60 now / leave out --depth',
    ]);
    expect(findIncomparable(baseline(), reportOf(oneSystem(5, 2)))[0]!.message).toMatch(/^the questions differ: 4, /);
  });

  it('names the questions that are gone, new or changed; evidence moved by an edit is told from them', () => {
    const questionsOf = (report: Report, fingerprint: string, edit: Partial<Report> = {}): Report => ({
      ...report,
      questions: { ...report.questions, fingerprint },
      ...edit,
    });
    const told = (now: Report): string[] => findIncomparable(baseline(), now).map(({ message }) => message);
    expect(told(reportOf(oneSystem(9, 2)))[0]).toMatch(/ now; new: q5, q6, q7 and 2 more$/);
    expect(findIncomparable({ report: reportOf(oneSystem(5, 2)), command: null }, made())[0]!.message).toMatch(
      / now; gone: q5$/,
    );
    const [first, ...others] = made().questionResults;
    const reworded = { questionResults: [{ ...first!, text: 'Else?' }, ...others] };
    expect(told(questionsOf(made(), 'x', reworded))).toEqual([
      expect.stringMatching(/^the questions differ: .*; changed: q1$/),
    ]);
    expect(told(questionsOf(made(), 'x'))).toEqual([
      expect.stringMatching(/; by their evidence, slices or order alone$/),
    ]);
    expect(told(questionsOf(made({ corpus: 'edited' }), 'x'))).toEqual([
      expect.stringMatching(/^the corpus text differs: /),
      expect.stringMatching(/^the places of the evidence differ: .*; the questions are the same$/),
    ]);
  });

  it('takes what was searched under another filter for another experiment', () => {
    const filtered = { ...made(), filter: { text: 'team = people', chunks: 3 } };
    expect(findIncomparable(baseline(), filtered)).toEqual([
      {
        message: 'the filter differs: none in the baseline, team = people now',
        remedy: 'run as the baseline: rag-lab run --seed 1',
      },
    ]);
    expect(findIncomparable({ report: filtered, command: null }, filtered)).toEqual([]);
    const { corpus } = made();
    expect(findChanges(baseline(), { ...made(), corpus: { ...corpus, dedupe: 'near' } })).toEqual([
      { what: 'copies dropped', old: '–', new: 'near' },
    ]);
  });

  it('takes every chunk of 100 and every chunk of 40 for one depth', () => {
    expect(findIncomparable(baseline(), made({ chunks: 40 }))).toEqual([]);
  });
});

describe('findChanges', () => {
  it('lists what may differ and does, systems that come and go included', () => {
    const other = made({ systems: [{ label: 'lex', spec: 'bm25' }], synonyms: 'synonyms-2', version: '2.0.0' });
    expect(findChanges(baseline(), other)).toEqual([
      { what: 'system bm25', old: 'bm25', new: '–' },
      { what: 'system lex', old: '–', new: 'bm25' },
      { what: 'synonyms', old: '1 groups, fingerprint synonyms-1', new: '1 groups, fingerprint synonyms-2' },
      { what: 'rag-lab', old: '1.0.0', new: '2.0.0' },
    ]);
    expect(findChanges(baseline(), made())).toEqual([]);
  });
});
