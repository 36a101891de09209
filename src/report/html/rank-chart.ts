// Chart: where the answer stands, a panel a system: ranks in bins that part at the cutoff, "no signal" on its own.
import type { QuestionResult, Report } from '../../core/results.ts';
import { grouped } from '../numbers.ts';
import { needsSeveral } from './asked.ts';
import { html, type Markup } from './markup.ts';
import { wordingName } from './recall-curves.ts';
import { shortName } from './slope-chart.ts';
import { at, barKey, datum, drawing, figureOf, linear, lookOfWording, numbersTable, wordingsOf } from './svg.ts';

const [WIDTH, HEIGHT] = [340, 196];
const PLOT = { left: 2, right: 338, top: 50, bottom: 174 };

interface Bin {
  readonly name: string;
  readonly holds: (rank: number | null, signal: boolean) => boolean;
  /** Ranks that count as found end here. */
  readonly isLastFound: boolean;
  readonly isApart: boolean;
}

/** Bins by what could be done about a rank: nothing, a larger k, a reranker over 50, more than that. */
function binsOf({ cutoff, depth, questionResults, systems }: Report): Bin[] {
  const ends = [...new Set([1, cutoff, 2 * cutoff, 10, 50])]
    .filter((end) => end === 1 || end >= cutoff)
    .sort((a, b) => a - b);
  const bins = ends.map((end, n): Bin => {
    const first = n === 0 ? 1 : ends[n - 1]! + 1;
    return {
      name: first === end ? String(end) : `${first}–${end}`,
      holds: (rank, signal) => signal && rank !== null && rank >= first && rank <= end,
      isLastFound: end === cutoff,
      isApart: false,
    };
  });
  const last = ends.at(-1)!;
  const isDeep = systems.some(({ label }) =>
    questionResults.some(({ ranks, signal }) => signal[label] === true && ranks[label] === null),
  );
  return [
    ...bins,
    {
      name: `>${last}`,
      holds: (rank, signal) => signal && rank !== null && rank > last,
      isLastFound: false,
      isApart: false,
    },
    ...(isDeep
      ? [
          {
            name: `>${grouped(depth)}`,
            holds: (rank: number | null, signal: boolean) => signal && rank === null,
            isLastFound: false,
            isApart: false,
          },
        ]
      : []),
    { name: 'no signal', holds: (_, signal) => !signal, isLastFound: false, isApart: true },
  ];
}

export function rankChart(report: Report): Markup | undefined {
  const failed = new Set(report.failed?.map(({ system }) => system));
  const systems = report.systems.filter(({ label }) => !failed.has(label));
  if (report.questionResults.length === 0 || systems.length === 0) return undefined;
  const bins = binsOf(report);
  const wordings = wordingsOf(report);
  const of = (wording: string): readonly QuestionResult[] =>
    wording === 'all'
      ? report.questionResults
      : report.questionResults.filter((question) => question.wording === wording);
  const counts = systems.map(({ label }) =>
    wordings.map((wording) => {
      const asked = of(wording);
      return bins.map(
        ({ holds }) => asked.filter(({ ranks, signal }) => holds(ranks[label] ?? null, signal[label] === true)).length,
      );
    }),
  );
  const most = Math.max(1, ...counts.flat(2));
  return figureOf({
    id: 'chart-ranks',
    title: 'Where the answer stands',
    lead: `Questions by the rank of ${needsSeveral(report) ? 'the first chunk that is relevant. Left of the line there is one' : 'their answer. Left of the line it is found'}; just right of it a larger k or a reranker would reach it. “No signal” is no rank at all: nothing of the question matches the answer, so no depth brings it up.`,
    legend: wordings.map((wording) => barKey(lookOfWording(wording), wordingName(wording))),
    drawings: systems.map(({ label }, n) => panel(label, n, bins, wordings, counts[n]!, most)),
    table: numbersTable(
      'Questions by rank of the answer',
      ['system', 'wording', ...bins.map(({ name }) => name)],
      systems.flatMap(({ label }, n) =>
        wordings.map((wording, w) => [
          html`<bdi>${label}</bdi>`,
          wording,
          ...counts[n]![w]!.map((count) => datum(count, grouped(count))),
        ]),
      ),
    ),
  });
}

function panel(
  system: string,
  n: number,
  bins: readonly Bin[],
  wordings: readonly string[],
  counts: readonly (readonly number[])[],
  most: number,
): Markup {
  const gap = 16;
  const step = (PLOT.right - PLOT.left - gap) / bins.length;
  const bar = Math.min(15, (step - 8) / wordings.length);
  const height = linear([0, most], [0, PLOT.bottom - PLOT.top]);
  const left = (at: number): number => PLOT.left + at * step + (bins[at]!.isApart ? gap : 0);
  const border = bins.findIndex(({ isLastFound }) => isLastFound) + 1;
  const said = wordings.map(
    (wording, w) => `${wordingName(wording)}: ${bins.map(({ name }, b) => `${counts[w]![b]} at ${name}`).join(', ')}`,
  );
  return drawing({
    id: `ranks-${n}`,
    title: `Ranks of the answer, ${system}`,
    description: `${said.join('; ')}.`,
    width: WIDTH,
    height: HEIGHT,
    body: html`<text class="panel-name" x="${PLOT.left}" y="12">${shortName(system, 40)}</text><path class="axis" d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}"/>${border > 0 && html`<path class="cutoff" d="M${at(left(border))} ${PLOT.top - 8}V${PLOT.bottom + 4}"/>`}${bins.map(
      ({ name, isApart }, b) =>
        html`<text class="tick middle${isApart && ' apart'}" x="${at(left(b) + step / 2)}" y="${PLOT.bottom + 16}">${name}</text>${wordings.map(
          (wording, w) => {
            const count = counts[w]![b]!;
            const from = left(b) + (step - bar * wordings.length) / 2 + w * bar;
            const tall = height(count);
            return (
              count > 0 &&
              html`<g class="${lookOfWording(wording).css}"><path class="bar${isApart && ' apart'}" d="M${at(from + 0.5)} ${PLOT.bottom}V${at(PLOT.bottom - tall)}H${at(from + bar - 0.5)}V${PLOT.bottom}Z"/><text class="count middle" x="${at(from + bar / 2)}" y="${at(PLOT.bottom - tall - 4)}">${grouped(count)}</text></g>`
            );
          },
        )}`,
    )}`,
  });
}
