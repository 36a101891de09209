// What a report says of each question: found, missed, and lost only by its wording.
import { describe, expect, it } from 'vitest';
import type { Miss, QuestionResult, Report } from '../../../src/core/results.ts';
import { askedQuestions, hardestFirst, rankText, worthFirst } from '../../../src/report/html/asked.ts';
import { sampleReport } from '../sample-report.ts';

const question = (
  id: string,
  ranks: Readonly<Record<string, number | null>>,
  over: Partial<QuestionResult> = {},
): QuestionResult => ({
  id,
  fact: id.split('.')[0]!,
  wording: id.split('.')[1]!,
  split: 'all',
  text: id,
  evidence: [],
  ranks,
  signal: Object.fromEntries(Object.keys(ranks).map((system) => [system, true])),
  values: {},
  ...over,
});
const miss = (id: string, system: string, over: Partial<Miss> = {}): Miss => ({
  ...sampleReport.misses[0]!,
  question: id,
  system,
  ...over,
});
const report: Report = {
  ...sampleReport,
  depth: 100,
  systems: ['a', 'b', 'c'].map((label) => ({ label, spec: label })),
  failed: [{ system: 'c', problem: 'gone' }],
  questionResults: [
    question('x.same', { a: 1, b: 9 }),
    question('x.paraphrase', { a: 50, b: 40 }),
    question('y.same', { a: 1, b: 1 }),
    question('y.paraphrase', { a: 4, b: 1 }),
    question('z.same', { a: 2, b: 2 }),
    question('z.paraphrase', { a: 1, b: 1 }),
  ],
  misses: [miss('x.same', 'b'), miss('x.paraphrase', 'a'), miss('x.paraphrase', 'b'), miss('y.paraphrase', 'a')],
};

describe('askedQuestions', () => {
  const asked = askedQuestions(report, undefined);

  it('calls lost what the same system finds in the other wording', () => {
    expect(asked.map(({ lostBy }) => lostBy)).toEqual([[], ['a'], [], ['a'], [], []]);
    expect(asked[1]!.twin?.id).toBe('x.same');
    expect(asked[0]!.twin).toBeUndefined();
  });

  it('neither finds nor misses anything by a system that failed', () => {
    for (const { outcomes } of asked)
      expect(outcomes[2]).toMatchObject({ system: 'c', failed: true, found: false, miss: undefined });
    expect(asked[0]!.outcomes.map(({ found }) => found)).toEqual([true, false, false]);
  });

  it('puts what needs several chunks where the last of them stands, and says where the first does', () => {
    const [whole] = askedQuestions(
      {
        ...report,
        questionResults: [question('x.same', { a: 1, b: 9, c: 1 })],
        misses: [miss('x.same', 'a', { rank: 80, signal: false }), miss('x.same', 'b', { rank: 9, signal: true })],
      },
      undefined,
    );
    expect(whole!.outcomes[0]).toMatchObject({ found: false, rank: 80, signal: false, first: 1 });
    expect(whole!.outcomes[1]).toMatchObject({ found: false, rank: 9, signal: true, first: undefined });
  });

  it('orders by how much is lost, and by what is worth opening', () => {
    expect(hardestFirst(asked)[0]!.result.id).toBe('x.paraphrase');
    expect(worthFirst(asked).map(({ result }) => result.id)).toEqual([
      'x.paraphrase',
      'y.paraphrase',
      'x.same',
      'y.same',
      'z.same',
      'z.paraphrase',
    ]);
  });
});

describe('rankText', () => {
  const of = (rank: number | null, signal: boolean, diagnosis?: Miss['diagnosis']): string =>
    rankText(
      {
        system: 'a',
        failed: false,
        found: false,
        rank,
        signal,
        first: undefined,
        miss: diagnosis && miss('x', 'a', { diagnosis }),
        explained: undefined,
      },
      report,
    );

  it('marks places among zeros, and says what lies beyond the depth or the filter', () => {
    expect([of(155, true), of(104, false), of(null, true), of(null, false, 'filtered')]).toEqual([
      '155',
      '104*',
      '>100',
      '–',
    ]);
  });
});
