// English as Lucene's EnglishAnalyzer and Anserini read it: Unicode words, no possessive 's, lower case, 33 stop words, Porter.
import { stemmer } from 'stemmer';
import type { Analyzer, ReadWord } from './analyzer.ts';
import { createTermStream } from './term-stream.ts';
import { scanAsciiWords, scanUnicodeWords } from './word-breaks.ts';

/** Lucene's EnglishAnalyzer.ENGLISH_STOP_WORDS_SET. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such ' +
    'that the their then there these they this to was will with'
  ).split(' '),
);

/** The straight, the curly and the full-width apostrophe, each with an s of either case. */
const POSSESSIVE = /['\u2019\uff07][sS]$/;

const DOTTED_CAPITAL_I = /\u0130/g;

/**
 * Character by character, as Java does it: a final sigma stays a sigma, and the dotted capital I becomes a plain i.
 */
function lowerCase(word: string): string {
  const dotless = word.replace(DOTTED_CAPITAL_I, 'i');
  const lower = dotless.toLowerCase();
  return lower.includes('\u03c2') ? Array.from(dotless, (mark) => mark.toLowerCase()).join('') : lower;
}

// word -> term, undefined for stop words. A Map: `constructor` and `__proto__` are words like any other.
const memo = new Map<string, string | undefined>();
// Texts repeat their words, so the memo stays small; the bound is for corpora full of distinct identifiers.
const MEMO_LIMIT = 500_000;

/** Whole words that look like an ending, where `stemmer` parts from Lucene's PorterStemFilter. */
const STEMS: ReadonlyMap<string, string> = new Map([
  ['ies', 'i'],
  ['sses', 'ss'],
  ['eed', 'eed'],
  ['eeds', 'eed'],
]);

function termOf(word: string): string | undefined {
  const known = memo.get(word);
  if (known !== undefined || memo.has(word)) return known;
  const lower = lowerCase(word.replace(POSSESSIVE, ''));
  const term = STOP_WORDS.has(lower) ? undefined : (STEMS.get(lower) ?? stemmer(lower));
  if (memo.size < MEMO_LIMIT) memo.set(word, term);
  return term;
}

/** Below it, Lucene's byte holds a length as it is. */
const EXACT_BELOW = 24;

/**
 * The length that Lucene's one byte gives back (SmallFloat.intToByte4 and byte4ToInt): exact to 39, then the four
 * leading bits of what is above 24.
 */
export function luceneLength(length: number): number {
  const above = length - EXACT_BELOW;
  if (above < 16) return length;
  const dropped = 28 - Math.clz32(above);
  return EXACT_BELOW + ((above >>> dropped) << dropped);
}

export const englishLuceneAnalyzer: Analyzer = {
  name: 'english-lucene',
  terms(text) {
    const terms: string[] = [];
    scanUnicodeWords(text, (word) => {
      const term = termOf(word);
      if (term !== undefined) terms.push(term);
    });
    return terms;
  },
  read(text) {
    const read: ReadWord[] = [];
    scanUnicodeWords(text, (word) => {
      const term = termOf(word);
      read.push(term === undefined ? { word } : { word, term });
    });
    return read;
  },
  storedLength: luceneLength,
  stream: () => createTermStream({ termOf, scan: scanAsciiWords, scanText: scanUnicodeWords }),
};
