// Why a question was found or missed, in a sentence or two of plain words.
import type { ExplainedChunk, ScoreAnatomy } from '../../core/explanation.ts';
import type { Miss, Report } from '../../core/results.ts';
import { shortenEnd } from '../display-width.ts';
import { grouped, score } from '../numbers.ts';
import type { Outcome } from './asked.ts';
import type { Matched } from './marked-text.ts';
import { html, joined, type Markup } from './markup.ts';

type Kind = ScoreAnatomy['kind'];
const WORDS_SHOWN = 3;
const SENTENCE_WIDTH = 160;

/** Of what a report says matched: votes and sentences are told by how retrievers write them. */
function kindOf(matched: readonly Matched[]): Kind {
  if (matched.some(({ term }) => /^(list \d+|\S+) rank \d+$/.test(term))) return 'lists';
  return matched.some(({ term }) => /\s/.test(term)) ? 'sentences' : 'terms';
}

export function whyMarkup(outcome: Outcome, report: Report): Markup {
  if (outcome.failed) return html`This system failed, so nothing is known of this question.`;
  const { miss } = outcome;
  return miss ? whyMissed(outcome, miss, report) : whyFound(outcome);
}

function whyFound({ rank, explained }: Outcome): Markup {
  const parts = explained?.answer?.anatomy;
  const by = parts === undefined ? undefined : carriedBy(parts);
  return html`Found at rank ${rank ?? '–'}${by && html`, by ${by}`}.`;
}

function carriedBy(anatomy: ScoreAnatomy): Markup | undefined {
  if (anatomy.kind === 'lists') {
    const votes = [...anatomy.votes].filter(({ vote }) => vote > 0).sort((a, b) => b.vote - a.vote);
    return votes.length === 0
      ? undefined
      : joined(
          votes.map(({ list, rank }) => html`<b>${list}</b> (its rank ${rank ?? '–'})`),
          ' and ',
        );
  }
  if (anatomy.kind === 'sentences') return sentence(anatomy.parts[0]);
  return terms(anatomy.parts);
}

function sentence(best: Matched | undefined): Markup | undefined {
  return best && html`“${shortenEnd(best.term.replace(/\s+/g, ' '), SENTENCE_WIDTH)}” (${score(best.weight)})`;
}

/** The weightiest, words before trigrams. */
function terms(parts: readonly Matched[]): Markup | undefined {
  const positive = parts.filter(({ weight }) => weight > 0);
  const words = positive.filter(({ term }) => !term.startsWith('~'));
  const shown = words.slice(0, WORDS_SHOWN);
  const trigrams = positive.length - words.length;
  const more = words.length - shown.length;
  const list: Markup[] = shown.map(({ term, weight }) => html`<b>${readable(term)}</b> (${score(weight)})`);
  if (more > 0) list.push(html`${more} more`);
  if (trigrams > 0) list.push(html`${trigrams} letter trigram${trigrams > 1 && 's'}`);
  return list.length === 0 ? undefined : joined(list, ', ');
}

/** A synonym group by its first words. */
export function readable(term: string): string {
  if (term.startsWith('~') || !term.includes('=')) return shortenEnd(term, 40);
  const words = term.split('=');
  return shortenEnd(words.slice(0, 3).join('/') + (words.length > 3 ? '/…' : ''), 40);
}

function whyMissed(outcome: Outcome, miss: Miss, report: Report): Markup {
  const { explained } = outcome;
  const { cutoff, corpus } = report;
  const top = explained?.above[0];
  switch (miss.diagnosis) {
    case 'vocabulary':
      return html`No content word of the question occurs anywhere in the corpus: there is nothing to search for.`;
    case 'filtered':
      return html`The filter leaves the answer out.`;
    case 'split':
      return html`The answer is cut by a chunk boundary: no single chunk holds it. ${standing(outcome, report)}`;
    case 'truncated':
      return html`The encoder stops reading before the answer. ${standing(outcome, report)}`;
    case 'no-signal':
      return html`Nothing of the question matches the chunk that holds the answer; its place ${miss.rank === null ? '' : html`${grouped(miss.rank)} `}is one among zeros, not a rank.${top && html` ${topSays(top)}`}`;
    case 'tied':
      return html`${grouped(miss.tied)} chunks have the same score${miss.score !== null && html`, ${score(miss.score)}`}, the answer among them: their order in the corpus decides.`;
    default: {
      const kind = explained?.answer?.anatomy?.kind ?? kindOf(miss.matched);
      const crowded =
        miss.diagnosis === 'duplicate-crowded' ? html` Near-copies of one text fill the top ${cutoff}.` : '';
      return html`${standing(outcome, report)} ${missedBy(kind, outcome, miss, report)}${top && kind !== 'lists' && html` ${topSays(top)}`}${crowded}${explained?.hint && html` With “${explained.hint.word}” counted as “${explained.hint.term}” it would stand at rank ${grouped(explained.hint.rank)}.`}${corpus.chunks === 0 && ''}`;
    }
  }
}

function standing({ rank, signal }: Outcome, { corpus, depth }: Report): Markup {
  if (rank === null) return html`The answer is deeper than the ${grouped(depth)} that were ranked.`;
  return signal
    ? html`The answer is at rank ${grouped(rank)} of ${grouped(corpus.chunks)}.`
    : html`Nothing matched it.`;
}

function missedBy(kind: Kind, { explained }: Outcome, miss: Miss, { cutoff }: Report): Markup {
  const needed =
    miss.score !== null && miss.scoreAtCutoff !== null
      ? html`${score(miss.score)}, and the top ${cutoff} begins at ${score(miss.scoreAtCutoff)}`
      : undefined;
  const anatomy = explained?.answer?.anatomy;
  if (kind === 'lists') {
    const votes =
      anatomy?.kind === 'lists'
        ? anatomy.votes.map(
            ({ list, rank, signal }) =>
              html`<b>${list}</b> ${rank === null ? 'does not have it' : signal ? `has it at rank ${rank}` : 'matches nothing of it'}`,
          )
        : miss.matched.map(({ term }) => html`<b>${term}</b>`);
    return html`${joined(votes, ', ')}${needed && html`: together ${needed}`}.`;
  }
  if (kind === 'sentences') {
    const best = anatomy?.kind === 'sentences' ? anatomy.parts[0] : miss.matched[0];
    return html`Its closest sentence is ${sentence(best)}${needed && html`: ${needed}`}.`;
  }
  const parts = anatomy && anatomy.kind !== 'lists' ? anatomy.parts : miss.matched;
  const words = parts.filter(({ term, weight }) => weight > 0 && !term.startsWith('~'));
  const shared = terms(parts);
  if (!shared) return html`It scores ${needed ?? 'nothing'}.`;
  const few = words.length <= 2 ? 'Of the question, it holds only ' : 'Of the question, it holds ';
  return html`${few}${shared}${needed && html`: ${needed}`}.`;
}

/** By what the first chunk of the ranking got there. */
function topSays({ anatomy, score: reached, rank }: ExplainedChunk): Markup | undefined {
  const by = anatomy && carriedBy(anatomy);
  return by && html`The chunk at rank ${rank ?? 1} scores ${reached === null ? '' : html`${score(reached)} `}by ${by}.`;
}
