// A text with its white space folded, and where each unit of it stood: quotes are found however their lines were broken.
import { isSpace } from '../core/collection.ts';
import type { Span } from '../core/model.ts';

export interface FoldedText {
  readonly text: string;
  /** Where a unit of the folded text stands in the original. */
  readonly places: Uint32Array;
}

/** Runs of white space become one space; none is kept at the ends. */
export function foldSpace(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** As `foldSpace`, remembering places. */
export function foldText(text: string): FoldedText {
  const places = new Uint32Array(text.length);
  let length = 0;
  let inSpace = true;
  for (let i = 0; i < text.length; i++) {
    const space = isSpace(text.charCodeAt(i));
    if (!space || !inSpace) places[length++] = i;
    inSpace = space;
  }
  const kept = foldSpace(text);
  // A space at the end was kept as a place, not as text.
  return { text: kept, places: places.subarray(0, Math.min(length, kept.length)) };
}

/** Places of a folded quote in the original text, in order, overlapping ones too; at most `most` of them. */
export function findFolded({ text, places }: FoldedText, quote: string, most: number): Span[] {
  const spans: Span[] = [];
  if (quote === '') return spans;
  for (let at = text.indexOf(quote); at >= 0 && spans.length < most; at = text.indexOf(quote, at + 1)) {
    spans.push({ start: places[at]!, end: places[at + quote.length - 1]! + 1 });
  }
  return spans;
}
