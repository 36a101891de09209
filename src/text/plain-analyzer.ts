// Lower case, runs of [a-z0-9], nothing else: no stop words, no stemming.
import type { Analyzer } from './analyzer.ts';
import { scanWords } from './words.ts';

export const plainAnalyzer: Analyzer = {
  name: 'plain',
  terms(text) {
    const terms: string[] = [];
    scanWords(text, (word) => terms.push(word));
    return terms;
  },
};
