// Chart: two systems side by side on each measure, and the 95 % interval of their difference.
import type { ComparedPair, Comparison } from '../../core/comparison.ts';
import { fourPlaces, probability, signedPlaces } from '../numbers.ts';
import { html, type Markup } from './markup.ts';
import { at, datum, drawing, figureOf, linear, marker, numbersTable } from './svg.ts';

const WIDTH = 520;
const [LEFT, RIGHT] = [110, 420];
const ROW = 30;
const TOP = 24;

/** @param n tells the charts of a page apart */
export function differenceChart({ alpha }: Comparison, pairs: readonly ComparedPair[], n: number): Markup {
  const { first, second } = pairs[0]!;
  const reach = Math.max(0.01, ...pairs.flatMap(({ low, high, difference }) => [low, high, difference].map(Math.abs)));
  const x = linear([-reach, reach], [LEFT, RIGHT]);
  const bottom = TOP + pairs.length * ROW;
  const rows = pairs.map(({ measure, difference, low, high, significant }, row) => {
    const y = TOP + row * ROW + ROW / 2;
    const look = significant ? (difference > 0 ? 'tint-gained' : 'tint-lost') : 'tint-ink';
    return html`<g class="${look}"><text class="value end" x="${LEFT - 12}" y="${at(y + 4)}">${measure}</text><path class="whisker" d="M${at(x(low))} ${at(y)}H${at(x(high))}"/>${marker(significant ? 0 : 6, x(difference), y)}<text class="value" x="${RIGHT + 12}" y="${at(y + 4)}">${signedPlaces(difference)}${significant && '*'}</text></g>`;
  });
  const said = pairs.map(
    ({ measure, difference, low, high }) =>
      `${measure} ${signedPlaces(difference)}, interval ${signedPlaces(low)} to ${signedPlaces(high)}`,
  );
  return figureOf({
    id: `difference-${n}`,
    title: `${second} against ${first}`,
    lead: `Right of the line ${second} is better. The bar is the 95% interval of the difference; filled and marked * where Holm’s p is at most ${alpha}.`,
    drawings: [
      drawing({
        id: `difference-${n}-drawing`,
        title: `Differences, ${second} less ${first}`,
        description: `${said.join('; ')}.`,
        width: WIDTH,
        height: bottom + 8,
        body: html`<path class="axis" d="M${at(x(0))} ${TOP - 6}V${bottom}"/><text class="tick middle" x="${at(x(0))}" y="12">equal</text>${rows}`,
      }),
    ],
    table: numbersTable(
      `${second} against ${first}`,
      ['measure', first, second, 'difference', '95% low', '95% high', 'Holm p', 'win/tie/loss'],
      pairs.map((pair) => [
        pair.measure,
        datum(pair.firstMean, fourPlaces(pair.firstMean)),
        datum(pair.secondMean, fourPlaces(pair.secondMean)),
        datum(pair.difference, signedPlaces(pair.difference)),
        datum(pair.low, signedPlaces(pair.low)),
        datum(pair.high, signedPlaces(pair.high)),
        pair.adjustedP === null ? '–' : datum(pair.adjustedP, probability(pair.adjustedP)),
        `${pair.wins}/${pair.ties}/${pair.losses}`,
      ]),
    ),
  });
}
