// What made the report, and the command that makes it again.
import type { Report } from '../../core/results.ts';
import { grouped } from '../numbers.ts';
import { FAILED } from '../sections.ts';
import { html, type Markup } from './markup.ts';

export function manifest(report: Report): Markup {
  const { tool, seed, corpus, questions, synonyms, systems, measures, cutoff, depth, filter, failed = [] } = report;
  const rows: [string, Markup | string][] = [
    ['rag-lab', tool.version],
    ['seed', seed === null ? 'none: documents of your own' : String(seed)],
    [
      'corpus',
      html`<bdi>${corpus.name}</bdi>, ${grouped(corpus.chunks)} chunks by <code>${corpus.chunker}</code>${corpus.dedupe !== undefined && html`, copies dropped: ${corpus.dedupe}`}`,
    ],
    ...(filter
      ? [['filter', html`<code>${filter.text}</code>: ${grouped(filter.chunks)} chunks pass`] as [string, Markup]]
      : []),
    ['corpus fingerprint', html`<code>${corpus.fingerprint}</code>`],
    ['questions fingerprint', html`<code>${questions.fingerprint}</code>`],
    ['synonyms fingerprint', html`<code>${synonyms.fingerprint}</code>, ${grouped(synonyms.groups)} groups`],
    ['measures', html`<code>${measures.join(' ')}</code>`],
    ['cutoff, depth', `${cutoff}, ${grouped(depth)}`],
    ...systems.map(({ label, spec }): [string, Markup] => {
      const fault = failed.find(({ system }) => system === label);
      return [
        'system',
        html`<bdi>${label}</bdi> = <code>${spec}</code>${fault && html` <span class="bad">${FAILED}: ${fault.problem}</span>`}`,
      ];
    }),
  ];
  return html`<section id="manifest" aria-labelledby="manifest-h"><h2 id="manifest-h">How to get the same</h2><p class="lead">The same version, data and command give the same numbers, on any machine.${seed === null && ' PATH and FILE stand for your own documents and questions; the fingerprints say whether they are the same ones.'}</p><pre class="command" tabindex="0"><code>${reproduceCommand(report)}</code></pre><div class="scroll" role="region" tabindex="0" aria-labelledby="manifest-h"><table class="manifest"><tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table></div></section>`;
}

/** Every choice is spelled out, so that it holds under other defaults. */
export function reproduceCommand({
  seed,
  corpus,
  questions,
  systems,
  measures,
  cutoff,
  depth,
  filter,
  failed = [],
}: Report): string {
  const data =
    seed === null
      ? ['--corpus PATH', '--questions FILE']
      : [`--seed ${seed}`, `--pages ${corpus.pages}`, `--facts ${questions.facts}`];
  const options = [
    ...data,
    ...systems.map(({ label, spec }) => `--systems ${shellWord(label === spec ? spec : `${label}=${spec}`)}`),
    `--measures ${shellWord(measures.join(','))}`,
    `--cutoff ${cutoff}`,
    `--chunker ${shellWord(corpus.chunker)}`,
    `--depth ${depth}`,
    ...(filter ? [`--filter ${shellWord(filter.text)}`] : []),
    ...(corpus.dedupe === undefined ? [] : [`--dedupe ${corpus.dedupe}`]),
    ...(failed.length > 0 ? ['--keep-going'] : []),
  ];
  return ['rag-lab run', ...options.map((option) => `  ${option}`)].join(' \\\n');
}

/** As a POSIX shell takes it for one word, whatever is in it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
