// One question taken apart: the answer, where each system put it and why, what its score is made of, what stood above.
import type { ExplainedChunk, ExplainedSystem, Explanation, ScoreAnatomy } from '../../core/explanation.ts';
import type { Report } from '../../core/results.ts';
import { remedyFor, remedyLines, tieSentence } from '../explanation-words.ts';
import { grouped, score } from '../numbers.ts';
import { printPlace } from '../places.ts';
import { CANDIDATES, FAILED, MEANINGS } from '../sections.ts';
import type { Anchors } from './anchors.ts';
import { type Asked, isLabel, type Outcome, rankText } from './asked.ts';
import { type Matched, markedPassage } from './marked-text.ts';
import { html, joined, type Markup, NOTHING } from './markup.ts';
import { readable, whyMarkup } from './why.ts';

/** Chunks above the answer that are shown side by side with it; of an answer that was found, the next one. */
const ABOVE_SHOWN = 3;
const BESIDE_FOUND = 1;
/** Terms of a score shown by name; what is left is one row, so that columns still add up. */
const TERMS_SHOWN = 10;
const PASSAGE = 420;
const ANSWER_PASSAGE = 700;
const QUOTE = 600;
const DOCUMENTS_NAMED = 20;

export function autopsy(
  asked: Asked,
  report: Report,
  explanation: Explanation | undefined,
  anchor: string,
  anchors: Anchors,
): Markup {
  const { result, explained, outcomes, twin } = asked;
  const labels = [result.id, ...[result.wording, result.split].filter(isLabel), ...(explained?.slices ?? [])];
  // The first miss is what one came for.
  const opened = outcomes.findIndex(({ miss }) => miss);
  const twinAnchor = twin && anchors.of(twin.id);
  return html`<details class="autopsy"><summary><h3><bdi>${result.text}</bdi></h3><span class="ranks">${outcomes.map((outcome) => html`<span class="${outcome.failed ? 'bad' : outcome.found ? 'won' : 'lost'}"><bdi>${outcome.system}</bdi> ${outcome.failed ? FAILED : rankText(outcome, report)}</span> `)}</span></summary><div class="body" id="${anchor}" tabindex="-1"><p class="labels">${joined(
    labels.map((label) => html`<bdi>${label}</bdi>`),
    ' · ',
  )}${twin && html` · <a href="#${twinAnchor ?? 'questions'}">the same fact in the documents’ words</a>`}</p>${explained?.answer !== undefined && html`<p class="asked"><span class="muted">answer</span> ${explained.answer}</p>`}${evidence(asked, report, explanation)}${outcomes.map((outcome, n) => system(outcome, n === opened, asked, report, explanation))}<p class="hint"><a href="#questions">Back to every question</a></p></div></details>`;
}

function evidence({ explained }: Asked, report: Report, explanation: Explanation | undefined): Markup {
  // Of whole documents there is nothing to quote, and may be many.
  const whole = explained?.evidence.filter(({ quote }) => quote === '').map(({ document }) => document) ?? [];
  const named = whole.slice(0, DOCUMENTS_NAMED).map((document) => html`<bdi>${document}</bdi>`);
  const more = whole.length - named.length;
  const documents =
    whole.length > 0 &&
    html`<p class="asked"><span class="muted">relevant</span> all of ${joined(named, ', ')}${more > 0 && html` and ${grouped(more)} more`}</p>`;
  const quoted = explained?.evidence.filter(({ quote }) => quote !== '');
  return html`${documents}${quoted?.map(({ document, quote, chunks }) => {
    const shown = explanation && chunks.map((id) => explanation.chunks[id]).find((chunk) => chunk !== undefined);
    const place = printPlace(shown ?? { document, path: [] }, report);
    return html`<figure class="evidence"><blockquote><p>${quote.length > QUOTE ? `${quote.slice(0, QUOTE)} …` : quote}</p></blockquote><figcaption>${place === '' ? document : place}${chunks.length > 1 && html`, in ${chunks.length} chunks`}${chunks.length === 0 && ', in no chunk'}</figcaption></figure>`;
  })}`;
}

function system(
  outcome: Outcome,
  isOpen: boolean,
  asked: Asked,
  report: Report,
  explanation: Explanation | undefined,
): Markup {
  const { system: name, failed, found, miss, explained } = outcome;
  const state = failed
    ? FAILED
    : found
      ? `found at rank ${rankText(outcome, report)}`
      : `rank ${rankText(outcome, report)}, ${miss?.diagnosis ?? 'missed'}`;
  const css = failed ? 'bad' : found ? 'won' : 'lost';
  return html`<details class="of-system"${isOpen && ' open'}><summary><h4><bdi>${name}</bdi> <span class="${css}">${state}</span></h4></summary><p class="because">${whyMarkup(outcome, report)}</p>${miss && remedy(outcome, explanation)}${explained ? html`${reading(explained)}${anatomy(explained, report)}${explanation && texts(explained, asked, report, explanation)}` : miss && matchedBars(miss.matched)}</details>`;
}

/** What the diagnosis rests on, and what each remedy would do. */
function remedy({ miss, explained }: Outcome, explanation: Explanation | undefined): Markup {
  if (!miss) return NOTHING;
  if (!explained || !explanation) {
    return html`<ul class="facts"><li><b>${miss.diagnosis}</b>: ${MEANINGS[miss.diagnosis]}</li><li>${miss.inCandidates ? `within the top ${CANDIDATES}, so a reranker could still reach it` : `not in the top ${CANDIDATES}: no reranker over them would see it`}</li></ul>`;
  }
  const helps = remedyFor(miss.diagnosis, explanation)?.remedy;
  const rows = [
    ...remedyLines(explained, explanation),
    ...(explained.tie && explained.tie.size > 1 ? [['ties', tieSentence(explained.tie)] as const] : []),
  ];
  return html`<p class="diagnosis"><b>${miss.diagnosis}</b>${helps !== undefined && html`. What helps: ${helps}.`}</p><dl class="remedies">${rows.map(([name, said]) => html`<div><dt>${name}</dt><dd>${said}</dd></div>`)}</dl>`;
}

/** The question as the system reads it. */
function reading({ reading: words }: ExplainedSystem): Markup {
  if (!words || words.length === 0) return NOTHING;
  return html`<p class="reading"><span class="muted">reads</span> ${words
    .slice(0, 80)
    .map(({ word, terms, dropped, added, chunks }) =>
      dropped !== undefined || terms.length === 0
        ? html`<s class="word">${word}<span class="unseen"> (${dropped ?? 'dropped'})</span></s> `
        : html`<span class="word">${word}${terms.join(' ') !== word.toLowerCase() && html` <span class="muted">→ ${terms.join(' ')}</span>`}${added.length > 0 && html` <span class="muted">+ ${added.slice(0, 5).join(', ')}${added.length > 5 && ' …'}</span>`} <small>${chunks === 0 ? 'in no chunk' : `in ${grouped(chunks)}`}</small></span> `,
    )}</p>`;
}

/** Where there is an answer it comes first, then what stands above it. */
function columnsOf({
  answer,
  above,
  found,
}: ExplainedSystem): readonly { readonly name: string; readonly chunk: ExplainedChunk; readonly isAnswer: boolean }[] {
  const others = above
    .filter(({ chunk }) => chunk !== answer?.chunk)
    .slice(0, answer && found ? BESIDE_FOUND : ABOVE_SHOWN);
  return [
    ...(answer
      ? [
          {
            name: `the answer${answer.rank === null ? '' : answer.signal ? `, rank ${grouped(answer.rank)}` : ', no signal'}`,
            chunk: answer,
            isAnswer: true,
          },
        ]
      : []),
    ...others.map((chunk) => ({
      name: `rank ${chunk.rank === null ? '–' : grouped(chunk.rank)}`,
      chunk,
      isAnswer: false,
    })),
  ];
}

function anatomy(explained: ExplainedSystem, report: Report): Markup {
  const columns = columnsOf(explained);
  const kinds = new Set(columns.flatMap(({ chunk }) => chunk.anatomy?.kind ?? []));
  if (kinds.size !== 1) return NOTHING;
  const [kind] = kinds;
  if (kind === 'sentences') return NOTHING;
  const partsOf = ({ anatomy: made }: ExplainedChunk): readonly Matched[] =>
    made === undefined
      ? []
      : made.kind === 'lists'
        ? made.votes.map(({ list, vote }) => ({ term: list, weight: vote }))
        : made.parts;
  const rows = rowsOf(columns.map(({ chunk }) => partsOf(chunk)));
  if (rows.length === 0) return NOTHING;
  const widest = Math.max(
    ...rows.flatMap(({ weights }) => weights.map((weight) => Math.abs(weight ?? 0))),
    Number.MIN_VALUE,
  );
  const rankIn = (made: ScoreAnatomy | undefined, list: string): Markup | false => {
    const vote = made?.kind === 'lists' ? made.votes.find((each) => each.list === list) : undefined;
    return (
      vote !== undefined &&
      html` <small>${vote.rank === null ? 'not in it' : vote.signal ? `rank ${grouped(vote.rank)}` : 'no signal'}</small>`
    );
  };
  const isVotes = kind === 'lists';
  const name = `${explained.system}: what the scores are made of`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${name}"><table class="anatomy"><caption>${isVotes ? 'Votes of the fused lists' : 'What each word adds to the score'}</caption><thead><tr><th scope="col">${isVotes ? 'list' : 'word'}</th>${columns.map(({ name: head, isAnswer }) => html`<th scope="col"${isAnswer && html` class="is-answer"`}>${head}</th>`)}</tr></thead><tbody>${rows.map(({ term, weights }) => html`<tr><th scope="row"><bdi>${readable(term)}</bdi></th>${weights.map((weight, n) => html`<td>${weight === undefined ? html`<span class="muted none">–</span>` : html`${bar(weight, widest)}<span class="n">${score(weight)}</span>`}${rankIn(columns[n]!.chunk.anatomy, term)}</td>`)}</tr>`)}</tbody><tfoot><tr><th scope="row">score</th>${columns.map(({ chunk }) => html`<td><span class="n">${chunk.score === null ? '–' : score(chunk.score)}</span></td>`)}</tr></tfoot></table></div>${explained.scoreAtCutoff !== null && html`<p class="hint">The top ${report.cutoff} begins at ${score(explained.scoreAtCutoff)}.</p>`}`;
}

interface Row {
  readonly term: string;
  readonly weights: readonly (number | undefined)[];
}

/** A row a term, the weightiest first; what is beyond the limit is summed. */
function rowsOf(columns: readonly (readonly Matched[])[]): Row[] {
  const weights = columns.map((parts) => new Map(parts.map(({ term, weight }) => [term, weight])));
  const terms = [...new Set(columns.flatMap((parts) => parts.map(({ term }) => term)))];
  const rows = terms.map((term) => ({ term, weights: weights.map((own) => own.get(term)) }));
  const size = ({ weights: own }: Row): number => Math.max(...own.map((weight) => Math.abs(weight ?? 0)));
  // Words before trigrams, which are many and small.
  const sorted = rows
    .map((row, place) => ({ row, place, isTrigram: row.term.startsWith('~') ? 1 : 0, size: size(row) }))
    .sort((a, b) => a.isTrigram - b.isTrigram || b.size - a.size || a.place - b.place)
    .map(({ row }) => row);
  if (sorted.length <= TERMS_SHOWN + 1) return sorted;
  const [shown, rest] = [sorted.slice(0, TERMS_SHOWN), sorted.slice(TERMS_SHOWN)];
  const sums = columns.map((_, n) => {
    const known = rest.map(({ weights: own }) => own[n]).filter((weight) => weight !== undefined);
    return known.length === 0 ? undefined : known.reduce((sum, weight) => sum + weight, 0);
  });
  const trigrams = rest.every(({ term }) => term.startsWith('~'));
  return [...shown, { term: `${rest.length} ${trigrams ? 'letter trigrams' : 'more'}`, weights: sums }];
}

/** Decoration: the number stands beside it. */
function bar(weight: number, widest: number): Markup {
  const width = Math.round((Math.abs(weight) / widest) * 600) / 10;
  return html`<svg class="amount${weight < 0 && ' negative'}" width="60" height="8" aria-hidden="true"><rect width="${width}" height="8"/></svg>`;
}

/** Where no explanation is at hand: what the report itself holds of a miss. */
function matchedBars(matched: readonly Matched[]): Markup {
  if (matched.length === 0) return NOTHING;
  const widest = Math.max(...matched.map(({ weight }) => Math.abs(weight)), Number.MIN_VALUE);
  return html`<table class="anatomy"><caption>What makes up the score of the answer</caption><tbody>${matched.slice(0, TERMS_SHOWN).map(({ term, weight }) => html`<tr><th scope="row"><bdi>${readable(term)}</bdi></th><td>${bar(weight, widest)}<span class="n">${score(weight)}</span></td></tr>`)}</tbody></table>`;
}

function texts(
  explained: ExplainedSystem,
  { explained: question }: Asked,
  report: Report,
  explanation: Explanation,
): Markup {
  const quotes = question?.evidence.map(({ quote }) => quote) ?? [];
  const shown = columnsOf(explained).flatMap(({ name, chunk, isAnswer }) => {
    const known = Object.hasOwn(explanation.chunks, chunk.chunk) ? explanation.chunks[chunk.chunk] : undefined;
    if (!known) return [];
    const made = chunk.anatomy;
    const matched = made === undefined || made.kind === 'lists' ? [] : made.parts;
    const place = printPlace(known, report);
    const best = made?.kind === 'sentences' ? made.parts[0] : undefined;
    const passage = markedPassage({
      text: known.text,
      matched,
      quotes: isAnswer ? quotes : [],
      longest: isAnswer ? ANSWER_PASSAGE : PASSAGE,
    });
    return [
      html`<li${isAnswer && html` class="is-answer"`}><p class="where"><b>${name}</b> <span class="muted">${place === '' ? chunk.chunk : place}${chunk.score !== null && html` · score ${score(chunk.score)}`}${best && html` · its closest sentence ${score(best.weight)}`}</span></p><p class="passage" dir="auto">${passage}</p></li>`,
    ];
  });
  if (shown.length === 0) return NOTHING;
  const more = explained.outrankedBy - columnsOf(explained).filter(({ isAnswer }) => !isAnswer).length;
  return html`<ol class="texts">${shown}</ol>${!explained.found && more > 0 && html`<p class="hint">${grouped(more)} more chunk${more > 1 && 's'} stand above the answer.</p>`}`;
}
