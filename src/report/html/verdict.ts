// The first thing on the page: a sentence of verdict a system, each fact as a dot, and which questions other words lose.
import type { MeasureValue, Report, ScoreRow } from '../../core/results.ts';
import { fourPlaces, grouped, percent } from '../numbers.ts';
import { FAILED, findScores, headline, spoken } from '../sections.ts';
import type { Anchors } from './anchors.ts';
import { type Asked, hardestFirst, needsSeveral, type Outcome, rankText } from './asked.ts';
import { html, joined, type Markup } from './markup.ts';
import { datum, wordingsOf } from './svg.ts';
import { whyMarkup } from './why.ts';

/** Dots can be counted up to here; more are told by the numbers alone. */
const MOST_DOTS = 60;
/** Rows of the list of what paraphrasing loses; the question table goes on. */
const LOST_SHOWN = 60;

export function verdict(report: Report, asked: readonly Asked[]): Markup {
  const find = findScores(report);
  const measure = headline(report);
  const wordings = wordingsOf(report);
  const isCounted = report.scores.some(
    ({ measures }) => measure !== undefined && measures[measure]?.hits !== undefined,
  );
  const failed = new Map(report.failed?.map(({ system, problem }) => [system, problem]));
  const lines = report.systems.map(({ label, spec }) => {
    const name = html`<b class="system"><bdi>${label}</bdi></b>${spec !== label && html` <span class="muted">(<bdi>${spec}</bdi>)</span>`}`;
    if (failed.has(label))
      return html`<li><p>${name} <strong class="bad">${FAILED}</strong>: <bdi>${failed.get(label)}</bdi></p></li>`;
    const found = wordings.flatMap((wording) => {
      const row = find(label, wording, 'all');
      const value = measure === undefined ? undefined : row?.measures[measure];
      return row && value ? [clause(wording, row, value, measure!)] : [];
    });
    const dots = asked.length > 0 && wordings.map((wording) => dotRow(label, wording, asked));
    return html`<li><p>${name} ${isCounted ? 'finds' : 'has'} ${joined(found, ' and ')}.</p>${dots}</li>`;
  });
  const means = needsSeveral(report)
    ? html`Recall is the share of what is relevant to a question that is among the first ${report.cutoff}, averaged. A question counts as missed while anything relevant to it is left out.`
    : html`A question is found when a chunk that holds its answer is among the first ${report.cutoff}.`;
  const subject = report.systems.length === 1 ? 'The system' : 'Each system';
  return html`<section id="verdict" aria-labelledby="verdict-h"><h2 id="verdict-h">Does the answer reach the top ${report.cutoff}?</h2><p class="lead">${subject} searched ${grouped(report.corpus.chunks)} chunks of text for each of ${grouped(report.questions.total)} questions. ${means}</p><ul class="verdicts">${lines}</ul>${wordings.length > 1 && html`<p class="hint">A dot is a fact; the same place in every row is the same fact. Filled: found. Hollow: lost.</p>`}</section>`;
}

function clause(wording: string, { n }: ScoreRow, { value, hits }: MeasureValue, measure: string): Markup {
  const how =
    wording === 'same'
      ? ' in the documents’ own words'
      : wording === 'paraphrase'
        ? ' paraphrased'
        : wording === 'all'
          ? ''
          : ` (${wording})`;
  if (hits === undefined) {
    const figure = html`<span class="tally">${datum(value, fourPlaces(value))}</span>`;
    return html`${spoken(measure)} ${figure} over ${grouped(n)} questions${how}`;
  }
  const figure = html`<span class="tally" title="${percent(value)}">${datum(value, grouped(hits))} of ${grouped(n)}</span>`;
  return html`${figure}${how === '' ? ' questions' : how}`;
}

/** Facts in the order of the report, so that the same place is the same fact in every row. Decoration: the sentence says it. */
function dotRow(system: string, wording: string, asked: readonly Asked[]): Markup | false {
  const own = asked.filter(({ result }) => wording === 'all' || result.wording === wording);
  if (own.length === 0 || own.length > MOST_DOTS) return false;
  const step = 11;
  const looks = wording === 'paraphrase' ? 'tint-paraphrase' : 'tint-same';
  return html`<svg class="dots ${looks}" viewBox="0 0 ${own.length * step} 11" width="${own.length * step}" height="11" aria-hidden="true" focusable="false">${own.map(
    ({ outcomes }, n) => {
      const found = outcomes.find((outcome) => outcome.system === system)?.found;
      return html`<circle class="${found ? 'mark' : 'mark hollow'}" cx="${n * step + 5}" cy="5.5" r="${found ? '4' : '3.4'}"/>`;
    },
  )}</svg>`;
}

export function lostSection(report: Report, asked: readonly Asked[], anchors: Anchors): Markup | undefined {
  if (!asked.some(({ twin }) => twin)) return undefined;
  const lost = hardestFirst(asked.filter(({ lostBy }) => lostBy.length > 0));
  const pairs = asked.filter(({ twin }) => twin).length;
  const head = html`<h2 id="lost-h">Which questions does paraphrasing lose?</h2>`;
  if (lost.length === 0)
    return html`<section id="lost" aria-labelledby="lost-h">${head}<p class="lead">None: whatever a system finds in the words of the documents, it finds paraphrased too.</p></section>`;
  const shown = lost.slice(0, LOST_SHOWN);
  const everywhere = lost.filter(
    ({ lostBy, outcomes }) => lostBy.length === outcomes.filter(({ failed }) => !failed).length,
  ).length;
  const systems = report.systems.length;
  const lead = html`${grouped(lost.length)} of ${grouped(pairs)} are found in the documents’ words and lost in other words by at least one system${systems > 1 && (everywhere > 0 ? `, ${grouped(everywhere)} of them by every system` : ', none of them by every system')}. A figure is the rank of the answer. The question leads to the reason.`;
  const rows = shown.map(
    ({ result, twin, outcomes, lostBy }) =>
      html`<tr role="row"><th scope="row" role="rowheader">${questionLink(result.id, result.text, anchors)}<span class="twin">found as: ${twin!.text}</span></th>${outcomes.map((outcome) => lostCell(outcome, lostBy.includes(outcome.system), report))}</tr>`,
  );
  return html`<section id="lost" aria-labelledby="lost-h">${head}<p class="lead">${lead}</p>${example(report, shown, anchors)}<div class="scroll" role="region" tabindex="0" aria-labelledby="lost-h"><table class="lost stack" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">question</th>${report.systems.map(({ label }) => html`<th scope="col" role="columnheader" class="figure"><bdi>${label}</bdi></th>`)}</tr></thead><tbody role="rowgroup">${rows}</tbody></table></div>${lost.length > shown.length && html`<p class="hint">${grouped(lost.length - shown.length)} more are in the <a href="#questions">table of questions</a>.</p>`}<p class="hint">${legend(shown)}</p></section>`;
}

function legend(shown: readonly Asked[]): string {
  const all = shown.flatMap(({ outcomes }) => outcomes);
  const said = ['✕ lost by paraphrasing', '✓ found'];
  if (shown.some(({ outcomes, lostBy }) => outcomes.some(({ system, miss }) => miss && !lostBy.includes(system))))
    said.push('– lost in both wordings');
  if (all.some(({ rank, signal, failed }) => !failed && rank !== null && !signal))
    said.push('* nothing matched: a place among zeros, not a rank');
  return said.join(' · ');
}

export function questionLink(id: string, text: string, anchors: Anchors): Markup {
  const anchor = anchors.of(id);
  return anchor === undefined ? html`<bdi>${text}</bdi>` : html`<a href="#${anchor}"><bdi>${text}</bdi></a>`;
}

function lostCell(outcome: Outcome, lost: boolean, report: Report): Markup {
  const { system, failed, found } = outcome;
  if (failed) return html`<td role="cell" class="figure bad" data-label="${system}">${FAILED}</td>`;
  const [tone, sign, said] = found
    ? ['won', '✓', 'found at ']
    : lost
      ? ['lost', '✕', 'lost at ']
      : ['both', '–', 'lost in both wordings, at '];
  return html`<td role="cell" class="figure ${tone}" data-label="${system}"><span class="unseen">${said}</span>${rankText(outcome, report)}<span class="sign" aria-hidden="true">${sign}</span></td>`;
}

/** One of them dissected at once: what the first system loses and another finds tells most; else what the most lose. */
function example(report: Report, lost: readonly Asked[], anchors: Anchors): Markup | false {
  const [first] = report.systems;
  const one =
    lost.find(({ lostBy, outcomes }) => lostBy.includes(first!.label) && outcomes.some(({ found }) => found)) ??
    lost[0];
  if (!one) return false;
  const { result, twin, explained, lostBy, outcomes } = one;
  const quote = explained?.evidence[0]?.quote;
  const anchor = anchors.of(result.id);
  const finders = outcomes.filter(({ found }) => found).map(({ system }) => system);
  return html`<aside class="example" aria-labelledby="example-h"><h3 id="example-h">Why? One of them, taken apart</h3><p class="asked"><span class="muted">asked</span> <q>${result.text}</q></p><p class="asked"><span class="muted">found as</span> <q>${twin!.text}</q></p>${quote !== undefined && html`<p class="asked"><span class="muted">the answer reads</span> <q class="quote">${quote.slice(0, 400)}</q></p>`}<ul class="reasons">${outcomes.filter(({ system }) => lostBy.includes(system)).map((outcome) => html`<li><b class="system"><bdi>${outcome.system}</bdi></b> ${whyMarkup(outcome, report, { isBrief: true })}</li>`)}${finders.length > 0 && html`<li><b class="system"><bdi>${finders.join(', ')}</bdi></b> ${finders.length > 1 ? 'find' : 'finds'} it all the same.</li>`}</ul>${anchor !== undefined && html`<p><a class="more" href="#${anchor}">The whole autopsy of this question</a></p>`}</aside>`;
}
