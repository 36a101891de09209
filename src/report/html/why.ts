// Why a question was found or missed, in a few sentences of plain words.
import type { ExplainedChunk, ExplainedSystem, ScoreAnatomy } from '../../core/explanation.ts';
import type { Miss, Report } from '../../core/results.ts';
import { shortenEnd } from '../display-width.ts';
import { grouped, score } from '../numbers.ts';
import type { Outcome } from './asked.ts';
import type { Matched } from './marked-text.ts';
import { html, joined, type Markup } from './markup.ts';

type Kind = ScoreAnatomy['kind'];
const SENTENCE_WIDTH = 160;

/** How much is told: at the top of the page without the numbers that an autopsy has. */
export interface Telling {
  readonly isBrief: boolean;
}
const WHOLE: Telling = { isBrief: false };

/** Of what a report says matched: votes and sentences are told by how retrievers write them. */
function kindOf(matched: readonly Matched[]): Kind {
  if (matched.some(({ term }) => /^(list \d+|\S+) rank \d+$/.test(term))) return 'lists';
  return matched.some(({ term }) => /\s/.test(term)) ? 'sentences' : 'terms';
}

export function whyMarkup(outcome: Outcome, report: Report, telling = WHOLE): Markup {
  if (outcome.failed) return html`This system failed, so nothing is known of this question.`;
  const { miss } = outcome;
  if (!miss) return whyFound(outcome, telling);
  const why = whyMissed(outcome, miss, report, telling);
  const { first } = outcome;
  return first === undefined
    ? why
    : html`Part of what is relevant is found, first at rank ${first}; what follows is about what is found last. ${why}`;
}

function whyFound({ rank, explained }: Outcome, telling: Telling): Markup {
  const by = explained?.answer?.anatomy && carriedBy(explained.answer.anatomy, telling);
  return html`Found at rank ${rank ?? '–'}${by && html`, by ${by}`}.`;
}

function carriedBy(anatomy: ScoreAnatomy, telling: Telling): Markup | undefined {
  if (anatomy.kind === 'lists') {
    const votes = [...anatomy.votes].filter(({ vote }) => vote > 0).sort((a, b) => b.vote - a.vote);
    const named = votes.map(({ list, rank }) => html`<b><bdi>${list}</bdi></b> (its rank ${rank ?? '–'})`);
    return votes.length === 0 ? undefined : joined(named, ' and ');
  }
  if (anatomy.kind === 'sentences') return sentence(anatomy.parts[0], telling);
  return terms(anatomy.parts, telling);
}

function sentence(best: Matched | undefined, { isBrief }: Telling): Markup | undefined {
  return (
    best &&
    html`<q>${shortenEnd(best.term.replace(/\s+/g, ' '), SENTENCE_WIDTH)}</q>${!isBrief && html` (${score(best.weight)})`}`
  );
}

/** The weightiest, words before letter trigrams. */
function terms(parts: readonly Matched[], { isBrief }: Telling): Markup | undefined {
  const positive = parts.filter(({ weight }) => weight > 0);
  const words = positive.filter(({ term }) => !term.startsWith('~'));
  const shown = words.slice(0, isBrief ? 2 : 3);
  const trigrams = positive.length - words.length;
  const more = words.length - shown.length;
  const list = shown.map(
    ({ term, weight }) => html`<b><bdi>${readable(term)}</bdi></b>${!isBrief && html` (${score(weight)})`}`,
  );
  if (more > 0 && !isBrief) list.push(html`${more} more`);
  if (trigrams > 0 && (!isBrief || words.length === 0)) {
    list.push(html`${trigrams} letter trigram${trigrams > 1 && 's'}`);
  }
  if (list.length < 2) return list[0];
  return html`${joined(list.slice(0, -1), ', ')} and ${list.at(-1)}`;
}

/** A synonym group by its first words. */
export function readable(term: string): string {
  if (term.startsWith('~') || !term.includes('=')) return shortenEnd(term, 40);
  const words = term.split('=');
  return shortenEnd(words.slice(0, 3).join('/') + (words.length > 3 ? '/…' : ''), 40);
}

function whyMissed(outcome: Outcome, miss: Miss, report: Report, telling: Telling): Markup {
  const { explained } = outcome;
  switch (miss.diagnosis) {
    case 'vocabulary':
      return html`No content word of the question occurs anywhere in the corpus: there is nothing to search for.`;
    case 'filtered':
      return html`The filter leaves the answer out.`;
    case 'split':
      return html`The answer is cut by a chunk boundary: no single chunk holds it. ${standing(outcome, miss, report)}`;
    case 'truncated':
      return html`The encoder stops reading before the answer. ${standing(outcome, miss, report)}`;
    case 'no-signal': {
      const place = miss.rank === null ? '' : html` ${grouped(miss.rank)}`;
      const nothing = explained?.reading ? 'No content word of the question is in' : 'Nothing of the question matches';
      return html`${nothing} the chunk that holds the answer: its place${place} is one among zeros, not a rank.${topSays(explained, telling)}`;
    }
    case 'tied':
      return html`${grouped(miss.tied)} chunks have the same score${miss.score !== null && html`, ${score(miss.score)}`}, the answer among them: their order in the corpus decides.`;
    default: {
      const kind = explained?.answer?.anatomy?.kind ?? kindOf(miss.matched);
      const isCrowded = miss.diagnosis === 'duplicate-crowded';
      return html`${standing(outcome, miss, report)}${madeOf(kind, outcome, miss, telling)}${kind !== 'lists' && topSays(explained, telling)}${isCrowded && html` Near-copies of one text fill the top ${report.cutoff}.`}${hint(explained)}`;
    }
  }
}

function standing({ rank, signal }: Outcome, miss: Miss, { corpus, depth, cutoff }: Report): Markup {
  if (rank === null) return html`The answer is deeper than the ${grouped(depth)} chunks that were ranked.`;
  if (!signal) return html`Nothing of it matched.`;
  const line =
    miss.score !== null &&
    miss.scoreAtCutoff !== null &&
    html`: it scores ${score(miss.score)}, and the top ${cutoff} begins at ${score(miss.scoreAtCutoff)}`;
  return html`The answer is at rank ${grouped(rank)} of ${grouped(corpus.chunks)}${line}.`;
}

/** What the answer did score by. */
function madeOf(kind: Kind, { explained }: Outcome, miss: Miss, telling: Telling): Markup {
  const anatomy = explained?.answer?.anatomy;
  if (kind === 'lists') {
    const votes =
      anatomy?.kind === 'lists'
        ? anatomy.votes.map(
            ({ list, rank, signal }) =>
              html`<b><bdi>${list}</bdi></b> ${rank === null ? 'does not have it' : signal ? `has it at rank ${grouped(rank)}` : 'matches nothing of it'}`,
          )
        : miss.matched.map(({ term }) => html`<b><bdi>${term}</bdi></b>`);
    return html` Of the fused lists, ${joined(votes, ', ')}.`;
  }
  if (kind === 'sentences') {
    const best = anatomy?.kind === 'sentences' ? anatomy.parts[0] : miss.matched[0];
    return html` The sentence of its chunk that comes closest is ${sentence(best, telling)}.`;
  }
  const by = terms(anatomy && anatomy.kind !== 'lists' ? anatomy.parts : miss.matched, telling);
  if (!by) return html``;
  return isByChance(explained, anatomy)
    ? html` Question and answer share no content word; the chunk scores by ${by}, elsewhere in it.`
    : html` What it shares with the question is ${by}.`;
}

/** Nothing of the answer itself matched, only what stands around it in the chunk. */
function isByChance(explained: ExplainedSystem | undefined, anatomy: ScoreAnatomy | undefined): boolean {
  const isOfWords = anatomy?.kind === 'terms' && anatomy.parts.every(({ term }) => !term.startsWith('~'));
  return isOfWords && explained?.shared?.length === 0 && !explained.bridged;
}

/** By what the first chunk of the ranking got there. */
function topSays(explained: ExplainedSystem | undefined, telling: Telling): Markup | undefined {
  const top: ExplainedChunk | undefined = explained?.above[0];
  const by = top?.anatomy && carriedBy(top.anatomy, telling);
  return by && html` The chunk at rank ${top.rank ?? 1} ${telling.isBrief ? 'is there' : reached(top.score)} by ${by}.`;
}

const reached = (value: number | null): string => (value === null ? 'stands there' : `scores ${score(value)}`);

function hint(explained: ExplainedSystem | undefined): Markup | undefined {
  const found = explained?.hint;
  return (
    found &&
    html` With <b><bdi>${found.word}</bdi></b> counted as <b><bdi>${found.term}</bdi></b> it would stand at rank ${grouped(found.rank)}.`
  );
}
