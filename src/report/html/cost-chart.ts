// Chart: recall against what has to be read for it, beside reading everything.
import type { Report } from '../../core/results.ts';
import { grouped, percent } from '../numbers.ts';
import { findScores, value } from '../sections.ts';
import { html, type Markup } from './markup.ts';
import { shortName } from './slope-chart.ts';
import {
  at,
  datum,
  drawing,
  figureOf,
  linear,
  logarithmic,
  looksOf,
  marker,
  numbersTable,
  spread,
  wordingsOf,
} from './svg.ts';

const [WIDTH, HEIGHT] = [340, 290];
const PLOT = { left: 44, right: 326, top: 14, bottom: 240 };
/** About what a label takes. */
const LABEL_WIDTH = 130;

export function costChart(report: Report): Markup | undefined {
  const find = findScores(report);
  const looks = looksOf(report);
  const wordings = wordingsOf(report);
  // The hardest of the wordings: there systems differ.
  const wording = wordings.includes('paraphrase') ? 'paraphrase' : wordings[0]!;
  const whole = report.corpus.tokens;
  const points = report.cost.flatMap(({ system, cutoff, tokens }) => {
    const measure = `R@${cutoff}`;
    const row = find(system, wording, 'all');
    const found = row?.measures[measure];
    return looks.has(system) && row && found && tokens > 0 ? [{ system, cutoff, tokens, row, measure, found }] : [];
  });
  if (points.length === 0 || whole <= 0) return undefined;
  const least = Math.min(...points.map(({ tokens }) => tokens), whole);
  const most = Math.max(...points.map(({ tokens }) => tokens), whole);
  const x = logarithmic([least / 2, most * 1.2], [PLOT.left, PLOT.right]);
  const y = linear([0, 1], [PLOT.bottom, PLOT.top]);
  const labels = spread(
    points.map(({ found }) => y(found.value)),
    14,
    [PLOT.top + 4, PLOT.bottom - 4],
  );
  // Labels of markers that stand close together begin at one place, right of them all; where there is no room, left.
  const marked = points.map(({ tokens }) => x(tokens));
  const side = Math.max(...marked) + LABEL_WIDTH > WIDTH ? -1 : 1;
  const outermost = side > 0 ? Math.max(...marked) : Math.min(...marked);
  const labelAt = (from: number): number => (Math.abs(outermost - from) < LABEL_WIDTH ? outermost : from) + side * 22;
  const isTopTaken = labels.some((label) => label < PLOT.top + 34);
  const ticks = [1, 2, 5].flatMap((digit) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].map((power) => digit * power));
  const within = ticks.filter((tick) => tick >= least / 2 && tick <= most * 1.2).sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(within.length / 4));
  const body = html`${[0, 0.5, 1].map((share) => html`<path class="grid" d="M${PLOT.left} ${at(y(share))}H${PLOT.right}"/><text class="tick end" x="${PLOT.left - 6}" y="${at(y(share) + 4)}">${`${share * 100}%`}</text>`)}${within.filter((_, n) => n % step === 0).map((tick) => html`<text class="tick middle" x="${at(x(tick))}" y="${PLOT.bottom + 16}">${grouped(tick)}</text>`)}<text class="tick middle" x="${at((PLOT.left + PLOT.right) / 2)}" y="${PLOT.bottom + 36}">tokens read for a question</text><path class="cutoff" d="M${at(x(whole))} ${PLOT.top}V${PLOT.bottom}"/><text class="value end muted" x="${at(x(whole) - 8)}" y="${at(isTopTaken ? PLOT.bottom - 12 : PLOT.top + 20)}">everything: ${grouped(whole)}</text>${points.map(
    ({ system, cutoff, tokens, found }, n) => {
      const look = looks.get(system)!;
      const place = labels[n]!;
      return html`<g class="${look.css}">${marker(look.shape, x(tokens), y(found.value), 5)}<path class="leader" d="M${at(x(tokens) + side * 7)} ${at(y(found.value))}L${at(labelAt(x(tokens)) - side * 4)} ${at(place)}"/><text class="value${side < 0 && ' end'}" x="${at(labelAt(x(tokens)))}" y="${at(place + 4)}">${percent(found.value)}<tspan class="name" dx="6">${shortName(system, 18)}${cutoff !== report.cutoff && ` @${cutoff}`}</tspan></text></g>`;
    },
  )}`;
  return figureOf({
    id: 'chart-cost',
    title: 'Recall against tokens read',
    lead: `What the top ${report.cutoff} costs to read, ${wording === 'paraphrase' ? 'and what it finds of the paraphrased questions' : 'and what it finds'}. The further left and up the better; the upright line is reading everything, which finds all.`,
    drawings: [
      drawing({
        id: 'cost',
        title: 'Recall against tokens read',
        width: WIDTH,
        height: HEIGHT,
        body,
        description: `${points.map(({ system, tokens, found }) => `${system}: ${percent(found.value)} for ${grouped(tokens)} tokens`).join('; ')}; everything is ${grouped(whole)} tokens.`,
      }),
    ],
    table: numbersTable(
      'Recall and tokens',
      ['system', 'top k', 'recall', 'tokens a question', 'times less'],
      points.map(({ system, cutoff, tokens, row, measure, found }) => {
        const ratio = report.cost.find((cost) => cost.system === system && cost.cutoff === cutoff)?.ratio ?? null;
        return [
          html`<bdi>${system}</bdi>`,
          String(cutoff),
          datum(found.value, value(row, measure)),
          datum(tokens, grouped(tokens)),
          ratio === null ? '–' : datum(ratio, `${ratio.toFixed(1)}x`),
        ];
      }),
    ),
  });
}
