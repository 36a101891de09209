import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoldedText, foldQuote } from '../../../src/datasets/questions/folded-text.ts';

const spaced = fc
  .array(
    fc.oneof(fc.constantFrom(' ', '\n', '\r\n', '\t', '\u00a0', '\u2028', '  '), fc.constantFrom('a', 'b', 'é', '😀')),
  )
  .map((parts) => parts.join(''));

describe('a folded text', () => {
  it('leads back to the exact offsets of whatever is found in it', () => {
    fc.assert(
      fc.property(spaced, fc.nat(), fc.nat(), (text, a, b) => {
        const folded = new FoldedText(text);
        const quote = foldQuote(folded.text.slice(a % (text.length + 1), (a % (text.length + 1)) + (b % 9)));
        const start = quote === '' ? -1 : folded.text.indexOf(quote);
        fc.pre(start >= 0);
        const span = folded.unfold({ start, end: start + quote.length });
        const own = text.slice(span.start, span.end);
        expect(foldQuote(own)).toBe(quote);
        expect(own.trim()).toBe(own);
      }),
    );
  });

  it('folds nothing but white space', () => {
    expect(foldQuote('\n Leave \r\n\t is\u00a03  weeks. ')).toBe('Leave is 3 weeks.');
    expect(new FoldedText('a\n\nb').unfold({ start: 2, end: 3 })).toEqual({ start: 3, end: 4 });
  });
});
