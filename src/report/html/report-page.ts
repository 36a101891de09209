// The report's page: the verdict, what paraphrasing loses and why, charts, every question, how to repeat it.
import type { RenderInput } from '../../core/contracts.ts';
import type { Explanation } from '../../core/explanation.ts';
import type { Report } from '../../core/results.ts';
import { grouped } from '../numbers.ts';
import { reportView } from '../sections.ts';
import { Anchors } from './anchors.ts';
import { type Asked, askedQuestions, worthFirst } from './asked.ts';
import { autopsy } from './autopsy.ts';
import { costChart } from './cost-chart.ts';
import { embeddedJson } from './embedded-json.ts';
import { manifest } from './manifest.ts';
import { type Markup, html as markup } from './markup.ts';
import { pageText } from './page.ts';
import { AUTOPSIES_SHOWN, AUTOPSY_BUDGET, QUESTIONS_SHOWN } from './page-limits.ts';
import { questionTable } from './question-table.ts';
import { rankChart } from './rank-chart.ts';
import { recallCurves } from './recall-curves.ts';
import { slopeChart } from './slope-chart.ts';
import { splitChart } from './split-chart.ts';
import { lostSection, verdict } from './verdict.ts';
import { viewTables } from './view-tables.ts';

export function reportPage({ report, explanation }: RenderInput): string {
  const asked = askedQuestions(report, explanation);
  const isCut = asked.length > QUESTIONS_SHOWN;
  const shown = isCut ? worthFirst(asked).slice(0, QUESTIONS_SHOWN) : asked;
  const candidates = worthFirst(shown).slice(0, AUTOPSIES_SHOWN);
  const { anchors, autopsies } = autopsiesOf(candidates, shown, report, explanation);
  const lost = lostSection(report, asked, anchors);
  const charts = [
    recallCurves(report),
    slopeChart(report),
    splitChart(report),
    costChart(report),
    rankChart(report),
  ].filter((chart) => chart !== undefined);
  const questions = questionTable(report, shown, asked.length, anchors);
  const body = markup`${verdict(report, asked)}${lost}${charts.length > 0 && markup`<section id="charts" aria-labelledby="charts-h"><h2 id="charts-h">In pictures</h2><div class="charts">${charts}</div></section>`}${questions}${autopsies.length > 0 && autopsySection(autopsies, asked.length, lost !== undefined, explanation)}<section id="tables" aria-labelledby="tables-h"><h2 id="tables-h">All tables</h2>${viewTables(reportView(report), 'report.json')}<p class="hint">For scripts: <code>${report.result}</code></p></section>${manifest(report)}`;
  const contents: (readonly [string, string])[] = [
    ['verdict', 'Verdict'],
    ...(lost ? [['lost', 'What paraphrasing loses'] as const] : []),
    ...(charts.length > 0 ? [['charts', 'Pictures'] as const] : []),
    ...(questions ? [['questions', 'Questions'] as const] : []),
    ...(autopsies.length > 0 ? [['autopsies', 'Autopsies'] as const] : []),
    ['tables', 'Tables'],
    ['manifest', 'How to get the same'],
  ];
  return pageText({
    title: 'Retrieval report',
    about: aboutOf(report),
    contents,
    body,
    version: report.tool.version,
    data: embeddedJson('report', isCut ? cutReport(report, shown) : report),
  });
}

/** What is embedded of a report too large to be: all tables, and the questions that the page shows. */
function cutReport(report: Report, shown: readonly Asked[]): Report {
  const ids = new Set(shown.map(({ result }) => result.id));
  return {
    ...report,
    questionResults: report.questionResults.filter(({ id }) => ids.has(id)),
    misses: report.misses.filter(({ question }) => ids.has(question)),
  };
}

function aboutOf({ corpus, seed, questions, systems }: Report): Markup {
  const asked = `${grouped(questions.total)} question${questions.total === 1 ? '' : 's'}`;
  return markup`<bdi>${corpus.name}</bdi>${seed !== null && `, seed ${seed}`} · ${grouped(corpus.words)} words in ${grouped(corpus.chunks)} chunks · ${asked} · ${systems.length} system${systems.length !== 1 && 's'}`;
}

/** Those that fit, in the order of the questions; links are made for these alone. */
function autopsiesOf(
  candidates: readonly Asked[],
  shown: readonly Asked[],
  report: Report,
  explanation: Explanation | undefined,
): { readonly anchors: Anchors; readonly autopsies: readonly Markup[] } {
  const place = new Map(shown.map(({ result }, n) => [result.id, n]));
  const anchorsOf = (some: readonly Asked[]): Anchors =>
    new Anchors(
      'question',
      some.map(({ result }) => result.id),
    );
  const draw = (asked: Asked, anchors: Anchors): Markup =>
    autopsy(asked, report, explanation, anchors.of(asked.result.id)!, anchors);
  const all = anchorsOf(candidates);
  const drawn: { readonly asked: Asked; readonly made: Markup }[] = [];
  let room = AUTOPSY_BUDGET;
  for (const asked of candidates) {
    const made = draw(asked, all);
    room -= made.markup.length;
    if (room < 0 && drawn.length > 0) break;
    drawn.push({ asked, made });
  }
  drawn.sort((a, b) => place.get(a.asked.result.id)! - place.get(b.asked.result.id)!);
  if (drawn.length === candidates.length) return { anchors: all, autopsies: drawn.map(({ made }) => made) };
  // Autopsies that were left out are no longer to be linked to.
  const anchors = anchorsOf(drawn.map(({ asked }) => asked));
  return { anchors, autopsies: drawn.map(({ asked }) => draw(asked, anchors)) };
}

function autopsySection(
  autopsies: readonly Markup[],
  all: number,
  hasLost: boolean,
  explanation: Explanation | undefined,
): Markup {
  const cut =
    autopsies.length < all &&
    markup` <strong>${grouped(autopsies.length)} of ${grouped(all)} questions are taken apart here</strong>: ${hasLost ? 'those that paraphrasing loses first, then other misses' : 'misses first'}, as many as the page can take.`;
  const without =
    explanation === undefined &&
    markup` The texts of chunks are not in a stored report: <code>rag-lab run --format html=report.html</code> shows them.`;
  return markup`<section id="autopsies" aria-labelledby="autopsies-h"><h2 id="autopsies-h">Autopsies</h2><p class="lead">Each question taken apart: what a system read, what the answer scored, and what stood above it. <mark>Marked</mark> words are those that matched; the answer itself is <span class="quote">underlaid</span>.${cut}${without}</p>${autopsies}</section>`;
}
