// What turns a text into the terms that lexical systems count.

export interface Analyzer {
  /** Identity: analyzers of one name yield the same terms, so that indexes can be shared. */
  readonly name: string;
  /** Terms in reading order, repeated as often as they occur. */
  terms(text: string): string[];
  /** What a chunk of so many terms is taken to hold where length counts; absent: as many as it has. */
  storedLength?(length: number): number;
}
