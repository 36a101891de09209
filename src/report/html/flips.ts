// Of a comparison: the topics that flipped, pair by pair, and every topic with its ranks side by side.
import type { Comparison, Flip, TopicResult } from '../../core/comparison.ts';
import { rankNotes, shownPairs } from '../comparison-sections.ts';
import { shortenEnd } from '../display-width.ts';
import { grouped } from '../numbers.ts';
import { html, type Markup } from './markup.ts';

/** Flipped topics of a pair; the files for machines have all. */
const FLIPS_SHOWN = 200;
const TEXT_WIDTH = 300;

export function flipsSection(comparison: Comparison): Markup {
  const { cutoff, flips } = comparison;
  const texts = new Map(comparison.topicResults.map(({ topic, text }) => [topic, text]));
  const pairs = shownPairs(comparison).map(([first, second]) => {
    const own = flips.filter((flip) => flip.first === first && flip.second === second);
    const of = (change: Flip['change']): readonly Flip[] => own.filter((flip) => flip.change === change);
    const [lost, gained] = [of('lost'), of('gained')];
    const shown = [...lost, ...gained].slice(0, FLIPS_SHOWN);
    return html`<h3 class="pair"><bdi>${second}</bdi> against <bdi>${first}</bdi></h3><p class="verdict">Loses <strong class="flip-lost">${grouped(lost.length)}</strong> and gains <strong class="flip-gained">${grouped(gained.length)}</strong> of ${grouped(comparison.topics)}.</p>${shown.length > 0 && html`<div class="scroll" role="region" tabindex="0" aria-label="${`Flipped, ${second} against ${first}`}"><table class="stack flips" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">topic</th><th scope="col" role="columnheader">change</th><th scope="col" role="columnheader" class="figure"><bdi>${first}</bdi></th><th scope="col" role="columnheader" class="figure"><bdi>${second}</bdi></th></tr></thead><tbody role="rowgroup">${shown.map((flip) => html`<tr role="row"><th scope="row" role="rowheader">${topicName(flip.topic, texts.get(flip.topic) ?? null)}</th><td role="cell" data-label="change" class="flip-${flip.change}">${flip.change === 'lost' ? '✕ lost' : '✓ gained'}</td><td role="cell" class="figure" data-label="${first}">${rank(flip.firstRank, flip.firstSignal)}</td><td role="cell" class="figure" data-label="${second}">${rank(flip.secondRank, flip.secondSignal)}</td></tr>`)}</tbody></table></div>`}${own.length > shown.length && html`<p class="hint">${grouped(shown.length)} of ${grouped(own.length)} are shown, the lost ones first; --format json or csv has all.</p>`}`;
  });
  // What a rank is of, the lead says.
  const [, ...marks] = rankNotes(flips);
  return html`<section id="flips" aria-labelledby="flips-h"><h2 id="flips-h">Which topics flipped?</h2><p class="lead">Found by one system and not by the other: something relevant in the top ${cutoff}. Figures are the rank of the first relevant document.</p>${pairs}${marks.length > 0 && html`<p class="hint">${marks.join(' · ')}</p>`}</section>`;
}

function topicName(topic: string, text: string | null): Markup {
  if (text === null) return html`<bdi>${topic}</bdi>`;
  return html`<bdi>${shortenEnd(text.replace(/\s+/g, ' '), TEXT_WIDTH)}</bdi><span class="id"><bdi>${topic}</bdi></span>`;
}

const rank = (value: number | null, signal = true): string =>
  value === null ? '–' : `${grouped(value)}${signal ? '' : '*'}`;

/** Flipped topics first, those that were lost before those that were gained. */
export function topicsSection(comparison: Comparison, limit: number): Markup {
  const { systems, topicResults, flips } = comparison;
  const changes = new Map<string, Flip['change']>();
  for (const { topic, change } of flips) if (changes.get(topic) !== 'lost') changes.set(topic, change);
  const place = ({ topic }: TopicResult): number => ({ lost: 0, gained: 1, none: 2 })[changes.get(topic) ?? 'none'];
  const sorted = topicResults
    .map((result, n) => ({ result, n }))
    .sort((a, b) => place(a.result) - place(b.result) || a.n - b.n);
  const shown = sorted.slice(0, limit).map(({ result }) => result);
  const rows = shown.map(({ topic, text, ranks }) => {
    const change = changes.get(topic) ?? 'none';
    return html`<tr role="row" data-slices="[]"><th scope="row" role="rowheader">${topicName(topic, text)}</th><td role="cell" data-label="change" data-outcome="${change}" data-key="${place({ topic } as TopicResult)}" class="flip-${change}">${change === 'none' ? '–' : change}</td>${systems.map(({ label }) => html`<td role="cell" class="figure" data-label="${label}" data-key="${ranks[label] ?? 1e9}">${rank(ranks[label] ?? null)}</td>`)}</tr>`;
  });
  return html`<section id="questions" aria-labelledby="questions-h"><h2 id="questions-h">Every topic</h2><p class="lead">The rank of the first relevant document in each system; – where none was retrieved.${topicResults.length > shown.length && html` <strong>${grouped(shown.length)} of ${grouped(topicResults.length)} are shown</strong>, those that flipped first.`}</p><form id="filters" class="filters" hidden role="search" aria-label="Filter the topics"><label>text <input type="search" name="text" autocomplete="off" spellcheck="false"></label><label>change <select name="outcome"><option value="">any</option><option value="lost">lost</option><option value="gained">gained</option><option value="none">none</option></select></label><button type="reset">clear</button><output id="shown" aria-live="polite"></output></form><div class="scroll" role="region" tabindex="0" aria-labelledby="questions-h"><table id="question-table" class="stack" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">topic</th><th scope="col" role="columnheader">change</th>${systems.map(({ label }) => html`<th scope="col" role="columnheader" class="figure"><bdi>${label}</bdi></th>`)}</tr></thead><tbody role="rowgroup">${rows}</tbody></table></div></section>`;
}
