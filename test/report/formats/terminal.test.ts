// The terminal report: golden renderings, and lines that fit whatever the width and the texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/core/results.ts';
import { displayWidth } from '../../../src/report/display-width.ts';
import { drawView, terminal } from '../../../src/report/formats/terminal.ts';
import { cell, figure, label } from '../../../src/report/view.ts';
import { expectGolden } from '../golden.ts';
import { sampleReport } from '../sample-report.ts';

const render = (width: number, report: Report = sampleReport): string =>
  terminal.render({ report, style: { width, paint: (_, text) => text } });

function expectFits(text: string, width: number): void {
  const lines = text.trimEnd().split('\n');
  // The RESULT line is for scripts: it is never broken.
  for (const line of lines.slice(0, -1)) expect(displayWidth(line), line).toBeLessThanOrEqual(width);
}

describe.each([80, 100, 120, Number.POSITIVE_INFINITY])('at width %d', (width) => {
  it('looks as its golden file', () => {
    expectGolden(`terminal-${width}`, render(width));
  });

  it('has no line too long, no trailing space, and ends in the RESULT line', () => {
    const text = render(width);
    expectFits(text, width);
    expect(text).not.toMatch(/ $/m);
    expect(text.endsWith(`${sampleReport.result}\n`)).toBe(true);
  });

  it('lets nothing from the data act on the terminal', () => {
    expect(render(width)).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  });
});

it('cells stand in one line where the width allows, and break over two where not', () => {
  expect(render(Number.POSITIVE_INFINITY)).toMatch(/^ {2}bm25 +same +27\/30 90\.0% +29\/30 96\.7% /m);
  expect(render(80)).toMatch(/^ {2}bm25 +27\/30 +29\/30 .*\n {2}same +90\.0% +96\.7% /m);
});

it('labels are never shortened: different ones stay different, whatever the width', () => {
  const labels = [
    'synonym-tfidf(trigram=0.1)',
    'synonym-tfidf(trigram=0.3)',
    'rrf[bm25,synonym-tfidf](k=10,weights=0.7:0.3)',
  ];
  const systems = labels.map((label) => ({ label, spec: label }));
  const scores = labels.flatMap((system) =>
    sampleReport.scores.filter((row) => row.system === 'bm25').map((row) => ({ ...row, system })),
  );
  for (const width of [40, 50, 60, 70, 80, 90, 100, 120]) {
    const text = render(width, { ...sampleReport, systems, scores, misses: [], paired: [], cost: [] });
    expectFits(text, width);
    expect(text).not.toContain('…');
    // The first column, put together again.
    const first = text.split('\n').map((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? '');
    for (const label of labels) expect(first.join(''), `${width}`).toContain(label);
    expect(first, `${width}`).toContain('paraphrase');
  }
});

it('a label is as wide as its block has room for', () => {
  const rows = render(50).split('\n');
  expect(rows).toContainEqual(expect.stringMatching(/^ {2}synonym-tfidf /));
  expect(rows).toContainEqual(expect.stringMatching(/^ {2}paraphrase /));
});

it('figures end in one column', () => {
  const rows = render(120)
    .split('\n')
    .filter((line) => /^ {2}(bm25|dense|hybrid) +\d+ +\d+ +\d+ +\d+ /.test(line));
  expect(rows).toHaveLength(3);
  for (const at of [0, 1, 2, 3]) {
    const ends = rows
      .map((line) => [...line.matchAll(/(?<= )\d+(?= )/g)][at]!)
      .map((found) => found.index + found[0].length);
    expect(new Set(ends).size).toBe(1);
  }
});

describe('numbers of one column', () => {
  const values = ['155', '4*', '0.1823', '0', '12.5', '1,234.25', '5.96e-8', '–', 'no', '-20.0'];
  const view = {
    sections: [
      {
        heading: 'x',
        parts: [
          {
            kind: 'table' as const,
            columns: [label('a'), figure('b'), figure('c')],
            rows: values.map((value) => [cell('row'), cell(value), cell('7')]),
          },
        ],
      },
    ],
  };
  const rows = (width: number): string[] =>
    drawView(view, { width, paint: (_, text) => text })
      .split('\n')
      .filter((line) => line.startsWith('  row'));

  it('have their whole parts and decimal points under each other on a terminal', () => {
    const numbers = rows(80).filter((line) => /\d/.test(line.slice(5, -1)));
    const ends = numbers.map((line) => /^ {2}row +[-\d,]+/.exec(line)![0].length);
    expect(new Set(ends).size).toBe(1);
    expect(new Set(rows(80).map((line) => line.length)).size).toBe(1);
  });

  it('end together in a pipe', () => {
    const ends = rows(Number.POSITIVE_INFINITY).map((line) => /^ {2}row +\S+/.exec(line)![0].length);
    expect(new Set(ends).size).toBe(1);
  });
});

it('a part and its number stand in one line', () => {
  const matched = Array.from({ length: 6 }, (_, n) => ({ term: `${'word'.repeat(2 + n)}`, weight: 0.1234 }));
  const report = { ...sampleReport, misses: [{ ...sampleReport.misses[1]!, matched }] };
  for (const width of [50, 60, 70, 80]) {
    const text = render(width, report);
    expectFits(text, width);
    expect(text.match(/(?:word)+ 0\.1234/g)).toHaveLength(4);
    expect(text).toMatch(/\+2 more/);
    expect(text).not.toContain('\u2007');
  }
});

describe('ids', () => {
  const withIds = (ids: readonly string[]): Report => ({
    ...sampleReport,
    questionResults: ids.map((id) => ({ ...sampleReport.questionResults[0]!, id, text: 'Why?' })),
    misses: ids.map((question) => ({ ...sampleReport.misses[1]!, question })),
  });

  it('are shortened in the middle, whole where there is room', () => {
    const report = withIds(['annual-leave-requests-of-part-time-staff.paraphrase', 'short.same']);
    expect(render(80, report)).toMatch(/^ {2}annual-l\S*…\S*paraphrase +\d/m);
    expect(render(160, report)).toContain('annual-leave-requests-of-part-time-staff.paraphrase');
  });

  it('are wrapped whole where two of them would look the same', () => {
    const report = withIds([
      'annual-leave-requests-of-part-time-staff.paraphrase',
      'annual-leave-requests-of-full-time-staff.paraphrase',
    ]);
    const text = render(80, report);
    expectFits(text, 80);
    expect(text).not.toContain('…');
    expect(text.replace(/\s+/g, '')).toContain('part-time-');
  });
});

describe('very long tables', () => {
  const many = 130_000;
  const large: Report = {
    ...sampleReport,
    questionResults: [],
    misses: Array.from({ length: many }, (_, n) => ({ ...sampleReport.misses[1]!, question: `q${n}` })),
  };

  it('are cut on a terminal, and say by how much and where the rest is', () => {
    const text = render(80, large);
    expect(text.match(/^ {2}q\d+ /gm)).toHaveLength(500);
    expect(text.replace(/\s+/g, ' ')).toContain(
      '… 129,500 more: report.json and misses.csv (--out DIR) hold them, and a pipe or --wide shows all',
    );
    expectFits(text, 80);
  });

  it('are whole in a pipe, however many lines that is', () => {
    const text = render(Number.POSITIVE_INFINITY, large);
    expect(text.match(/^ {2}q\d+ /gm)).toHaveLength(many);
    expect(text).not.toContain('… 1');
  });
});

it('colour is a second voice: without it the text is the same', () => {
  const painted = terminal.render({
    report: sampleReport,
    style: { width: 80, paint: (role, text) => `\u001b[${role === 'heading' ? 1 : 2}m${text}\u001b[0m` },
  });
  expect(painted).toContain('\u001b[1mRecall and ranking\u001b[0m');
  expect(painted.replace(/\u001b\[\d+m/g, '').replace(/ +$/gm, '')).toBe(render(80));
});

it('any labels, measures, ids and texts fit at any width', () => {
  const unit = fc.oneof(
    fc.string({ minLength: 1, maxLength: 1 }),
    fc.constantFrom('漢', '한', 'ｶ', 'é', 'e\u0301', '😀', '👩‍💻', '🇩🇪', '\u001b', '\u202e', '\n', ' ', '@', 'word'),
  );
  const name = fc.string({ unit, minLength: 1, maxLength: 60 });
  const cutoffs = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(name, name, name, cutoffs, fc.integer({ min: 40, max: 160 }), (label, id, text, ks, width) => {
      const measures = [...new Set(ks)].map((k) => `Success(rel=2)@${k}`);
      const report: Report = {
        ...sampleReport,
        systems: [{ label, spec: `${label}x` }],
        measures,
        scores: ['same', 'paraphrase'].map((wording) => ({
          system: label,
          wording,
          split: 'all',
          n: 30,
          measures: Object.fromEntries(measures.map((measure) => [measure, { value: 1, hits: 30, low: 0.9, high: 1 }])),
        })),
        paired: [],
        cost: [],
        questionResults: [{ ...sampleReport.questionResults[0]!, id, text }],
        misses: [{ ...sampleReport.misses[1]!, system: label, question: id }],
      };
      const rendered = render(width, report);
      expectFits(rendered, width);
      expect(rendered.endsWith(`${report.result}\n`)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

describe('short tables and long ones', () => {
  const drawn = (rows: number, width: number): string[] =>
    drawView(
      {
        sections: [
          {
            heading: 'x',
            parts: [
              {
                kind: 'table',
                columns: [
                  label('an id'),
                  figure('a number'),
                  { head: 'what it says, in words', align: 'left', kind: 'text' },
                ],
                rows: Array.from({ length: rows }, (_, n) => [
                  cell(n % 7 === 0 ? '' : `id-${n % 10}`),
                  cell(n % 3 === 0 ? '' : `${n % 100}.5`, 'bad'),
                  cell(n % 21 === 0 ? '' : 'word '.repeat(n % 12).trim()),
                ]),
              },
            ],
          },
        ],
      },
      { width, paint: (role, painted) => (role === 'bad' ? `\u001b[31m${painted}\u001b[39m` : painted) },
    ).split('\n');

  it.each([Number.POSITIVE_INFINITY, 60])('are drawn alike, at a width of %s', (width) => {
    const [few, many] = [drawn(1900, width), drawn(2100, width)];
    const shown = Math.min(few.length, many.length) - 3;
    expect(shown).toBeGreaterThan(width === 60 ? 500 : 1900);
    expect(few.slice(0, shown)).toEqual(many.slice(0, shown));
  });
});
