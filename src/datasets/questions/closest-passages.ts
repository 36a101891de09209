// For a quote that stands nowhere as it is: the passages that come closest, by the words they share in order.
import type { Document, Span } from '../../core/model.ts';
import { splitSentences } from '../../text/sentences.ts';

export interface Passage {
  readonly document: Document;
  readonly span: Span;
  /** 2 × words in common, in the same order / words of both: 1 for the same words. */
  readonly similarity: number;
}

/** The rarest words of a quote lead to where it may be; more cost time and add nothing. */
const MOST_CLUES = 8;
/** Places that the words of one quote may lead to. */
const MOST_PLACES = 4000;
/** Places that are compared word by word, for each quote. */
const MOST_COMPARED = 6;
/** Longer quotes are compared by their first words: the table of the comparison grows with the square. */
const MOST_WORDS = 150;
/** By how much a part of a sentence must be more alike than whole ones to a quote that was whole. */
const PART_OF_SENTENCE = 0.2;
/** Less is no likeness worth showing. */
const LEAST = 0.25;

const WORD = /[\p{L}\p{N}]+/gu;

/** A word of a document that is a clue for some quote. */
interface Clue {
  readonly document: number;
  readonly start: number;
  /** Number of the word in its document. */
  readonly position: number;
}

/** A passage less alike than this may be about something else: a person decides, not a program. */
export const LEAST_SIMILAR = 0.7;
/** Of passages that differ by less, that in the document that was named comes first. */
const NEAR_TIE = 0.02;

/** A quote, and the document that it is said to be from, where one was named and is there. */
export interface Sought {
  readonly quote: string;
  readonly document?: Document | undefined;
}

/**
 * The best passages for each quote, best first, at most `most`: on near ties that of the named document, then in the order of
 * the documents. Reads every document twice, however many quotes there are.
 * @param documents to look in
 */
export function closestPassages<S extends Sought>(
  sought: readonly S[],
  documents: readonly Document[],
  most = 3,
): ReadonlyMap<S, readonly Passage[]> {
  const named = new Map<string, Set<Document>>();
  for (const { quote, document } of sought) {
    const own = named.get(quote) ?? new Set();
    if (document) own.add(document);
    named.set(quote, own);
  }
  const distinct = [...named.keys()];
  const beginnings = new Map(distinct.map((quote) => [quote, beginningOf(quote)]));
  const hashes = new Map([...beginnings].map(([quote, text]) => [quote, [...new Set(hashesOf(text))]]));
  const counts = countWords([...hashes.values()].flat(), documents);
  const clues = new Map([...hashes].map(([quote, own]) => [quote, rarest(own, counts)]));
  const places = placesOf([...clues.values()].flat(), documents);
  const numbers = new Map(documents.map((document, n) => [document, n]));
  const everywhere = new Map<string, readonly Passage[]>();
  for (const [quote, beginning] of beginnings) {
    const words = wordsOf(beginning);
    // A quote that ends as a sentence does was whole.
    const handicap = /[.!?。]["'”’)]*\s*$/.test(quote.slice(-100)) ? PART_OF_SENTENCE : 0;
    const own = new Set([...named.get(quote)!].map((document) => numbers.get(document)!));
    const centres = densest(clues.get(quote)!, places, counts, words.length, own);
    const passages = centres.flatMap((centre) =>
      bestNear(words, documents[centre.document]!, centre.start, beginning.length, handicap),
    );
    everywhere.set(quote, distinctPassages(passages));
  }
  return new Map(sought.map((one) => [one, preferring(one.document, everywhere.get(one.quote)!).slice(0, most)]));
}

/** The best passage of the named document goes first, where it is as good as the best one, or nearly. */
function preferring(named: Document | undefined, passages: readonly Passage[]): readonly Passage[] {
  const own = passages.find(({ document }) => document === named);
  const [best] = passages;
  if (!own || !best || best.similarity - own.similarity >= NEAR_TIE) return passages;
  if (best.similarity >= LEAST_SIMILAR && own.similarity < LEAST_SIMILAR) return passages;
  return [own, ...passages.filter((passage) => passage !== own)];
}

/** The rarest words first, as many as lead to a bounded number of places; one at least. */
function rarest(words: readonly number[], counts: ReadonlyMap<number, number>): readonly number[] {
  const known = words.filter((hash) => counts.get(hash)! > 0);
  known.sort((a, b) => counts.get(a)! - counts.get(b)! || a - b);
  let places = 0;
  return known.slice(0, MOST_CLUES).filter((hash, n) => {
    places += counts.get(hash)!;
    return places <= MOST_PLACES || (n === 0 && places <= 10 * MOST_PLACES);
  });
}

/** How alike two texts are, by the same rule. */
export function similarity(a: string, b: string): number {
  return alike(wordsOf(a).slice(0, MOST_WORDS), wordsOf(b).slice(0, MOST_WORDS));
}

/** What of a quote is looked for: as much of it as is compared. */
function beginningOf(quote: string): string {
  let words = 0;
  for (const { index, 0: word } of quote.matchAll(WORD)) {
    if (++words === MOST_WORDS) return quote.slice(0, index + word.length);
  }
  return quote;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Words by their hashes: a corpus has too many to make a string of each. A wrong one costs a comparison, no more. */
function hashesOf(text: string): number[] {
  const hashes: number[] = [];
  scanHashes(text, (hash) => hashes.push(hash));
  return hashes;
}

/** Calls `visit` with FNV-1a of each word in small letters, and where it begins. */
function scanHashes(text: string, visit: (hash: number, start: number) => void): void {
  let start = -1;
  let hash = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? smallLetter(text.charCodeAt(at)) : 0;
    if (code > 0) {
      if (start < 0) {
        start = at;
        hash = 0x811c9dc5;
      }
      hash = Math.imul(hash ^ code, 0x01000193);
    } else if (start >= 0) {
      visit(hash, start);
      start = -1;
    }
  }
}

/** 0 for what belongs to no word. */
function smallLetter(code: number): number {
  if (code < 128) {
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return code;
    return code >= 65 && code <= 90 ? code + 32 : 0;
  }
  const character = String.fromCharCode(code);
  return /[\p{L}\p{N}\p{Cs}]/u.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
}

function countWords(wanted: readonly number[], documents: readonly Document[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>(wanted.map((hash) => [hash, 0]));
  for (const { text } of documents) {
    scanHashes(text, (hash) => {
      const count = counts.get(hash);
      if (count !== undefined) counts.set(hash, count + 1);
    });
  }
  return counts;
}

function placesOf(clues: readonly number[], documents: readonly Document[]): ReadonlyMap<number, readonly Clue[]> {
  const places = new Map<number, Clue[]>(clues.map((hash) => [hash, []]));
  documents.forEach(({ text }, document) => {
    let position = 0;
    scanHashes(text, (hash, start) => {
      places.get(hash)?.push({ document, start, position });
      position++;
    });
  });
  return places;
}

/**
 * Where clues of most weight (the rarer, the heavier) stand within twice the quote's length; best first, and after them the
 * best of each document that was named.
 */
function densest(
  clues: readonly number[],
  places: ReadonlyMap<number, readonly Clue[]>,
  counts: ReadonlyMap<number, number>,
  words: number,
  named: ReadonlySet<number>,
): readonly Clue[] {
  const all = clues
    .flatMap((word) =>
      places.get(word)!.map((clue) => ({ ...clue, word, weight: 1 / (1 + Math.log(counts.get(word)!)) })),
    )
    .sort((a, b) => a.document - b.document || a.position - b.position);
  const reach = 2 * words + 4;
  const windows: { readonly clue: Clue; readonly weight: number }[] = [];
  const inside = new Map<number, number>();
  let weight = 0;
  let first = 0;
  for (const last of all) {
    const before = inside.get(last.word) ?? 0;
    if (before === 0) weight += last.weight;
    inside.set(last.word, before + 1);
    while (all[first]!.document !== last.document || last.position - all[first]!.position > reach) {
      const gone = all[first++]!;
      const rest = inside.get(gone.word)! - 1;
      inside.set(gone.word, rest);
      if (rest === 0) weight -= gone.weight;
    }
    windows.push({ clue: all[first]!, weight });
  }
  windows.sort((a, b) => b.weight - a.weight || a.clue.document - b.clue.document || a.clue.position - b.clue.position);
  const chosen: Clue[] = [];
  const isChosen = (clue: Clue) =>
    chosen.some(
      (other) => other.document === clue.document && Math.abs(other.position - clue.position) <= Math.max(2, words / 2),
    );
  for (const { clue } of windows) {
    if (chosen.length === MOST_COMPARED) break;
    if (!isChosen(clue)) chosen.push(clue);
  }
  const unseen = new Set([...named].filter((number) => !chosen.some(({ document }) => document === number)));
  for (const { clue } of windows) {
    if (unseen.size === 0) break;
    if (unseen.delete(clue.document)) chosen.push(clue);
  }
  return chosen;
}

/**
 * Runs of whole sentences around a place, and the stretch from first to last common word: whichever is most alike.
 * @param length of the quote in UTF-16 units
 * @param partHandicap by how much a part of a sentence must be more alike than whole ones
 */
function bestNear(
  words: readonly string[],
  document: Document,
  near: number,
  length: number,
  partHandicap: number,
): Passage[] {
  const from = Math.max(0, near - 2 * length - 200);
  const to = Math.min(document.text.length, near + 3 * length + 400);
  const window = document.text.slice(from, to);
  const sentences = splitSentences(window);
  let best: Passage | undefined;
  const offer = (start: number, end: number, handicap = 0): void => {
    const score = alike(words, wordsOf(window.slice(start, end)).slice(0, 2 * MOST_WORDS));
    if (score <= Math.max(LEAST, best ? best.similarity + handicap : 0)) return;
    best = { document, span: { start: from + start, end: from + end }, similarity: score };
  };
  for (let first = 0; first < sentences.length; first++) {
    for (let last = first; last < sentences.length; last++) {
      const { end } = sentences[last]!;
      const { start } = sentences[first]!;
      if (last > first && end - start > 2 * length + 40) break;
      offer(start, end);
    }
  }
  // A part of a sentence, where the quote was one.
  const own = [...window.matchAll(WORD)];
  const wanted = new Set(words);
  const step = Math.max(1, Math.floor(words.length / 20));
  for (let first = 0; first < own.length; first += step) {
    if (step === 1 && !wanted.has(own[first]![0].toLowerCase())) continue;
    const last = Math.min(own.length, first + words.length) - 1;
    const end = own[last]!;
    offer(own[first]!.index, end.index + end[0].length, partHandicap);
  }
  return best ? [best] : [];
}

function distinctPassages(passages: readonly Passage[]): Passage[] {
  const kept: Passage[] = [];
  for (const passage of [...passages].sort((a, b) => b.similarity - a.similarity)) {
    const overlaps = ({ document, span }: Passage) =>
      document === passage.document && span.start < passage.span.end && passage.span.start < span.end;
    if (!kept.some(overlaps)) kept.push(passage);
  }
  return kept;
}

/** Dice's coefficient over the longest common subsequence of words. */
function alike(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 0;
  let last = new Uint16Array(b.length + 1);
  let row = new Uint16Array(b.length + 1);
  for (const word of a) {
    for (let j = 1; j <= b.length; j++) {
      row[j] = b[j - 1] === word ? last[j - 1]! + 1 : Math.max(last[j]!, row[j - 1]!);
    }
    [last, row] = [row, last];
  }
  return (2 * last[b.length]!) / (a.length + b.length);
}
