// Charts: the numbers on the page are the report's, each drawing has words for it, and nothing is drawn of what is not there.
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/core/results.ts';
import { costChart } from '../../../src/report/html/cost-chart.ts';
import type { Markup } from '../../../src/report/html/markup.ts';
import { rankChart } from '../../../src/report/html/rank-chart.ts';
import { recallCurves, recallCutoffs } from '../../../src/report/html/recall-curves.ts';
import { shortName, slopeChart } from '../../../src/report/html/slope-chart.ts';
import { splitChart } from '../../../src/report/html/split-chart.ts';
import { at, linear, logarithmic, looksOf, marker, spread, wordingsOf } from '../../../src/report/html/svg.ts';
import { HOSTILE, sampleReport } from '../sample-report.ts';
import { attribute, readPage, textOf } from './read-page.ts';

const charts = { recallCurves, slopeChart, splitChart, costChart, rankChart };
/** Rows of the table behind a drawing: texts, and beside them the values that stand in `<data>`. */
function rowsOf(chart: Markup | undefined): { cells: string[]; values: number[] }[] {
  return readPage(chart!.markup)
    .find(({ tagName, parentNode }) => tagName === 'tr' && parentNode?.nodeName === 'tbody')
    .map((row) => ({
      cells: row.childNodes.map(textOf),
      values: dataIn(row),
    }));
}
function dataIn(node: Parameters<typeof textOf>[0]): number[] {
  if (!('childNodes' in node)) return [];
  return node.childNodes.flatMap((child) =>
    'tagName' in child && child.tagName === 'data' ? [Number(attribute(child, 'value'))] : dataIn(child),
  );
}
const scoreOf = (system: string, wording: string, split: string) =>
  sampleReport.scores.find((row) => row.system === system && row.wording === wording && row.split === split)!;

describe('the numbers behind each chart', () => {
  it('are the report’s recall and bounds', () => {
    const rows = rowsOf(recallCurves(sampleReport));
    expect(rows).toHaveLength(4 * 2 * 4);
    for (const {
      cells: [system, wording, k],
      values,
    } of rows) {
      const { value, low, high } = scoreOf(system!, wording!, 'all').measures[`R@${k}`]!;
      expect(values).toEqual([value, low, high]);
    }
  });

  it('are the report’s wordings, splits and cost', () => {
    for (const {
      cells: [system],
      values,
    } of rowsOf(slopeChart(sampleReport))) {
      expect(values).toEqual(
        ['same', 'paraphrase'].map((wording) => scoreOf(system!, wording, 'all').measures['R@3']!.value),
      );
    }
    for (const {
      cells: [system],
      values,
    } of rowsOf(splitChart(sampleReport))) {
      expect(values).toEqual(
        ['tuning', 'held-out'].map((split) => scoreOf(system!, 'paraphrase', split).measures['R@3']!.value),
      );
    }
    for (const {
      cells: [system],
      values,
    } of rowsOf(costChart(sampleReport))) {
      const { tokens, ratio } = sampleReport.cost.find((row) => row.system === system)!;
      expect(values).toEqual([
        scoreOf(system!, 'paraphrase', 'all').measures['R@3']!.value,
        tokens,
        ...(ratio === null ? [] : [ratio]),
      ]);
    }
  });

  it('count every question once, what has no signal apart', () => {
    const rows = rowsOf(rankChart(sampleReport));
    const asked = (wording: string): number =>
      sampleReport.questionResults.filter((question) => question.wording === wording).length;
    for (const {
      cells: [, wording],
      values,
    } of rows)
      expect(values.reduce((sum, n) => sum + n, 0)).toBe(asked(wording!));
    const bm25 = rows.find(({ cells }) => cells[0] === 'bm25' && cells[1] === 'paraphrase')!;
    const none = sampleReport.questionResults.filter(({ wording, signal }) => wording === 'paraphrase' && !signal.bm25);
    expect(bm25.values.at(-1)).toBe(none.length);
  });
});

describe('each drawing', () => {
  it.each(Object.entries(charts))('%s has a title and a description that its image is named by', (_, draw) => {
    const page = readPage(draw(sampleReport)!.markup);
    const images = page.find((element) => attribute(element, 'role') === 'img');
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) {
      const named = attribute(image, 'aria-labelledby')!
        .split(' ')
        .map((id) => page.find((element) => attribute(element, 'id') === id));
      for (const [element, ...others] of named) {
        expect(others).toEqual([]);
        expect(textOf(element!).length).toBeGreaterThan(5);
      }
    }
    expect(draw(sampleReport)!.markup).not.toMatch(/NaN|Infinity|undefined|style=/);
  });

  it.each([
    ['all find everything', 1, 100, 962],
    ['reading the top is reading everything', 1, 15, 15],
    ['little is found', 0.1, 100, 75_000],
  ])(
    'of cost keeps its labels inside, and apart from that of reading everything: %s',
    (_name, value, tokens, whole) => {
      const chart = costChart({
        ...sampleReport,
        corpus: { ...sampleReport.corpus, tokens: whole },
        cost: sampleReport.cost.map((row, n) => ({ ...row, tokens: Math.min(tokens + 40 * n, whole) })),
        scores: sampleReport.scores.map((row) => ({ ...row, measures: { ...row.measures, 'R@3': { value } } })),
      });
      const labels = readPage(chart!.markup)
        .find((element) => element.tagName === 'text' && attribute(element, 'class')?.startsWith('value') === true)
        .map((element) => {
          const x = Number(attribute(element, 'x'));
          const width = textOf(element).length * 6;
          const left = attribute(element, 'class')!.includes('end') ? x - width : x;
          return { left, right: left + width, y: Number(attribute(element, 'y')), text: textOf(element) };
        });
      const everything = labels.find(({ text }) => text.startsWith('everything'))!;
      const others = labels.filter((label) => label !== everything);
      expect(others).toHaveLength(sampleReport.systems.length);
      for (const { left, right, y } of others) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(350);
        expect(Math.abs(y - everything.y)).toBeGreaterThan(12);
      }
    },
  );

  it('shows labels as text', () => {
    const renamed = JSON.parse(
      JSON.stringify(sampleReport).replaceAll('"bm25"', JSON.stringify(HOSTILE.markup)),
    ) as Report;
    for (const draw of Object.values(charts)) {
      const page = readPage(draw(renamed)!.markup);
      expect(page.find(({ tagName }) => tagName === 'script')).toEqual([]);
      expect(page.text).toContain('<script>');
    }
  });

  it('is left out where there is nothing to draw', () => {
    const { scores, cost, questionResults } = sampleReport;
    const all = scores
      .filter(({ wording, split }) => wording === 'same' && split === 'all')
      .map((row) => ({ ...row, wording: 'all' }));
    const plain: Report = { ...sampleReport, scores: all };
    expect(slopeChart(plain)).toBeUndefined();
    expect(splitChart(plain)).toBeUndefined();
    expect(recallCurves(plain)).toBeDefined();
    expect(rowsOf(costChart(plain)).length).toBe(cost.length);
    const bare: Report = { ...sampleReport, scores: [], cost: [], questionResults: [] };
    expect(Object.values(charts).map((draw) => draw(bare))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(questionResults.length).toBeGreaterThan(0);
    const one: Report = { ...sampleReport, measures: ['R@3'], questionResults: questionResults.slice(0, 1) };
    for (const draw of Object.values(charts)) expect(draw(one)!.markup).not.toMatch(/NaN|Infinity/);
  });

  it('leaves out a system that failed', () => {
    const failed: Report = {
      ...sampleReport,
      scores: sampleReport.scores.filter(({ system }) => system !== 'dense'),
      cost: sampleReport.cost.filter(({ system }) => system !== 'dense'),
      failed: [{ system: 'dense', problem: 'gone' }],
    };
    for (const draw of Object.values(charts))
      expect(rowsOf(draw(failed)).map(({ cells }) => cells[0])).not.toContain('dense');
  });
});

describe('what charts are drawn with', () => {
  it('maps, spreads and names', () => {
    expect(linear([0, 1], [10, 20])(0.5)).toBe(15);
    expect(logarithmic([1, 100], [0, 2])(10)).toBeCloseTo(1, 12);
    expect(at(1 / 3)).toBe('0.3');
    expect(at(-0.01)).toBe('0');
    expect(shortName('a'.repeat(30), 17)).toHaveLength(17);
    expect(recallCutoffs({ ...sampleReport, measures: ['R@10', 'RR', 'R@3', 'R@10'] })).toEqual([3, 10]);
    expect(wordingsOf(sampleReport)).toEqual(['same', 'paraphrase']);
  });

  it('keeps labels apart and within bounds, in their order', () => {
    const places = spread([50, 50, 52, 200], 14, [0, 100]);
    const sorted = [...places].sort((a, b) => a - b);
    for (let n = 1; n < sorted.length; n++) expect(sorted[n]! - sorted[n - 1]!).toBeGreaterThanOrEqual(14);
    expect(sorted.at(-1)).toBe(100);
  });

  it('tells systems apart by more than colour', () => {
    const looks = [
      ...looksOf({
        ...sampleReport,
        systems: Array.from({ length: 40 }, (_, n) => ({ label: `s${n}`, spec: `s${n}` })),
      }).values(),
    ];
    expect(new Set(looks.map(({ css, shape }) => `${css} ${shape}`)).size).toBe(40);
    expect(new Set(Array.from({ length: 7 }, (_, shape) => marker(shape, 5, 5).markup)).size).toBe(7);
  });
});
