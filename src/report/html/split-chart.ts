// Chart: tuning against held-out questions, a row a system, with 95 % intervals.
import type { MeasureValue, Report } from '../../core/results.ts';
import { percent, signedPoints } from '../numbers.ts';
import { findScores, headline, interval, spoken, value } from '../sections.ts';
import { html, type Markup } from './markup.ts';
import { shortName } from './slope-chart.ts';
import { at, datum, drawing, figureOf, linear, looksOf, marker, numbersTable } from './svg.ts';

const WIDTH = 340;
const [LEFT, RIGHT] = [112, 322];
const ROW = 44;
const TOP = 10;

export function splitChart(report: Report): Markup | undefined {
  const measure = headline(report);
  if (measure === undefined) return undefined;
  const find = findScores(report);
  const looks = looksOf(report);
  const wording = report.scores.some((row) => row.wording === 'paraphrase') ? 'paraphrase' : 'all';
  const rows = report.systems.flatMap(({ label }) => {
    const [tuning, heldOut] = [find(label, wording, 'tuning'), find(label, wording, 'held-out')];
    const [from, to] = [tuning?.measures[measure], heldOut?.measures[measure]];
    return tuning && heldOut && from && to ? [{ label, tuning, heldOut, from, to }] : [];
  });
  if (rows.length === 0) return undefined;
  const x = linear([0, 1], [LEFT, RIGHT]);
  const bottom = TOP + rows.length * ROW;
  const whisker = ({ low, high }: MeasureValue, y: number): Markup | false =>
    low !== undefined && high !== undefined && html`<path class="whisker" d="M${at(x(low))} ${at(y)}H${at(x(high))}"/>`;
  const body = html`${[0, 0.5, 1].map((share) => html`<path class="grid" d="M${at(x(share))} ${TOP}V${bottom}"/><text class="tick middle" x="${at(x(share))}" y="${bottom + 16}">${`${share * 100}%`}</text>`)}${rows.map(
    ({ label, from, to }, n) => {
      const middle = TOP + n * ROW + ROW / 2;
      const look = looks.get(label)!;
      return html`<g class="${look.css}"><text class="value end" x="${LEFT - 14}" y="${at(middle + 4)}">${shortName(label, 15)}</text>${whisker(from, middle - 8)}${whisker(to, middle + 8)}<g class="open">${marker(0, x(from.value), middle - 8, 5)}</g>${marker(3, x(to.value), middle + 8, 5)}</g>`;
    },
  )}`;
  const name = spoken(measure);
  const which = wording === 'paraphrase' ? 'paraphrased questions' : 'all questions';
  return figureOf({
    id: 'chart-split',
    title: 'Tuning against held-out',
    lead: `${name}, ${which}. Held-out is the figure to quote. The two are different questions, one set may be the harder: only where their intervals part is a difference more than chance.`,
    legend: [
      html`<li><svg class="key tint-ink open" viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" focusable="false"><path class="whisker" d="M1 7H33"/>${marker(0, 17, 7)}</svg>tuning</li>`,
      html`<li><svg class="key tint-ink" viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" focusable="false"><path class="whisker" d="M1 7H33"/>${marker(3, 17, 7)}</svg>held-out</li>`,
    ],
    drawings: [
      drawing({
        id: 'split',
        title: `${name}: tuning against held-out`,
        width: WIDTH,
        height: bottom + 24,
        body,
        description: `${rows.map(({ label, from, to }) => `${label}: ${percent(from.value)} tuning, ${percent(to.value)} held-out`).join('; ')}.`,
      }),
    ],
    table: numbersTable(
      `${name} by split, ${which}`,
      ['system', 'tuning', '95% interval', 'held-out', '95% interval', 'gap in points'],
      rows.map(({ label, tuning, heldOut, from, to }) => [
        html`<bdi>${label}</bdi>`,
        datum(from.value, value(tuning, measure)),
        interval(from),
        datum(to.value, value(heldOut, measure)),
        interval(to),
        signedPoints(to.value - from.value),
      ]),
    ),
  });
}
