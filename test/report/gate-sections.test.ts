import { describe, expect, it } from 'vitest';
import { FILE_STYLE } from '../../src/cli/style.ts';
import { displayWidth } from '../../src/report/display-width.ts';
import { terminal } from '../../src/report/gate-formats/terminal.ts';
import { gateResultLine, gateView, verdictSentence } from '../../src/report/gate-sections.ts';
import type { Table } from '../../src/report/view.ts';
import { change, check, gateResult, mixedResult } from './sample-gate.ts';

const tables = (result = mixedResult): Table[] =>
  gateView(result).sections.flatMap(({ parts }) => parts.filter((part) => part.kind === 'table'));
const texts = ({ rows }: Table): string[][] => rows.map((row) => row.map(({ text }) => text));

describe('gateView', () => {
  it('begins with the verdict in a sentence and ends with a line for scripts', () => {
    const { sections, result } = gateView(mixedResult);
    expect(sections[0]!.heading).toBe('REGRESSION: 1 of 7 rules broken');
    expect(result).toBe(
      'GATE verdict=REGRESSION exit=1 mode=strict rules=7 PASS=4 REGRESSION=1 INCONCLUSIVE=1 NOT-COMPARABLE=1',
    );
    expect(gateResultLine(gateResult())).toMatch(/^GATE verdict=PASS exit=0 /);
  });

  it('shows each rule with old, new, allowed and why', () => {
    expect(texts(tables()[0]!).map((row) => row.slice(0, 6))).toEqual([
      ['REGRESSION', 'bm25/same/R@3', '30', '29/30 0.9667', '27/30 0.9000', 'drop <= 0'],
      ['PASS', 'dense/RR', '30', '0.6000', '0.5512', '>= 0.5'],
      ['INCONCLUSIVE', 'dense/R@3', '30', '29/30 0.9667', '27/30 0.9000', 'drop <= 2pt'],
      ['NOT-COMPARABLE', 'gone/R@3', '–', '–', '–', 'drop <= 0'],
      ['PASS', 'question q bm25', '1', '1', '2', 'rank <= 3'],
      ['PASS', 'bm25', '30', '–', '1,364', 'tokens <= 1500'],
      ['PASS', 'dense', '30', '–', '41.3x', 'ms <= 50x bm25'],
    ]);
    expect(texts(tables()[0]!)[3]!.at(-1)).toBe('the report has no system "gone"; try: --systems gone');
  });

  it('shows p only where drops are tested, and why only where there is a reason', () => {
    expect(tables(gateResult())[0]!.columns.map(({ head }) => head)).not.toContain('why');
    const heads = tables({ ...mixedResult, mode: 'statistical', alpha: 0.05, tests: 1 })[0]!.columns.map(
      ({ head }) => head,
    );
    expect(heads.slice(-3)).toEqual(['p', 'Holm p', 'why']);
  });

  it('names lost and gained questions with both ranks and the diagnosis', () => {
    const [, lost, gained] = tables().map(texts);
    expect(lost![0]).toEqual(['lost', 'bm25', 'annual-leave.same', '2', '5', 'near-miss']);
    expect(lost![1]!.slice(3)).toEqual(['2', '58*', 'near-miss']);
    expect(gained).toEqual([['gained', 'bm25', 'mileage.same', '–', '3', 'was no-signal']]);
  });

  it('begins no row and no caption with a word of somebody else, which a CI log could read as a command', () => {
    const command = '::error::x';
    const fell = [change(command, { system: command })];
    const hostile = gateResult({
      checks: [check({ name: `${command}/RR drop <= 0`, system: command, measure: 'RR', fell, verdict: 'REGRESSION' })],
      flips: fell,
      changes: [{ what: `system ${command}`, old: command, new: command }],
    });
    for (const { rows, caption = '' } of tables(hostile)) {
      expect(caption).not.toMatch(/^::/);
      for (const [first] of rows) expect(first!.text).not.toMatch(/^::/);
    }
  });

  it('shows what fell on another measure, and twenty questions at most', () => {
    const fell = Array.from({ length: 25 }, (_, i) => change(`q${i}`));
    const result = gateResult({
      checks: [check({ name: 'bm25/RR drop <= 0', measure: 'RR', verdict: 'REGRESSION', fell })],
    });
    const shown = tables(result).at(-1)!;
    expect(shown.caption).toBe('in bm25/RR: 25');
    expect(shown.rows).toHaveLength(20);
  });
});

describe('verdictSentence', () => {
  it('says what is the matter', () => {
    const problem = { message: 'no baseline', remedy: null };
    expect(verdictSentence(gateResult())).toBe('1 rule holds');
    expect(verdictSentence(gateResult({ verdict: 'NOT-COMPARABLE', problems: [problem] }))).toBe('no baseline');
    const differing = ['the corpus text differs: a, b', 'the depth differs: 1, 2', 'x: y'].map((message) => ({
      message,
      remedy: null,
    }));
    expect(verdictSentence(gateResult({ verdict: 'NOT-COMPARABLE', problems: differing }))).toBe(
      'the corpus text differs; the depth differs; x: y',
    );
    const open = gateResult({ verdict: 'INCONCLUSIVE', checks: [check({ verdict: 'INCONCLUSIVE' })] });
    expect(verdictSentence(open)).toBe('1 of 1 rule cannot be told from chance on so few questions');
    expect(verdictSentence({ ...open, inconclusive: 'pass' })).toContain('--inconclusive pass lets through');
  });
});

describe('the table of rules at a terminal of 80 columns', () => {
  const wide = gateResult({
    mode: 'statistical',
    alpha: 0.05,
    tests: 6,
    verdict: 'REGRESSION',
    checks: Array.from({ length: 12 }, (_, i) =>
      check({
        name: `synonym-tfidf-with-a-long-label/paraphrase/held-out/nDCG@10 drop <= ${i + 1} questions`,
        allowed: `drop <= ${i + 1} questions`,
        n: 10_000,
        oldHits: 8123,
        newHits: 7000,
        verdict: 'REGRESSION',
        message: `fell by 0.1123, 1123 questions of 10000; allowed: 0.0001 (p = 1.0e-12, Holm 1.2e-11), ${'and on '.repeat(20)}`,
        test: { test: 'mcnemar', p: 1e-12, adjustedP: 1.2e-11, gained: 4, lost: 1127, needed: null },
        fell: [change(`a-question-id-that-nobody-should-write-but-generators-do-${'x'.repeat(90)}-${i}`)],
      }),
    ),
    flips: [change('x'.repeat(200)), change('a-question-id-that-is-long.paraphrase', { system: 'y'.repeat(60) })],
  });
  const lines = terminal
    .render(wide, { ...FILE_STYLE, width: 80 })
    .trimEnd()
    .split('\n');

  it('is no wider than that, but for the last line, which is for scripts', () => {
    expect(lines.at(-1)).toMatch(/^GATE /);
    for (const line of lines.slice(0, -1)) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  it('keeps what is allowed in one piece', () => {
    const short = terminal.render(
      gateResult({
        checks: [check({ name: `${'long/'.repeat(9)}R@3 drop <= 2pt`, allowed: 'drop <= 2pt', message: 'why' })],
      }),
      { ...FILE_STYLE, width: 80 },
    );
    expect(short).toContain('  drop <= 2pt\n');
  });

  it('shows hits only where the measure counts them', () => {
    const [row] = texts(
      tables(gateResult({ checks: [check({ old: 0.6, oldHits: null, new: 0.5, newHits: 15 })] }))[0]!,
    );
    expect(row!.slice(3, 5)).toEqual(['0.6000', '15/30 0.5000']);
  });
});
