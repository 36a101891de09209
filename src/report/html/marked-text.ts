// Chunk texts with what matched marked, whole or as the passage that says most.
import { html, type Markup } from './markup.ts';

/** What a system matched in a text, and by how much. */
export interface Matched {
  readonly term: string;
  readonly weight: number;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: 'term' | 'quote';
  readonly weight: number;
}

/** Endings that stemmers and plural rules take off: a report holds terms, not where they were read. */
const ENDING = /^(?:e?s|e?d|e|er|ers|ing|ings|ion|ions|al|ally|ly|ment|ments|able|y|ies|ied)?$/;
const WORD = /[\p{L}\p{N}]+/gu;

/** Terms as words: synonym groups (`a=b`) are their words, trigrams (`~abc`) are none. */
function wordsOf(matched: readonly Matched[]): Map<string, number> {
  const words = new Map<string, number>();
  for (const { term, weight } of matched) {
    if (term.startsWith('~') || /\s/.test(term)) continue;
    for (const word of term.toLowerCase().split('='))
      if (word !== '') words.set(word, Math.max(words.get(word) ?? 0, weight));
  }
  return words;
}

function weightOf(word: string, words: ReadonlyMap<string, number>): number | undefined {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  for (let length = word.length - 1; length >= Math.max(2, word.length - 5); length--) {
    const stem = word.slice(0, length);
    const rest = word.slice(length);
    const found =
      (ENDING.test(rest) ? words.get(stem) : undefined) ??
      (/^(?:y|ies|ied)$/.test(rest) ? (words.get(`${stem}i`) ?? words.get(`${stem}y`)) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function termMarks(text: string, matched: readonly Matched[]): Mark[] {
  const marks: Mark[] = [];
  const words = wordsOf(matched);
  if (words.size > 0) {
    for (const found of text.matchAll(WORD)) {
      const weight = weightOf(found[0].toLowerCase(), words);
      if (weight !== undefined)
        marks.push({ start: found.index, end: found.index + found[0].length, kind: 'term', weight });
    }
  }
  // A dense system's parts are sentences of the text.
  const [best] = matched.filter(({ term }) => /\s/.test(term));
  const place = best ? placeOfPassage(text, best.term) : undefined;
  if (best && place && words.size === 0) marks.push({ ...place, kind: 'term', weight: best.weight });
  return marks;
}

/** Words compared while a passage is looked for: a text that repeats itself a thousand times is given up. */
const PATIENCE = 1_000_000;

/** Where a passage stands, white space aside. */
export function placeOfPassage(
  text: string,
  passage: string,
): { readonly start: number; readonly end: number } | undefined {
  const wanted = passage.trim().split(/\s+/);
  if (wanted[0] === '') return undefined;
  let patience = PATIENCE;
  for (let start = text.indexOf(wanted[0]!); start >= 0 && patience > 0; start = text.indexOf(wanted[0]!, start + 1)) {
    let end = start;
    let n = 0;
    for (; n < wanted.length; n++) {
      patience--;
      if (n > 0) {
        const space = /^\s+/.exec(text.slice(end, end + 1000));
        if (!space) break;
        end += space[0].length;
      }
      if (!text.startsWith(wanted[n]!, end)) break;
      end += wanted[n]!.length;
    }
    if (n === wanted.length) return { start, end };
  }
  return undefined;
}

export interface Passage {
  readonly text: string;
  readonly matched: readonly Matched[];
  /** What answers the question. */
  readonly quotes?: readonly string[];
  /** UTF-16 units shown at most. */
  readonly longest: number;
}

/** UTF-16 units of a chunk that are searched for terms, and matches that are weighed against each other. */
const SEARCHED = 50_000;
const MATCHES_WEIGHED = 300;

/** The part of a text that holds the quote, else the weightiest matches, with both marked. */
export function markedPassage({ text: written, matched, quotes = [], longest }: Passage): Markup {
  // Paragraphs stand apart by a line: blank lines between them would take more room than they do.
  const text = written
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  const quoted = quotes.flatMap((quote): Mark[] => {
    const place = placeOfPassage(text, quote);
    return place ? [{ ...place, kind: 'quote', weight: 0 }] : [];
  });
  // Where the quote says what is shown, only that is searched for terms; else not what lies far out.
  const around = quoted.length > 0 ? windowOf(text, quoted, longest) : undefined;
  const offset = around?.[0] ?? 0;
  const terms = termMarks(text.slice(offset, around?.[1] ?? SEARCHED), matched).map((mark) => ({
    ...mark,
    start: mark.start + offset,
    end: mark.end + offset,
  }));
  const [start, end] = around ?? windowOf(text, terms, longest);
  return html`${start > 0 && html`<span class="cut">… </span>`}${layered(text, terms, quoted, start, end)}${end < text.length && html`<span class="cut"> …</span>`}`;
}

function windowOf(text: string, marks: readonly Mark[], longest: number): [number, number] {
  if (text.length <= longest) return [0, text.length];
  const sorted = [...marks].sort((a, b) => a.start - b.start).slice(0, MATCHES_WEIGHED);
  let best = { from: 0, sum: -1 };
  for (const [n, { start }] of sorted.entries()) {
    const seen = new Set<string>();
    let sum = 0;
    for (let i = n; i < sorted.length && sorted[i]!.end <= start + longest * 0.7; i++) {
      const word = text.slice(sorted[i]!.start, sorted[i]!.end).toLowerCase();
      // A second occurrence says little more.
      sum += sorted[i]!.weight * (seen.has(word) ? 0.2 : 1) + 1e-9;
      seen.add(word);
    }
    if (sum > best.sum) best = { from: start, sum };
  }
  const from = Math.max(0, Math.min(best.from - Math.floor(longest * 0.15), text.length - longest));
  return [from === 0 ? 0 : wordEdge(text, from, -1), wordEdge(text, Math.min(text.length, from + longest), 1)];
}

/** The nearest white space, not far. */
function wordEdge(text: string, from: number, step: 1 | -1): number {
  for (let i = from; Math.abs(i - from) < 40 && i > 0 && i < text.length; i += step)
    if (/\s/.test(text[i]!)) return step < 0 ? i + 1 : i;
  // Never between the halves of a character.
  return /[\udc00-\udfff]/.test(text[from] ?? '') ? from - 1 : from;
}

/** The quote as a background, terms as marks within and outside of it. */
function layered(text: string, terms: readonly Mark[], quotes: readonly Mark[], start: number, end: number): Markup {
  const cuts = new Set([start, end]);
  for (const mark of [...terms, ...quotes])
    for (const place of [mark.start, mark.end]) if (place > start && place < end) cuts.add(place);
  const places = [...cuts].sort((a, b) => a - b);
  const pieces: Markup[] = [];
  let inQuote = false;
  let buffer: Markup[] = [];
  const flush = (): void => {
    if (buffer.length > 0) pieces.push(inQuote ? html`<span class="quote">${buffer}</span>` : html`${buffer}`);
    buffer = [];
  };
  for (let n = 0; n + 1 < places.length; n++) {
    const [from, to] = [places[n]!, places[n + 1]!];
    const covers = (mark: Mark): boolean => mark.start <= from && mark.end >= to;
    const quote = quotes.some(covers);
    if (quote !== inQuote) {
      flush();
      inQuote = quote;
    }
    const piece = text.slice(from, to);
    buffer.push(isMarked(terms, from, to) ? html`<mark>${piece}</mark>` : html`${piece}`);
  }
  flush();
  return html`${pieces}`;
}

/** Marks of terms do not overlap and stand in order. */
function isMarked(terms: readonly Mark[], from: number, to: number): boolean {
  let [low, high] = [0, terms.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const mark = terms[middle]!;
    if (mark.end <= from) low = middle + 1;
    else if (mark.start >= to) high = middle - 1;
    else return true;
  }
  return false;
}
