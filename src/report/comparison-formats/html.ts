// A comparison as one page for a browser: what flipped first, then the systems side by side, then every topic.
import type { ComparedPair, Comparison } from '../../core/comparison.ts';
import { comparisonView } from '../comparison-sections.ts';
import { differenceChart } from '../html/difference-chart.ts';
import { embeddedJson } from '../html/embedded-json.ts';
import { flipsSection, topicsSection } from '../html/flips.ts';
import { joined, type Markup, html as markup } from '../html/markup.ts';
import { pageText } from '../html/page.ts';
import { viewTables } from '../html/view-tables.ts';
import { fourPlaces, grouped } from '../numbers.ts';
import type { ComparisonFormat } from './comparison-format.ts';

/** Beyond these a page would be slow to open; json and csv have all. */
const TOPICS_SHOWN = 1000;
const CHARTS_SHOWN = 12;

export const html: ComparisonFormat = {
  name: 'html',
  summary: 'one page for a browser: flipped topics first, then the systems side by side; loads nothing',
  extension: 'html',
  render: comparisonPage,
};

function comparisonPage(comparison: Comparison): string {
  const { tool, systems, topics, measures, topicResults } = comparison;
  const charts = pairsTogether(comparison);
  const body = markup`${flipsSection(comparison)}${sideBySide(comparison, charts)}${topicsSection(comparison, TOPICS_SHOWN)}<section id="tables" aria-labelledby="tables-h"><h2 id="tables-h">All tables</h2>${viewTables(comparisonView(comparison), '--format json')}</section>${manifest(comparison)}`;
  return pageText({
    title: 'Comparison',
    about: markup`${joined(
      systems.map(({ label }) => markup`<bdi>${label}</bdi>`),
      ' · ',
    )} · ${grouped(topics)} topic${topics !== 1 && 's'} · ${measures.length} measure${measures.length !== 1 && 's'}`,
    contents: [
      ['flips', 'What flipped'],
      ['sides', 'Side by side'],
      ['questions', 'Topics'],
      ['tables', 'Tables'],
      ['manifest', 'How to get the same'],
    ],
    body,
    version: tool.version,
    data: embeddedJson(
      'comparison',
      topicResults.length > TOPICS_SHOWN ? { ...comparison, topicResults: [] } : comparison,
    ),
  });
}

/** All measures of two systems together. */
function pairsTogether({ pairs }: Comparison): readonly (readonly ComparedPair[])[] {
  const groups = new Map<string, ComparedPair[]>();
  for (const pair of pairs) {
    const key = JSON.stringify([pair.first, pair.second]);
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return [...groups.values()];
}

function sideBySide(comparison: Comparison, charts: readonly (readonly ComparedPair[])[]): Markup {
  const { systems, measures, scores } = comparison;
  const cells = measures.map(
    (measure) =>
      markup`<tr><th scope="row">${measure}</th>${systems.map(({ label }) => {
        const found = scores.find((score) => score.measure === measure && score.system === label);
        return markup`<td class="figure">${found ? markup`<data value="${String(found.mean)}">${fourPlaces(found.mean)}</data>` : '–'}</td>`;
      })}</tr>`,
  );
  return markup`<section id="sides" aria-labelledby="sides-h"><h2 id="sides-h">Side by side</h2><div class="scroll" role="region" tabindex="0" aria-labelledby="sides-h"><table><thead><tr><th scope="col">mean of</th>${systems.map(({ label, spec }) => markup`<th scope="col" class="figure"><bdi>${label}</bdi>${spec !== null && spec !== label && markup`<span class="id">${spec}</span>`}</th>`)}</tr></thead><tbody>${cells}</tbody></table></div><div class="charts differences">${charts.slice(0, CHARTS_SHOWN).map((pairs, n) => differenceChart(comparison, pairs, n))}</div>${charts.length > CHARTS_SHOWN && markup`<p class="hint">${CHARTS_SHOWN} of ${charts.length} pairs are drawn; the tables have all.</p>`}</section>`;
}

function manifest({ tool, seed, permutations, resamples, test, alpha, systems, notes }: Comparison): Markup {
  const rows: [string, string][] = [
    ['rag-lab', tool.version],
    ['test', `${test}, seed ${seed}, ${grouped(permutations)} permutations`],
    ['intervals', `BCa bootstrap, ${grouped(resamples)} resamples`],
    ['significant', `Holm’s p at most ${alpha}`],
    ...systems.map(({ label, spec }): [string, string] => ['system', `${label} = ${spec ?? 'unknown'}`]),
    ...notes.map((note): [string, string] => ['note', note]),
  ];
  return markup`<section id="manifest" aria-labelledby="manifest-h"><h2 id="manifest-h">How to get the same</h2><p class="lead">The same files, seed and version give the same numbers, on any machine.</p><div class="scroll" role="region" tabindex="0" aria-labelledby="manifest-h"><table class="manifest"><tbody>${rows.map(([name, value]) => markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table></div></section>`;
}
