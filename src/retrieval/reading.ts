// A question word by word, as a lexical system reads it.
import type { QueryWord } from '../core/explanation.ts';
import type { Analyzer } from '../text/analyzer.ts';

/** What a system makes of a term beyond the analyzer. */
export interface TermReading {
  readonly added: readonly string[];
  readonly by?: 'expansion' | 'group';
  readonly chunks: number;
}

/** Every word in the order typed, those that are dropped too. */
export function readWords(
  text: string,
  analyzer: Analyzer,
  termReading: (term: string) => TermReading,
): readonly QueryWord[] {
  return analyzer.read(text).map(({ word, term }) => {
    if (term === undefined) return { word, terms: [], dropped: 'stop word', added: [], chunks: 0 };
    const { added, by, chunks } = termReading(term);
    return { word, terms: [term], added, ...(by !== undefined && added.length > 0 && { by }), chunks };
  });
}
