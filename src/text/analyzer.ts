// What turns a text into the terms that lexical systems count.

export interface Analyzer {
  /** Identity: analyzers of one name yield the same terms, so that indexes can be shared. */
  readonly name: string;
  /** Terms in reading order, repeated as often as they occur. */
  terms(text: string): string[];
}
