// Every question in one table, to be sorted and filtered where scripts run, each leading to its autopsy.
import { compareText } from '../../core/order.ts';
import type { Report } from '../../core/results.ts';
import { shortenEnd, shortenMiddle } from '../display-width.ts';
import { grouped } from '../numbers.ts';
import { FAILED } from '../sections.ts';
import type { Anchors } from './anchors.ts';
import { type Asked, isLabel, needsSeveral, type Outcome, rankText } from './asked.ts';
import { html, type Markup } from './markup.ts';
import { questionLink } from './verdict.ts';

const TEXT_WIDTH = 300;
const ID_WIDTH = 120;

/** @param all how many questions there are */
export function questionTable(
  report: Report,
  shown: readonly Asked[],
  all: number,
  anchors: Anchors,
): Markup | undefined {
  if (shown.length === 0) return undefined;
  const wordings = valuesOf(shown, ({ result }) => [result.wording]);
  const splits = valuesOf(shown, ({ result }) => [result.split]);
  const slices = valuesOf(shown, ({ explained }) => explained?.slices ?? []);
  const diagnoses = valuesOf(shown, ({ outcomes }) => outcomes.flatMap(({ miss }) => miss?.diagnosis ?? []));
  const systems = report.systems.map(({ label }) => label);
  const isWorded = wordings.some(isLabel);
  const isSplit = splits.some(isLabel);
  const form = html`<form id="filters" class="filters" hidden role="search" aria-label="Filter the questions">${[
    html`<label>text <input type="search" name="text" autocomplete="off" spellcheck="false"></label>`,
    isWorded && choice('wording', wordings),
    isSplit && choice('split', splits),
    slices.length > 0 && choice('slice', slices),
    choice('system', systems, 'any system'),
    html`<label>outcome <select name="outcome"><option value="">any</option><option value="missed">missed</option><option value="found">found</option></select></label>`,
    diagnoses.length > 0 && choice('diagnosis', diagnoses),
  ]}<button type="reset">clear</button><output id="shown" aria-live="polite"></output></form>`;
  const heads = [
    html`<th scope="col" role="columnheader" data-sort="text">question</th>`,
    isWorded && html`<th scope="col" role="columnheader" data-sort="text">wording</th>`,
    isSplit && html`<th scope="col" role="columnheader" data-sort="text">split</th>`,
    ...systems.map(
      (system) => html`<th scope="col" role="columnheader" class="figure" data-sort="number"><bdi>${system}</bdi></th>`,
    ),
  ];
  const rows = shown.map(
    ({ result, explained, outcomes }) =>
      html`<tr role="row" data-wording="${result.wording}" data-split="${result.split}" data-slices="${JSON.stringify(explained?.slices ?? [])}"><th scope="row" role="rowheader">${questionLink(result.id, shortenEnd(result.text.replace(/\s+/g, ' '), TEXT_WIDTH), anchors)}<span class="id"><bdi>${shortenMiddle(result.id, ID_WIDTH)}</bdi></span></th>${isWorded && html`<td role="cell" data-label="wording">${result.wording}</td>`}${isSplit && html`<td role="cell" data-label="split">${result.split}</td>`}${outcomes.map((outcome) => cellOf(outcome, report))}</tr>`,
  );
  return html`<section id="questions" aria-labelledby="questions-h"><h2 id="questions-h">Every question</h2><p class="lead">${needsSeveral(report) ? 'The rank in each system at which the last of what is relevant is found.' : 'The rank of the answer in each system.'} A miss says what kind it is; the question leads to its autopsy.${all > shown.length && html` <strong>${grouped(shown.length)} of ${grouped(all)} questions are shown</strong>, misses first; report.json has all.`}</p>${form}<div class="scroll" role="region" tabindex="0" aria-labelledby="questions-h"><table id="question-table" class="stack" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">${rows}</tbody></table></div></section>`;
}

function valuesOf(shown: readonly Asked[], of: (asked: Asked) => readonly string[]): string[] {
  return [...new Set(shown.flatMap(of))].sort(compareText);
}

function choice(name: string, values: readonly string[], any = 'any'): Markup {
  return html`<label>${name} <select name="${name}"><option value="">${any}</option>${values.map((value) => html`<option value="${value}">${value}</option>`)}</select></label>`;
}

/** Sorted by: found by rank, then misses by rank, then places among zeros, then what is beyond, then what failed. */
function sortKey({ rank, signal, failed }: Outcome): string {
  if (failed) return '1e12';
  return String(rank === null ? 1e9 : signal ? rank : 1e6 + rank);
}

function cellOf(outcome: Outcome, report: Report): Markup {
  const { system, failed, found, first, miss } = outcome;
  if (failed)
    return html`<td role="cell" class="figure bad" data-label="${system}" data-system="${system}" data-key="${sortKey(outcome)}">${FAILED}</td>`;
  return html`<td role="cell" class="figure ${found ? 'won' : 'lost'}" data-label="${system}" data-system="${system}" data-key="${sortKey(outcome)}" data-outcome="${found ? 'found' : 'missed'}"${miss && html` data-diagnosis="${miss.diagnosis}"`}>${rankText(outcome, report)}${miss && html`<span class="why">${miss.diagnosis}</span>`}${first !== undefined && html`<span class="why muted">first at ${first}</span>`}</td>`;
}
