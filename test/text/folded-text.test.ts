import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoldedText, foldSpace } from '../../src/text/folded-text.ts';

const units = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', ' ', '\n', '\r\n', '\t', '\u00a0', '\u2003', '\u2028', '\ufeff', '😀', '\ud800'),
});

describe('a folded text', () => {
  it('leads back to the exact offsets of whatever is found in it', () => {
    fc.assert(
      fc.property(units, fc.nat(30), fc.nat(30), (text, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const quote = foldSpace(text.slice(start, end));
        const spans = new FoldedText(text).find(quote, 1000);
        for (const span of spans) {
          const own = text.slice(span.start, span.end);
          expect(foldSpace(own)).toBe(quote);
          expect(own.trim()).toBe(own);
        }
        if (quote !== '') expect(spans.some((span) => span.start >= start && span.end <= end)).toBe(true);
      }),
    );
  });

  it('finds overlapping places, no more than asked for, and nothing for nothing', () => {
    const folded = new FoldedText('aa\n a');
    expect(folded.find('a', 9)).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 2 },
      { start: 4, end: 5 },
    ]);
    expect(new FoldedText('aaa').find('aa', 9)).toEqual([
      { start: 0, end: 2 },
      { start: 1, end: 3 },
    ]);
    expect(folded.find('a', 2)).toHaveLength(2);
    expect(folded.find('', 9)).toEqual([]);
  });

  it('folds nothing but white space', () => {
    expect(foldSpace('\n Leave \r\n\t is\u00a03  weeks. ')).toBe('Leave is 3 weeks.');
    expect(new FoldedText('a\n\nb').unfold({ start: 2, end: 3 })).toEqual({ start: 3, end: 4 });
  });
});
