// A text with its white space folded, and the way back to the offsets of the text itself: quotes are found however their lines
// were broken.
import type { Span } from '../core/model.ts';

/** Every run of white space as one space, none at the ends: what is compared of a quote. */
export function foldSpace(quote: string): string {
  return quote.replace(/\s+/g, ' ').trim();
}

/** Only folds: what a run of white space consists of carries no meaning in a quote. */
export class FoldedText {
  readonly text: string;
  readonly #original: string;
  /** Where folded runs of two or more end: offsets in the folded text, and how many units were left out up to there. */
  #shifts: { readonly at: Int32Array; readonly left: Int32Array } | undefined;

  constructor(original: string) {
    this.#original = original;
    // Most texts have nothing but single spaces and line ends: one pass without a copy tells.
    this.text = original.replace(/\s+/g, ' ');
  }

  /** @param found a span of the folded text that begins and ends with other than white space */
  unfold(found: Span): Span {
    return { start: this.#before(found.start), end: this.#before(found.end - 1) + 1 };
  }

  /** Where a folded quote stands in the original, in order, overlapping places too; at most `most` of them. */
  find(quote: string, most: number): Span[] {
    const spans: Span[] = [];
    if (quote === '') return spans;
    for (let at = this.text.indexOf(quote); at >= 0 && spans.length < most; at = this.text.indexOf(quote, at + 1)) {
      spans.push(this.unfold({ start: at, end: at + quote.length }));
    }
    return spans;
  }

  #before(folded: number): number {
    this.#shifts ??= shiftsOf(this.#original);
    const { at, left } = this.#shifts;
    let low = 0;
    let high = at.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at[middle]! <= folded) low = middle + 1;
      else high = middle;
    }
    return folded + (low === 0 ? 0 : left[low - 1]!);
  }
}

function shiftsOf(text: string): { at: Int32Array; left: Int32Array } {
  const at: number[] = [];
  const left: number[] = [];
  let gone = 0;
  for (const { 0: run, index } of text.matchAll(/\s{2,}/g)) {
    // Behind the one space that stands for the run.
    at.push(index - gone + 1);
    gone += run.length - 1;
    left.push(gone);
  }
  return { at: Int32Array.from(at), left: Int32Array.from(left) };
}
