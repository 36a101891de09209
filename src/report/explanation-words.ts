// What an explanation says in words: the same sentences in the terminal, in Markdown and on a page.
import type {
  ExplainedQuestion,
  ExplainedSystem,
  Explanation,
  QueryWord,
  Remedy,
  ScoreAnatomy,
  ShownChunk,
  TieBlock,
} from '../core/explanation.ts';
import { grouped, score } from './numbers.ts';
import { printPlace } from './places.ts';

const TERMS_NAMED = 6;

/** `missed, at rank 155 of 167`, `found at rank 1`, `missed, beyond the first 100`. */
export function verdictOf(system: ExplainedSystem, { corpus, depth }: Explanation): string {
  const { answer, found, diagnosis } = system;
  if (!answer) return diagnosis ? 'missed, no chunk holds the answer' : 'no known answer';
  if (found) return `found at rank ${answer.rank}`;
  if (diagnosis === 'filtered') return 'missed, left out by the filter';
  if (answer.rank === null) return `missed, beyond the first ${grouped(depth)}`;
  if (!answer.signal) return `missed, at place ${grouped(answer.rank)} among chunks that match nothing`;
  return `missed, at rank ${grouped(answer.rank)} of ${grouped(corpus.chunks)}`;
}

/** Whether question and answer use the same words; undefined for systems that have none, and without an answer. */
export function sharedWords({ shared, bridged = [] }: ExplainedSystem): string | undefined {
  if (!shared) return undefined;
  const synonyms = bridged.map(({ word, term }) => `${word} = ${term}`).join(', ');
  if (shared.length > 0)
    return `shared with the answer: ${[shared.join(', '), ...(synonyms ? [synonyms] : [])].join('; ')}`;
  if (synonyms) return `shares no content word with the answer, but synonyms: ${synonyms}`;
  return 'shares no content word with the answer';
}

/** What the answer's chunk did score by; names what is incidental as such. */
export function scoredBy({ answer, shared, bridged }: ExplainedSystem): string | undefined {
  if (!answer) return undefined;
  if (!answer.signal) return 'nothing of the question matches its chunk';
  const parts = weightsOf(answer.anatomy);
  if (parts.length === 0) return undefined;
  const named = parts.slice(0, TERMS_NAMED).map(({ term, weight }) => `${term} ${score(weight)}`);
  const more = parts.length > named.length ? `, +${parts.length - named.length} more` : '';
  // Trigrams of the answer's words may be among the parts though no word is.
  const isWhole = answer.anatomy?.kind === 'terms' && parts.every(({ term }) => !term.startsWith('~'));
  const isIncidental = isWhole && shared?.length === 0 && !bridged;
  return `${named.join(', ')}${more}${isIncidental ? ' (none of them in the answer itself)' : ''}`;
}

function weightsOf(anatomy: ScoreAnatomy | undefined): readonly { readonly term: string; readonly weight: number }[] {
  if (!anatomy || anatomy.kind === 'sentences') return [];
  if (anatomy.kind !== 'lists') return anatomy.parts;
  return anatomy.votes
    .filter(({ vote }) => vote > 0)
    .map(({ list, rank, vote }) => ({ term: `${list} rank ${rank}`, weight: vote }));
}

/** `early + advance, ahead` or `vacation = leave, holiday`, `days > day`, `ask`: what became of each word that counts. */
export function readWord({ word, terms, added, by }: QueryWord): string {
  const term = terms.join(' ');
  const typed = word.toLowerCase();
  const own = typed === term ? term : `${typed} > ${term}`;
  return added.length === 0 ? own : `${own} ${by === 'expansion' ? '+' : '='} ${added.join(', ')}`;
}

/** For systems that match sentences: whether the one that matched best is the answer itself. */
export function bestSentence({ answer }: ExplainedSystem, { evidence }: ExplainedQuestion): string | undefined {
  if (answer?.anatomy?.kind !== 'sentences') return undefined;
  const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const best = folded(answer.anatomy.parts[0]?.term ?? '');
  const quotes = evidence.map(({ quote }) => folded(quote)).filter((quote) => quote !== '');
  if (best === '' || best.startsWith('(') || quotes.length === 0) return undefined;
  const isOwn = quotes.some((quote) => best.includes(quote) || quote.includes(best));
  return isOwn ? "the answer's own" : "not the answer's own: another sentence of its chunk";
}

export function tieSentence({ size, first, last, expectedRank }: TieBlock): string {
  return `${grouped(size)} chunks have this score, ranks ${first} to ${last}; in a drawn order it would stand at ${score(expectedRank)} on average`;
}

/** What each remedy would do for one miss. */
export function remedyLines(
  system: ExplainedSystem,
  { cutoff, depth }: Explanation,
): readonly (readonly [string, string])[] {
  const { answer, inCandidates, reachedBy, hint } = system;
  const reached = answer?.signal === true && answer.rank !== null && answer.rank <= 2 * cutoff;
  const candidates = inCandidates ? `yes: rank ${answer!.rank} of the first 50` : 'no: not in the first 50 that match';
  return [
    ['a larger k', reached ? `yes: k = ${answer!.rank} reaches it` : `no: not in the first ${2 * cutoff}`],
    ['a reranker', answer?.rank === null && depth < 50 ? `unknown: only ${depth} deep` : candidates],
    ['another system', reachedBy.length > 0 ? `yes: ${reachedBy.join(', ')}` : 'none of those asked'],
    ...(hint ? [['one synonym', `with ${hint.word} = ${hint.term}: rank ${hint.rank}`] as const] : []),
  ];
}

export function remedyFor(diagnosis: ExplainedSystem['diagnosis'], { remedies }: Explanation): Remedy | undefined {
  return remedies.find((each) => each.diagnosis === diagnosis);
}

export function whereOf(chunk: string, { chunks, corpus }: Explanation): string {
  const shown: ShownChunk | undefined = Object.hasOwn(chunks, chunk) ? chunks[chunk] : undefined;
  return printPlace(shown, { corpus });
}
