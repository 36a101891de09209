// What every chart is drawn with: coordinates, scales, markers, and the figure around it with its text alternative.
import { compareText } from '../../core/order.ts';
import type { Report } from '../../core/results.ts';
import { html, type Markup } from './markup.ts';

/** A coordinate: a tenth of a unit is finer than any screen. */
export const at = (value: number): string => String(Math.round(value * 10) / 10 + 0);

/** A linear map of numbers to a length. */
export function linear(from: readonly [number, number], to: readonly [number, number]): (value: number) => number {
  const span = from[1] - from[0] || 1;
  return (value) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
}

/** A logarithmic one: ranks and tokens are read by their ratios. */
export function logarithmic(from: readonly [number, number], to: readonly [number, number]): (value: number) => number {
  const map = linear([Math.log(from[0]), Math.log(from[1])], to);
  return (value) => map(Math.log(value));
}

/** Colours for so many series; beyond, they repeat with another marker. */
const COLOURS = 8;
const SHAPES = 7;

/** How a system looks in every chart: a colour, a marker and a dash, so that no one of them alone tells it. */
export interface Look {
  readonly css: string;
  readonly shape: number;
}

export function looksOf({ systems }: Report): ReadonlyMap<string, Look> {
  return new Map(
    systems.map(({ label }, n) => [label, { css: `tint-${n % COLOURS} dash-${n % 4}`, shape: n % SHAPES }]),
  );
}

/** Wordings have looks of their own, the same in every chart. */
export function lookOfWording(wording: string): Look {
  if (wording === 'paraphrase') return { css: 'tint-paraphrase dash-1', shape: 1 };
  return { css: 'tint-same dash-0', shape: 0 };
}

/** Circle, square, triangle, diamond, triangle down, plus, ring. */
export function marker(shape: number, x: number, y: number, size = 4.5): Markup {
  const [l, r, t, b] = [x - size, x + size, y - size, y + size].map(at);
  const [cx, cy] = [at(x), at(y)];
  switch (shape) {
    case 1:
      return html`<path class="mark" d="M${l} ${t}H${r}V${b}H${l}Z"/>`;
    case 2:
      return html`<path class="mark" d="M${cx} ${at(y - size * 1.2)}L${at(x + size * 1.1)} ${b}H${at(x - size * 1.1)}Z"/>`;
    case 3:
      return html`<path class="mark" d="M${cx} ${at(y - size * 1.35)}L${at(x + size * 1.35)} ${cy}L${cx} ${at(y + size * 1.35)}L${at(x - size * 1.35)} ${cy}Z"/>`;
    case 4:
      return html`<path class="mark" d="M${cx} ${at(y + size * 1.2)}L${at(x + size * 1.1)} ${t}H${at(x - size * 1.1)}Z"/>`;
    case 5:
      return html`<path class="mark stroke" d="M${cx} ${t}V${b}M${l} ${cy}H${r}"/>`;
    case 6:
      return html`<circle class="mark hollow" cx="${cx}" cy="${cy}" r="${at(size)}"/>`;
    default:
      return html`<circle class="mark" cx="${cx}" cy="${cy}" r="${at(size)}"/>`;
  }
}

/** A marker beside the name of what it stands for. */
export function legendKey(look: Look, name: string): Markup {
  return html`<li><svg class="key ${look.css}" viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" focusable="false"><path class="line" d="M1 7H33"/>${marker(look.shape, 17, 7)}</svg><bdi>${name}</bdi></li>`;
}

/** For charts of bars. */
export function barKey(look: Look, name: string): Markup {
  return html`<li><svg class="key ${look.css}" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" focusable="false"><path class="bar" d="M1 1H13V13H1Z"/></svg><bdi>${name}</bdi></li>`;
}

/** Moves labels apart that would stand on each other, as little as it takes, within bounds; in the order given. */
export function spread(wanted: readonly number[], gap: number, [top, bottom]: readonly [number, number]): number[] {
  const order = wanted.map((y, n) => ({ y, n })).sort((a, b) => a.y - b.y || a.n - b.n);
  const places = new Array<number>(wanted.length);
  let floor = top;
  for (const { y, n } of order) {
    places[n] = Math.max(y, floor);
    floor = places[n]! + gap;
  }
  let ceiling = bottom;
  for (const { n } of order.reverse()) {
    places[n] = Math.min(places[n]!, ceiling);
    ceiling = places[n]! - gap;
  }
  return places;
}

export interface Drawing {
  readonly id: string;
  readonly title: string;
  /** What is to be seen in it, in words. */
  readonly description: string;
  readonly width: number;
  readonly height: number;
  readonly body: Markup;
}

/** An image with a name and a description, scaled to the room there is. */
export function drawing({ id, title, description, width, height, body }: Drawing): Markup {
  return html`<svg class="drawing" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d" focusable="false"><title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>${body}</svg>`;
}

export interface Figure {
  readonly id: string;
  readonly title: string;
  /** How to read it, in a sentence or two. */
  readonly lead: string;
  readonly legend?: readonly Markup[];
  readonly drawings: readonly Markup[];
  /** The same numbers, to be read. */
  readonly table: Markup;
}

/** So many panels side by side that none stands alone in its row, where that can be. */
function columnsFor(panels: number): string {
  if (panels === 1) return 'single';
  return panels % 3 !== 0 && panels % 2 === 0 ? 'by-two' : 'by-three';
}

export function figureOf({ id, title, lead, legend = [], drawings, table }: Figure): Markup {
  return html`<figure class="chart" id="${id}"><figcaption><h3>${title}</h3><p>${lead}</p></figcaption>${
    legend.length > 0 && html`<ul class="legend">${legend}</ul>`
  }<div class="panels ${columnsFor(drawings.length)}">${drawings}</div><details class="figures"><summary>The numbers<span class="unseen"> of “${title}”</span></summary>${table}</details></figure>`;
}

/** A value that a machine can read back: as report.json writes it. */
export function datum(value: number, text: string): Markup {
  return html`<data value="${String(value)}">${text}</data>`;
}

/** @param columns heads; the first names the rows */
export function numbersTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table><caption class="unseen">${caption}</caption><thead><tr>${columns.map(
    (head, n) => html`<th scope="col"${n > 0 && html` class="figure"`}>${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td class="figure">${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** Wordings that stand apart in figures: the lab's own two first; where there are none, all questions are one. */
export function wordingsOf({ scores }: Report): readonly string[] {
  const named = [...new Set(scores.map(({ wording }) => wording))].filter((wording) => wording !== 'all');
  const place = (name: string): number => (name === 'same' ? 0 : name === 'paraphrase' ? 1 : 2);
  const sorted = named.sort((a, b) => place(a) - place(b) || compareText(a, b));
  return sorted.length > 0 ? sorted : ['all'];
}
