// Chart: recall at each cutoff, a panel a system, a line a wording, with the 95 % interval as a band.
import type { MeasureValue, Report } from '../../core/results.ts';
import { percent } from '../numbers.ts';
import { findScores, interval, value } from '../sections.ts';
import { needsSeveral } from './asked.ts';
import { html, type Markup } from './markup.ts';
import { shortName } from './slope-chart.ts';
import {
  at,
  datum,
  drawing,
  figureOf,
  legendKey,
  linear,
  logarithmic,
  lookOfWording,
  marker,
  numbersTable,
  spread,
  wordingsOf,
} from './svg.ts';

const [WIDTH, HEIGHT] = [340, 224];
const PLOT = { left: 40, right: 282, top: 34, bottom: 200 };

interface Point {
  readonly k: number;
  readonly measure: string;
  readonly found: MeasureValue;
}

/** Cutoffs at which recall was measured, ascending. */
export function recallCutoffs({ measures }: Report): number[] {
  const cutoffs = measures.map((name) => /^R@(\d+)$/.exec(name)?.[1]).filter((k) => k !== undefined);
  return [...new Set(cutoffs.map(Number))].sort((a, b) => a - b);
}

export function recallCurves(report: Report): Markup | undefined {
  const cutoffs = recallCutoffs(report);
  const find = findScores(report);
  const wordings = wordingsOf(report);
  const pointsOf = (system: string, wording: string): Point[] => {
    const row = find(system, wording, 'all');
    return cutoffs.flatMap((k) => {
      const found = row?.measures[`R@${k}`];
      return found ? [{ k, measure: `R@${k}`, found }] : [];
    });
  };
  const panels = report.systems.flatMap(({ label }, n) => {
    const lines = wordings.map((wording) => ({ wording, points: pointsOf(label, wording) }));
    return lines.some(({ points }) => points.length > 0) ? [panel(report, label, n, lines, cutoffs)] : [];
  });
  if (panels.length === 0) return undefined;
  const rows = report.systems.flatMap(({ label }) =>
    wordings.flatMap((wording) => {
      const row = find(label, wording, 'all');
      return row
        ? pointsOf(label, wording).map(({ k, measure, found }) => [
            html`<bdi>${label}</bdi>`,
            wording,
            String(k),
            datum(found.value, value(row, measure)),
            found.low === undefined || found.high === undefined
              ? interval(found)
              : html`${datum(found.low, `${(found.low * 100).toFixed(1)}`)}–${datum(found.high, percent(found.high))}`,
          ])
        : [];
    }),
  );
  return figureOf({
    id: 'chart-recall',
    title: 'How deep must the top k reach?',
    lead: `Recall: ${needsSeveral(report) ? 'the share of what is relevant to a question that is in the top k, averaged' : 'the share of questions whose answer is in the top k'}. A band is the 95% interval: where it is wide, so few questions say little. The upright line is the cutoff of this report, ${report.cutoff}.`,
    legend: wordings.map((wording) => legendKey(lookOfWording(wording), wordingName(wording))),
    drawings: panels,
    table: numbersTable('Recall at each cutoff', ['system', 'wording', 'k', 'recall', '95% interval'], rows),
  });
}

export function wordingName(wording: string): string {
  if (wording === 'same') return 'in the words of the documents';
  return wording === 'paraphrase' ? 'paraphrased' : wording === 'all' ? 'all questions' : wording;
}

function panel(
  report: Report,
  system: string,
  n: number,
  lines: readonly { readonly wording: string; readonly points: readonly Point[] }[],
  cutoffs: readonly number[],
): Markup {
  const last = cutoffs.at(-1)!;
  const x = last > 1 ? logarithmic([1, last], [PLOT.left + 8, PLOT.right]) : () => (PLOT.left + PLOT.right) / 2;
  const y = linear([0, 1], [PLOT.bottom, PLOT.top]);
  const shown = lines.filter(({ points }) => points.length > 0);
  const ends = spread(
    shown.map(({ points }) => y(points.at(-1)!.found.value)),
    13,
    [PLOT.top + 2, PLOT.bottom],
  );
  const said = shown.map(
    ({ wording, points }) =>
      `${wordingName(wording)}: ${points.map(({ k, found }) => `${percent(found.value)} at ${k}`).join(', ')}`,
  );
  return drawing({
    id: `recall-${n}`,
    title: `Recall at k of ${system}`,
    description: `${said.join('; ')}.`,
    width: WIDTH,
    height: HEIGHT,
    body: html`<text class="panel-name" x="${PLOT.left}" y="12">${shortName(system, 40)}</text>${[0, 0.5, 1].map(
      (share) =>
        html`<path class="grid" d="M${PLOT.left} ${at(y(share))}H${PLOT.right}"/><text class="tick end" x="${PLOT.left - 6}" y="${at(y(share) + 4)}">${`${share * 100}%`}</text>`,
    )}${cutoffs.includes(report.cutoff) && html`<path class="cutoff" d="M${at(x(report.cutoff))} ${PLOT.top}V${PLOT.bottom}"/>`}${cutoffs.map(
      (k) => html`<text class="tick middle" x="${at(x(k))}" y="${PLOT.bottom + 15}">${k}</text>`,
    )}${shown.map(({ wording, points }, line) => {
      const look = lookOfWording(wording);
      const banded = points.filter(({ found }) => found.low !== undefined && found.high !== undefined);
      const path = points.map(({ k, found }, p) => `${p === 0 ? 'M' : 'L'}${at(x(k))} ${at(y(found.value))}`).join('');
      const band = [
        ...banded.map(({ k, found }) => `${at(x(k))} ${at(y(found.high!))}`),
        ...[...banded].reverse().map(({ k, found }) => `${at(x(k))} ${at(y(found.low!))}`),
      ];
      const headline = points.find(({ k }) => k === report.cutoff && k !== last);
      return html`<g class="${look.css}">${banded.length > 1 && html`<path class="band" d="M${band.join('L')}Z"/>`}${banded.length === 1 && html`<path class="whisker" d="M${band.join('L')}"/>`}<path class="line" d="${path}"/>${points.map(({ k, found }) => marker(look.shape, x(k), y(found.value), 4))}${headline && html`<text class="value middle" x="${at(x(headline.k))}" y="${at(y(headline.found.value) + (headline.found.value > 0.85 ? 18 : -10))}">${percent(headline.found.value)}</text>`}<text class="value" x="${PLOT.right + 8}" y="${at(ends[line]! + 4)}">${percent(points.at(-1)!.found.value)}</text></g>`;
    })}`,
  });
}
