// Chart: each system in the documents' words and paraphrased, as a slope.
import type { Report } from '../../core/results.ts';
import { percent } from '../numbers.ts';
import { findScores, headline, interval, spoken, value } from '../sections.ts';
import { html, type Markup } from './markup.ts';
import { at, datum, drawing, figureOf, linear, looksOf, marker, numbersTable, spread } from './svg.ts';

const [WIDTH, HEIGHT] = [340, 290];
const [LEFT, RIGHT] = [62, 176];
const [TOP, BOTTOM] = [34, 272];

export function slopeChart(report: Report): Markup | undefined {
  const measure = headline(report);
  if (measure === undefined) return undefined;
  const find = findScores(report);
  const looks = looksOf(report);
  const slopes = report.systems.flatMap(({ label }) => {
    const [same, paraphrase] = [find(label, 'same', 'all'), find(label, 'paraphrase', 'all')];
    const [from, to] = [same?.measures[measure], paraphrase?.measures[measure]];
    return same && paraphrase && from && to ? [{ label, same, paraphrase, from, to }] : [];
  });
  if (slopes.length === 0) return undefined;
  const y = linear([0, 1], [BOTTOM, TOP]);
  const lefts = spread(
    slopes.map(({ from }) => y(from.value)),
    14,
    [TOP, BOTTOM],
  );
  const rights = spread(
    slopes.map(({ to }) => y(to.value)),
    16,
    [TOP, BOTTOM],
  );
  const body = html`<text class="tick middle" x="${LEFT}" y="14">same words</text><text class="tick middle" x="${RIGHT}" y="14">paraphrased</text><path class="grid" d="M${LEFT} ${TOP - 8}V${BOTTOM + 8}M${RIGHT} ${TOP - 8}V${BOTTOM + 8}"/>${slopes.map(
    ({ label, from, to }, n) => {
      const look = looks.get(label)!;
      const [left, right] = [lefts[n]!, rights[n]!];
      return html`<g class="${look.css}"><path class="line" d="M${LEFT} ${at(y(from.value))}L${RIGHT} ${at(y(to.value))}"/>${marker(look.shape, LEFT, y(from.value), 5)}${marker(look.shape, RIGHT, y(to.value), 5)}<text class="value end" x="${LEFT - 12}" y="${at(left + 4)}">${percent(from.value)}</text><path class="leader" d="M${RIGHT + 7} ${at(y(to.value))}L${RIGHT + 16} ${at(right)}"/><text class="value" x="${RIGHT + 20}" y="${at(right + 4)}">${percent(to.value)}<tspan class="name" dx="7">${shortName(label, 17)}</tspan></text></g>`;
    },
  )}`;
  const name = spoken(measure);
  return figureOf({
    id: 'chart-pair',
    title: 'What other words cost',
    lead: `The same facts asked twice; only the wording differs. The steeper a line falls, the more of ${name} hangs on shared words.`,
    drawings: [
      drawing({
        id: 'slope',
        title: `${name}: same words against paraphrased`,
        width: WIDTH,
        height: HEIGHT,
        body,
        description: `${slopes.map(({ label, from, to }) => `${label} goes from ${percent(from.value)} to ${percent(to.value)}`).join('; ')}.`,
      }),
    ],
    table: numbersTable(
      `${name} by wording`,
      ['system', 'same', '95% interval', 'paraphrase', '95% interval'],
      slopes.map(({ label, same, paraphrase, from, to }) => [
        html`<bdi>${label}</bdi>`,
        datum(from.value, value(same, measure)),
        interval(from),
        datum(to.value, value(paraphrase, measure)),
        interval(to),
      ]),
    ),
  });
}

/** As much of a label as a chart has room for. */
export function shortName(label: string, longest: number): string {
  const units = [...label];
  return units.length <= longest ? label : `${units.slice(0, longest - 8).join('')}…${units.slice(-7).join('')}`;
}
