// Lower case, runs of [a-z0-9], nothing else: no stop words, no stemming.
import type { Analyzer, ReadWord } from './analyzer.ts';
import { createTermStream } from './term-stream.ts';
import { lowerCase, scanTypedWords, scanWordBytes, scanWords } from './words.ts';

export const plainAnalyzer: Analyzer = {
  name: 'plain',
  terms(text) {
    const terms: string[] = [];
    scanWords(text, (word) => terms.push(word));
    return terms;
  },
  read(text) {
    const read: ReadWord[] = [];
    scanTypedWords(text, (term, word) => read.push({ word, term }));
    return read;
  },
  stream: () => createTermStream({ termOf: (word) => word, scan: scanWordBytes, fold: lowerCase }),
};
