// What turns a text into the terms that lexical systems count.
import type { TermStream } from './term-stream.ts';

/** A word of a text; without a term where it is a stop word. */
export interface ReadWord {
  readonly word: string;
  readonly term?: string;
}

export interface Analyzer {
  /** Identity: analyzers of one name yield the same terms, so that indexes can be shared. */
  readonly name: string;
  /** Terms in reading order, repeated as often as they occur. */
  terms(text: string): string[];
  /** The same words as typed, each with what becomes of it: for people who ask why. */
  read(text: string): ReadWord[];
  /** What a chunk of so many terms is taken to hold where length counts; absent: as many as it has. */
  storedLength?(length: number): number;
  /** Numbers the terms of many texts, quicker than by `terms` and no other; absent: there is no quicker way. */
  stream?(): TermStream;
}
