import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabError } from '../../src/core/errors.ts';
import type { GateResult } from '../../src/core/gate.ts';
import type { Report } from '../../src/core/results.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { evaluateGate, type GateRequest } from '../../src/experiment/gate.ts';
import { type GateRule, parseRule } from '../../src/experiment/gate-rules.ts';
import * as library from '../../src/index.ts';
import { type AskedQuestion, oneSystem, type ReportShape, reportOf } from './gate-reports.ts';

function rule(text: string): GateRule {
  const faults: LabError[] = [];
  const read = parseRule(text, measures, faults);
  expect(faults).toEqual([]);
  return read!;
}

function gate(old: Report | undefined, now: Report, rules: readonly string[] = [], more: Partial<GateRequest> = {}) {
  return evaluateGate({
    version: '1.0.0',
    mode: 'strict',
    inconclusive: 'fail',
    rules: rules.map(rule),
    report: now,
    baseline: old && { report: old, command: 'rag-lab run' },
    ...more,
  });
}

const verdicts = ({ checks }: GateResult): string[] => checks.map(({ verdict }) => verdict);
const ends = ({ verdict, exitCode }: GateResult): [string, number] => [verdict, exitCode];

/** A report whose R@3 of bm25 is what a case says, over ten questions. */
function withValue(value: number, shape: ReportShape = {}): Report {
  const report = reportOf(oneSystem(10, 7), shape);
  const scores = report.scores.map((row) => ({ ...row, measures: { ...row.measures, 'R@3': { value } } }));
  return { ...report, scores };
}

describe('a report without the values of a system that failed', () => {
  it('cannot be passed or failed: values are missing', () => {
    const questions = oneSystem(10, 7).map((each) => ({ ...each, ranks: { ...each.ranks, dense: 1 } }));
    const old = reportOf(questions);
    const only = <T extends { readonly system: string }>(rows: readonly T[]): T[] =>
      rows.filter(({ system }) => system !== 'dense');
    const now: Report = {
      ...old,
      failed: [{ system: 'dense', problem: 'gone' }],
      scores: only(old.scores),
      paired: only(old.paired),
      cost: only(old.cost),
      misses: only(old.misses),
      questionResults: old.questionResults.map((each) => ({
        ...each,
        ranks: { bm25: each.ranks.bm25! },
        signal: { bm25: each.signal.bm25! },
        values: { bm25: each.values.bm25! },
      })),
    };
    for (const mode of ['strict', 'statistical'] as const) {
      expect(ends(gate(old, now, [], { mode }))).toEqual(['NOT-COMPARABLE', 3]);
      for (const text of ['dense/R@3 >= 0.5', 'dense tokens <= 9999', 'question q1 dense rank <= 3']) {
        expect([text, ...ends(gate(old, now, [text], { mode }))]).toEqual([text, 'NOT-COMPARABLE', 3]);
      }
      // Even where no rule is about it: the run judged less than it was asked to.
      const rest = gate(old, now, ['bm25/R@3 >= 0.5'], { mode });
      expect(ends(rest)).toEqual(['NOT-COMPARABLE', 3]);
      expect(rest.problems).toEqual([{ message: 'system dense failed in the report: gone', remedy: null }]);
      expect(ends(gate(old, now, ['bm25/R@3 >= 0.9'], { mode }))).toEqual(['REGRESSION', 1]);
    }
    expect(ends(gate(now, now, ['bm25/R@3 >= 0.5']))).toEqual(['NOT-COMPARABLE', 3]);
    const [check] = gate(old, now, ['dense/R@3 >= 0.5']).checks;
    expect(check!.message).toBe('system dense failed in the report: gone');
  });
});

describe('many questions', () => {
  it('are looked up in an instant, thousands of unknown ones too', () => {
    const questions = Array.from({ length: 3000 }, (_, i) => ({
      id: `a-long-name-of-a-question-as-generators-write-it-${i}`,
      ranks: { bm25: 1 },
    }));
    const report = reportOf(questions);
    const rules = questions.map(({ id }) => `question ${id.replace('name', 'nome')} bm25 rank <= 3`);
    const began = performance.now();
    const result = gate(report, report, rules);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(ends(result)).toEqual(['NOT-COMPARABLE', 3]);
    expect(result.checks[0]!.message).toMatch(/did you mean "a-long-name-of-a-question-as-generators-write-it-0"\?$/);
    expect(result.checks.at(-1)!.message).not.toContain('did you mean');
    expect(
      gate(
        report,
        report,
        questions.map(({ id }) => `question ${id} bm25 rank <= 3`),
      ).verdict,
    ).toBe('PASS');
  });
});

describe('evaluateGate, strict', () => {
  it('passes what did not change, and says by how many rules', () => {
    const report = reportOf(oneSystem(10, 7));
    const result = gate(report, report);
    expect(ends(result)).toEqual(['PASS', 0]);
    expect(result.checks.map(({ name }) => name)).toEqual(['bm25/R@3 drop <= 0']);
    expect(result.flips).toEqual([]);
    expect(result.changes).toEqual([]);
  });

  it('finds a drop of one question, names it with both ranks and the diagnosis, and lists what changed', () => {
    const old = reportOf(oneSystem(10, 7));
    const now = reportOf(
      oneSystem(10, 7).map((each) => (each.id === 'q3' ? { ...each, ranks: { bm25: 5 } } : each)),
      { systems: [{ label: 'bm25', spec: 'bm25(k1=2)' }], chunks: 90, chunker: 'words' },
    );
    const result = gate(old, now);
    expect(ends(result)).toEqual(['REGRESSION', 1]);
    expect(result.checks[0]!.message).toBe('fell by 0.1000, one question of 10; allowed: 0.0000');
    expect(result.flips).toEqual([
      {
        system: 'bm25',
        question: 'q3',
        wording: '',
        split: '',
        text: 'What of q3?',
        change: 'lost',
        oldRank: 1,
        newRank: 5,
        oldSignal: true,
        newSignal: true,
        diagnosis: 'near-miss',
      },
    ]);
    expect(result.checks[0]!.fell).toEqual(result.flips);
    expect(result.changes).toEqual([
      { what: 'system bm25', old: 'bm25', new: 'bm25(k1=2)' },
      { what: 'chunker', old: 'lines', new: 'words' },
      { what: 'chunks', old: '100', new: '90' },
    ]);
    expect(ends(gate(old, old))).toEqual(['PASS', 0]);
  });

  it('orders flips as lost, the lowest now first, then gained, with the diagnosis that is over', () => {
    const at = (ranks: readonly (number | null)[]) =>
      reportOf(ranks.map((rank, i) => ({ id: `q${i}`, ranks: { a: rank } })));
    const { flips } = gate(at([1, 2, 9, 1, null]), at([4, null, 1, 1, 3]));
    expect(flips.map(({ question, change, diagnosis }) => [question, change, diagnosis])).toEqual([
      ['q1', 'lost', 'no-signal'],
      ['q0', 'lost', 'near-miss'],
      ['q4', 'gained', 'no-signal'],
      ['q2', 'gained', 'outranked'],
    ]);
  });

  it('passes exactly on the line (C37)', () => {
    const drop = (now: number, allowed: string) =>
      gate(withValue(0.8), withValue(now), [`bm25/R@3 drop <= ${allowed}`]);
    expect(ends(drop(0.7, '0.1'))).toEqual(['PASS', 0]);
    expect(ends(drop(0.7, '10pt'))).toEqual(['PASS', 0]);
    expect(ends(drop(0.7, '1 question'))).toEqual(['PASS', 0]);
    expect(ends(drop(0.6999, '0.1'))).toEqual(['REGRESSION', 1]);
    const sum = Array.from({ length: 10 }).reduce<number>((total) => total + 0.1, 0);
    expect(sum / 10).toBeLessThan(0.1);
    expect(ends(gate(undefined, withValue(sum / 10), ['bm25/R@3 >= 0.1']))).toEqual(['PASS', 0]);
    expect(ends(gate(undefined, withValue(0.0999), ['bm25/R@3 >= 0.1']))).toEqual(['REGRESSION', 1]);
  });

  it('counts a drop of k questions as k, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), fc.nat(), fc.nat({ max: 5 }), (n, a, b, allowed) => {
        const [old, now] = [a % (n + 1), b % (n + 1)];
        const result = gate(reportOf(oneSystem(n, old)), reportOf(oneSystem(n, now)), [
          `bm25/R@3 drop <= ${allowed} question${allowed === 1 ? '' : 's'}`,
        ]);
        expect(verdicts(result)).toEqual([old - now <= allowed ? 'PASS' : 'REGRESSION']);
      }),
    );
  });

  it('applies * to every system and named wording, and a split where one is named', () => {
    const questions = ['a', 'b'].flatMap((id) =>
      ['same', 'paraphrase'].map((wording) => ({
        id: `${id}.${wording}`,
        wording,
        split: id === 'a' ? 'tuning' : 'held-out',
        ranks: { bm25: 1, dense: 2 },
      })),
    );
    const report = reportOf(questions);
    const names = (text: string): string[] => gate(report, report, [text]).checks.map(({ name }) => name);
    expect(names('*/*/R@3 drop <= 0')).toEqual([
      'bm25/same/R@3 drop <= 0',
      'bm25/paraphrase/R@3 drop <= 0',
      'dense/same/R@3 drop <= 0',
      'dense/paraphrase/R@3 drop <= 0',
    ]);
    expect(names('dense/same/*/RR >= 0.5')).toEqual(['dense/same/tuning/RR >= 0.5', 'dense/same/held-out/RR >= 0.5']);
    expect(names('dense/RR >= 0.5')).toEqual(['dense/RR >= 0.5']);
    expect(gate(report, report, ['dense/RR >= 0.5', 'dense/all/all/RR >= 0.5']).checks).toHaveLength(1);
  });

  it('holds questions to their rank, and one that matched nothing to none', () => {
    const report = reportOf([
      { id: 'a', ranks: { bm25: 3 } },
      { id: 'b', ranks: { bm25: null } },
    ]);
    const zeros = {
      ...report,
      questionResults: report.questionResults.map((q) => ({ ...q, signal: { bm25: false } })),
    };
    expect(verdicts(gate(undefined, report, ['question a bm25 rank <= 3', 'question a bm25 rank <= 2']))).toEqual([
      'PASS',
      'REGRESSION',
    ]);
    expect(gate(undefined, report, ['question b bm25 rank <= 99']).checks[0]).toMatchObject({
      verdict: 'REGRESSION',
      message: 'beyond the depth of 100 (no-signal)',
    });
    expect(gate(undefined, zeros, ['question a bm25 rank <= 3']).checks[0]).toMatchObject({
      verdict: 'REGRESSION',
      message: 'at place 3 among entries that matched nothing',
    });
  });

  it('holds tokens and milliseconds to their budgets', () => {
    const report = reportOf([{ id: 'a', ranks: { bm25: 1, dense: 1 } }], { tokens: 1500 });
    const latency = new Map([
      ['bm25', 0.1],
      ['dense', 4],
    ]);
    const rules = ['bm25 tokens <= 1500', 'bm25 tokens <= 1499', 'dense ms <= 50x bm25', '* ms <= 39x bm25'];
    const result = gate(undefined, report, rules, { latency });
    expect(verdicts(result)).toEqual(['PASS', 'REGRESSION', 'PASS', 'REGRESSION']);
    expect(result.checks.at(-1)).toMatchObject({ name: 'dense ms <= 39x bm25', new: 40 });
  });
});

describe('a named slice', () => {
  const asked = (ranks: readonly (number | null)[]): AskedQuestion[] =>
    ranks.map((rank, i) => ({
      id: `q${i + 1}`,
      wording: i % 2 === 0 ? 'same' : 'paraphrase',
      split: i < 4 ? 'tuning' : 'held-out',
      slices: [...(i < 4 ? ['numeric'] : []), ...(i % 2 === 1 ? ['negation'] : []), ...(i === 0 ? ['numeric'] : [])],
      ranks: { bm25: rank },
    }));
  const old = reportOf(asked([1, 1, 2, 9, 1, 1]));
  const summary = ({ checks }: GateResult) =>
    checks.map((each) => [each.name, each.slice, each.n, each.old, each.new, each.newHits, each.verdict]);

  it('has the value of its questions alone, of every wording and split that the rule names', () => {
    expect(
      summary(
        gate(old, old, [
          'bm25/slice=numeric/R@3 >= 0.75',
          'bm25/same/slice=numeric/R@3 >= 1',
          'bm25/paraphrase/tuning/slice=negation/RR >= 0.555555555',
        ]),
      ),
    ).toEqual([
      ['bm25/slice=numeric/R@3 >= 0.75', 'numeric', 4, 0.75, 0.75, 3, 'PASS'],
      ['bm25/same/slice=numeric/R@3 >= 1', 'numeric', 2, 1, 1, 2, 'PASS'],
      [
        'bm25/paraphrase/tuning/slice=negation/RR >= 0.555555555',
        'negation',
        2,
        (1 + 0.111111111) / 2,
        (1 + 0.111111111) / 2,
        null,
        'PASS',
      ],
    ]);
    expect(ends(gate(old, old, ['bm25/slice=numeric/R@3 >= 0.76']))).toEqual(['REGRESSION', 1]);
  });

  it('is the mean over its questions, whatever they are', () => {
    const question = fc.record({
      rank: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
      slices: fc.subarray(['a', 'b c', 'all', 'same']),
      wording: fc.constantFrom('same', 'paraphrase'),
    });
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 12 }), (some) => {
        const report = reportOf(some.map(({ rank, ...rest }, i) => ({ id: `q${i}`, ...rest, ranks: { bm25: rank } })));
        const result = gate(undefined, report, ['bm25/*/slice=*/R@3 >= 0']);
        const expected = ['same', 'paraphrase'].flatMap((wording) =>
          ['a', 'all', 'b c', 'same'].flatMap((slice) => {
            const own = some.filter((each) => each.wording === wording && each.slices.includes(slice));
            const hits = own.filter(({ rank }) => rank !== null && rank <= 3).length;
            return own.length > 0 ? [[wording, slice, own.length, hits / own.length, hits]] : [];
          }),
        );
        const seen = result.checks.map(({ wording, slice, n, new: now, newHits }) => [wording, slice, n, now, newHits]);
        if (expected.length > 0) expect(seen).toEqual(expected);
        else expect(ends(result)).toEqual(['NOT-COMPARABLE', 3]);
      }),
    );
  });

  it('falls by itself: exactly its questions are named', () => {
    const now = reportOf(asked([1, 7, 2, 9, 1, 1]));
    const result = gate(old, now, ['*/slice=*/R@3 drop <= 0pt', 'bm25/same/slice=numeric/R@3 drop <= 0']);
    expect(summary(result)).toEqual([
      ['bm25/slice=negation/R@3 drop <= 0pt', 'negation', 3, 2 / 3, 1 / 3, 1, 'REGRESSION'],
      ['bm25/slice=numeric/R@3 drop <= 0pt', 'numeric', 4, 0.75, 0.5, 2, 'REGRESSION'],
      ['bm25/same/slice=numeric/R@3 drop <= 0', 'numeric', 2, 1, 1, 2, 'PASS'],
    ]);
    expect(result.checks[1]!.fell.map(({ question }) => question)).toEqual(['q2']);
    expect(result.checks[1]!.message).toBe('fell by 0.2500, one question of 4; allowed: 0.0000');
    expect(ends(gate(old, now, ['bm25/slice=numeric/R@3 drop <= 1 question']))).toEqual(['PASS', 0]);
  });

  it('counts among the drops that Holm adjusts for', () => {
    const now = reportOf(asked([1, 7, 2, 9, 1, 1]));
    const { tests, checks } = gate(old, now, ['*/slice=*/R@3 drop <= 0pt', 'bm25/R@3 drop <= 0'], {
      mode: 'statistical',
    });
    expect(tests).toBe(3);
    expect(checks.map(({ verdict, test }) => [verdict, test!.adjustedP])).toEqual(
      Array.from({ length: 3 }, () => ['INCONCLUSIVE', 1]),
    );
  });

  it.each([
    [
      'bm25/slice=numerc/R@3 >= 0',
      'the report has no slice "numerc"; did you mean "numeric"? (it has negation, numeric)',
    ],
    [
      'bm25/same/slice=negation/R@3 >= 0',
      'nothing was evaluated: 0 questions of same/all in slice "negation" in the report',
    ],
    [
      'bm25/same/slice=negation/R@3 drop <= 0',
      'nothing was evaluated: 0 questions of same/all in slice "negation" in the report',
    ],
    [
      'bm25/numeric/R@3 >= 0',
      /^the report has no questions numeric\/all; .*; numeric is a named slice: slice=numeric$/,
    ],
    ['bm25/asked/slice=numeric/R@3 >= 0', /^the report has no questions asked\/all/],
    ['bm25/same/held-out/slice=*/R@3 >= 0', 'no slice has questions there; the report has negation, numeric'],
    ['dense/slice=numeric/R@3 >= 0', /^the report has no system "dense"/],
    ['bm25/slice=numeric/R@7 >= 0', /^the report does not hold R@7/],
  ])('of %s cannot be judged', (text, message) => {
    const result = gate(old, old, [text]);
    expect(ends(result)).toEqual(['NOT-COMPARABLE', 3]);
    expect(result.checks).toHaveLength(1);
    expect(result.checks[0]!.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('cannot be judged where no question belongs to any', () => {
    const plain = reportOf(oneSystem(4, 3, 'same'));
    for (const text of ['bm25/slice=numeric/R@3 >= 0', 'bm25/*/slice=*/R@3 >= 0', '*/*/*/slice=*/R@3 drop <= 1']) {
      const result = gate(plain, plain, [text]);
      expect(ends(result)).toEqual(['NOT-COMPARABLE', 3]);
      expect(result.checks.map(({ message }) => message)).toEqual([
        'no question of the report belongs to a named slice',
      ]);
    }
  });

  it('cannot be read off a report of before, which says what to run; floors hold without such a baseline', () => {
    const before: Report = { ...old, questionResults: old.questionResults.map(({ slices: _, ...rest }) => rest) };
    const [drop] = gate(before, old, ['bm25/slice=numeric/R@3 drop <= 0']).checks;
    expect(drop).toMatchObject({
      verdict: 'NOT-COMPARABLE',
      message: 'the baseline does not say which questions belong to slices: an earlier version wrote it',
      remedy: 'rag-lab baseline update',
      old: null,
      new: 0.75,
    });
    const [floor] = gate(before, old, ['bm25/slice=numeric/R@3 >= 0.75']).checks;
    expect(floor).toMatchObject({ verdict: 'PASS', old: null, new: 0.75 });
    for (const text of ['bm25/slice=numeric/R@3 >= 0', 'bm25/*/slice=*/R@3 >= 0']) {
      const result = gate(old, before, [text]);
      expect(ends(result)).toEqual(['NOT-COMPARABLE', 3]);
      expect(result.checks[0]!.remedy).toBe('rag-lab run --format json=FILE writes a report that does');
    }
    expect(ends(gate(before, before, ['bm25/R@3 drop <= 0']))).toEqual(['PASS', 0]);
  });

  it('cannot be compared where its questions are others, as many as they may be', () => {
    const moved: Report = {
      ...old,
      questionResults: old.questionResults.map((each, i) => ({
        ...each,
        slices: i === 0 ? [] : i === 5 ? ['numeric'] : each.slices!,
      })),
    };
    const [check] = gate(old, moved, ['bm25/slice=numeric/R@3 drop <= 1']).checks;
    expect(check).toMatchObject({
      verdict: 'NOT-COMPARABLE',
      message: '3 of the 4 questions of the baseline are in the report (q1)',
    });
  });
});

describe('evaluateGate never passes on nothing', () => {
  const report = reportOf(oneSystem(10, 7));

  it('without a baseline where a rule needs one, or one was asked for', () => {
    const absent = { message: 'no baseline: x does not exist', remedy: 'rag-lab baseline write', asked: false };
    expect(ends(gate(undefined, report, [], { absent }))).toEqual(['NOT-COMPARABLE', 3]);
    expect(gate(undefined, report, [], { absent }).problems).toEqual([
      { message: absent.message, remedy: absent.remedy },
    ]);
    expect(ends(gate(undefined, report, ['bm25/R@3 >= 0.1'], { absent }))).toEqual(['PASS', 0]);
    expect(ends(gate(undefined, report, ['bm25/R@3 >= 0.1'], { absent: { ...absent, asked: true } }))).toEqual([
      'NOT-COMPARABLE',
      3,
    ]);
    expect(ends(gate(undefined, report, ['bm25/R@3 >= 0.9', '*/R@3 drop <= 0'], { absent }))).toEqual([
      'REGRESSION',
      1,
    ]);
  });

  it('with a report of no question, or of no system, or of fewer questions than it says', () => {
    const none = { ...report, questionResults: [], scores: [] };
    expect(ends(gate(report, none))).toEqual(['NOT-COMPARABLE', 3]);
    expect(gate(report, none).problems[0]!.message).toBe(
      'nothing was evaluated: the report holds results of 0 of 10 questions',
    );
    const empty = reportOf([]);
    expect(ends(gate(empty, empty))).toEqual(['NOT-COMPARABLE', 3]);
    expect(ends(gate(undefined, empty, ['* tokens <= 5']))).toEqual(['NOT-COMPARABLE', 3]);
    const fewer = { ...report, questionResults: report.questionResults.slice(1) };
    expect(ends(gate(report, fewer))).toEqual(['NOT-COMPARABLE', 3]);
    expect(gate(report, fewer).checks[0]!.message).toBe('9 of the 10 questions of the baseline are in the report (q1)');
    const zero = { ...report, scores: report.scores.map((row) => ({ ...row, n: 0 })) };
    expect(ends(gate(zero, zero))).toEqual(['NOT-COMPARABLE', 3]);
    const nothing = reportOf(oneSystem(10, 7), { tokens: 0 });
    expect(ends(gate(undefined, nothing, ['bm25 tokens <= 1500']))).toEqual(['NOT-COMPARABLE', 3]);
  });

  it.each([
    ['dense/R@3 >= 0.1', 'the report has no system "dense" (it has bm25)'],
    ['bm52/R@3 drop <= 0', 'the report has no system "bm52"; did you mean "bm25"? (it has bm25)'],
    ['bm25/R@5 >= 0.1', 'the report does not hold R@5; it holds R@1, R@3, RR'],
    ['bm25/same/R@3 >= 0.1', 'the report has no questions same/all; it has all/all'],
    ['bm25/all/tuning/R@3 drop <= 0', 'the report has no questions all/tuning; it has all/all'],
    ['question q11 bm25 rank <= 3', 'the report has no question "q11"; did you mean "q1"?'],
    ['question q1 dense rank <= 3', 'the report has no system "dense" (it has bm25)'],
    ['dense tokens <= 3', 'the report has no system "dense" (it has bm25)'],
    ['bm25 ms <= 5x dense', 'the report has no system "dense" (it has bm25)'],
    ['bm25 ms <= 5x bm25', 'a stored report holds no times'],
  ])('with %s, which is not there', (text, message) => {
    const result = gate(report, report, [text]);
    expect(ends(result)).toEqual(['NOT-COMPARABLE', 3]);
    expect(result.checks[0]!.message).toBe(message);
  });

  it('with a value that is missing for one question or for the whole', () => {
    const holed = {
      ...report,
      questionResults: report.questionResults.map((q, i) => (i === 4 ? { ...q, values: { bm25: { RR: 1 } } } : q)),
    };
    expect(gate(report, holed).checks[0]).toMatchObject({
      verdict: 'NOT-COMPARABLE',
      message: 'question "q5" has no R@3 of bm25 in the report',
    });
    const whole = { ...report, scores: report.scores.map((row) => ({ ...row, measures: { RR: { value: 1 } } })) };
    expect(gate(whole, report).checks[0]).toMatchObject({
      verdict: 'NOT-COMPARABLE',
      message: 'the baseline has no value of bm25/all/all/R@3',
    });
  });

  it('with a system of the baseline gone, while one more is only told of', () => {
    const two = reportOf(oneSystem(10, 7).map((q) => ({ ...q, ranks: { ...q.ranks, dense: 1 } })));
    const gone = gate(two, report);
    expect([ends(gone), verdicts(gone)]).toEqual([
      ['NOT-COMPARABLE', 3],
      ['PASS', 'NOT-COMPARABLE'],
    ]);
    const added = gate(report, two);
    expect(ends(added)).toEqual(['PASS', 0]);
    expect(added.notes).toEqual(['not in the baseline, so held against nothing: dense']);
  });

  it('over other data, though floors are held all the same', () => {
    const edited = reportOf(oneSystem(10, 9), { corpus: 'corpus-2' });
    const result = gate(report, edited, ['*/R@3 drop <= 0', 'bm25/R@3 >= 0.9']);
    expect(ends(result)).toEqual(['NOT-COMPARABLE', 3]);
    expect(verdicts(result)).toEqual(['NOT-COMPARABLE', 'PASS']);
    expect(result.checks[0]).toMatchObject({ old: null, new: 0.9, message: 'the corpus text differs' });
    expect(result.problems[0]!.message).toMatch(/^the corpus text differs: /);
    expect(result.flips).toEqual([]);
    expect(ends(gate(report, edited, ['*/R@3 drop <= 0', 'bm25/R@3 >= 0.95']))).toEqual(['REGRESSION', 1]);
  });
});

describe('evaluateGate, statistical', () => {
  const statistical = { mode: 'statistical' } as const;

  it('calls a drop that chance could make inconclusive, and says how many questions would settle it', () => {
    const result = gate(reportOf(oneSystem(30, 20)), reportOf(oneSystem(30, 18)), [], statistical);
    expect(ends(result)).toEqual(['INCONCLUSIVE', 3]);
    const { test, message } = result.checks[0]!;
    expect(test).toMatchObject({ test: 'mcnemar', p: 0.5, adjustedP: 0.5, lost: 2, gained: 0 });
    expect(test!.needed).toBeGreaterThan(100);
    expect(message).toBe(
      `fell by 0.0667, 2 questions of 30; allowed: 0.0000, which 30 questions cannot tell from chance (p = 0.500, Holm 0.500); about ${test!.needed} questions would settle a drop of this size`,
    );
    expect(
      ends(
        gate(reportOf(oneSystem(30, 20)), reportOf(oneSystem(30, 18)), [], { ...statistical, inconclusive: 'pass' }),
      ),
    ).toEqual(['INCONCLUSIVE', 0]);
  });

  it('calls a drop that the test confirms a regression, unless it is allowed', () => {
    const [old, now] = [reportOf(oneSystem(100, 80)), reportOf(oneSystem(100, 70))];
    const result = gate(old, now, [], statistical);
    expect(ends(result)).toEqual(['REGRESSION', 1]);
    expect(result.checks[0]!.test).toMatchObject({ p: 2 ** -9, needed: null });
    expect(ends(gate(old, now, ['bm25/R@3 drop <= 10pt'], statistical))).toEqual(['PASS', 0]);
  });

  it('adjusts by Holm over every drop there is', () => {
    const [old, now] = [reportOf(oneSystem(100, 80)), reportOf(oneSystem(100, 74))];
    const alone = gate(old, now, ['bm25/R@3 drop <= 0'], statistical);
    expect([alone.checks[0]!.verdict, alone.checks[0]!.test!.adjustedP]).toEqual(['REGRESSION', 2 ** -5]);
    const several = gate(old, now, ['bm25/R@3 drop <= 0', 'bm25/R@1 drop <= 0', 'bm25/RR drop <= 0'], statistical);
    expect(several.tests).toBe(3);
    expect(verdicts(several)).toEqual(['INCONCLUSIVE', 'INCONCLUSIVE', 'INCONCLUSIVE']);
    expect(several.checks.map(({ test }) => test!.adjustedP)).toEqual([3 * 2 ** -5, 3 * 2 ** -5, 3 * 2 ** -5]);
    expect(several.checks.map(({ test }) => test!.test)).toEqual(['mcnemar', 'mcnemar', 'sign-flip']);
  });

  it('leaves floors, questions and budgets as strict as ever', () => {
    const report = reportOf(oneSystem(10, 7));
    const rules = ['bm25/R@3 >= 0.71', 'question q8 bm25 rank <= 3', 'bm25 tokens <= 10'];
    expect(verdicts(gate(report, report, rules, statistical))).toEqual(['REGRESSION', 'REGRESSION', 'REGRESSION']);
  });
});

describe('the gate as a library', () => {
  it('takes rules as texts and gives verdict, exit code and checks', () => {
    const faults: LabError[] = [];
    const catalog = library.builtinCatalog();
    const written = library.parseRule('*/R@3 drop <= 1 question', catalog.measures, faults)!;
    const judged = (found: number) =>
      library.evaluateGate({
        version: '1.0.0',
        mode: 'strict',
        inconclusive: 'fail',
        rules: [written],
        report: reportOf(oneSystem(10, found)),
        baseline: { report: reportOf(oneSystem(10, 7)), command: null },
      });
    expect([judged(6).verdict, judged(5).verdict, judged(5).exitCode]).toEqual(['PASS', 'REGRESSION', 1]);
    expect(judged(5).checks[0]!.name).toBe(library.printRule({ ...written, system: 'bm25' }));
    expect([library.parseRule('bm25/R@3 >= 2', catalog.measures, faults), faults.length]).toEqual([undefined, 1]);
  });
});
