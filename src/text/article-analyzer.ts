// The analyzer of the RAG retrieval article: lower case, runs of [a-z0-9], its 32 stop words, its crude plural rule.
import type { Analyzer, ReadWord } from './analyzer.ts';
import { createTermStream } from './term-stream.ts';
import { lowerCase, scanTypedWords, scanWordBytes, scanWords } from './words.ts';

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the is are be to of in on at for and or do does how what when ' +
    'who which i we my our can may must by with up go'
  ).split(' '),
);

/** The plural rule: `policies` -> `policy`, `badges` -> `badge`; `bus` and `access` stay. */
export function stripPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

// word -> term, undefined for stop words. A Map: `constructor` and `__proto__` are words like any other.
const memo = new Map<string, string | undefined>();
// Texts repeat their words, so the memo stays small; the bound is for corpora full of distinct identifiers.
const MEMO_LIMIT = 500_000;

function termOf(word: string): string | undefined {
  const known = memo.get(word);
  if (known !== undefined || memo.has(word)) return known;
  const term = STOP_WORDS.has(word) ? undefined : stripPlural(word);
  if (memo.size < MEMO_LIMIT) memo.set(word, term);
  return term;
}

export const articleAnalyzer: Analyzer = {
  name: 'article',
  terms(text) {
    const terms: string[] = [];
    scanWords(text, (word) => {
      const term = termOf(word);
      if (term !== undefined) terms.push(term);
    });
    return terms;
  },
  read(text) {
    const read: ReadWord[] = [];
    scanTypedWords(text, (word, typed) => {
      const term = termOf(word);
      read.push(term === undefined ? { word: typed } : { word: typed, term });
    });
    return read;
  },
  stream: () => createTermStream({ termOf, scan: scanWordBytes, fold: lowerCase }),
};
