// Paragraphs are what blank lines separate, and nothing is in none.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paragraphBlocks } from '../../src/ingest/paragraphs.ts';

const texts = (text: string): string[] => paragraphBlocks(text).map(({ span }) => text.slice(span.start, span.end));

it('separates at lines that are empty or blank', () => {
  expect(texts('\n  one\ntwo \n \t\u00a0\nthree\n\n\n\nfour')).toEqual(['one\ntwo', 'three', 'four']);
  expect(texts(' \n\n')).toEqual([]);
});

it('equals a split by a regular expression', () => {
  const any = fc.array(fc.constantFrom('a', ' b', '\n', '\n', '\t', '\u2028', '😀')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(any, (text) => {
      const pieces = text.split(/\n[^\S\n]*(?=\n)/).map((piece) => piece.trim());
      expect(texts(text)).toEqual(pieces.filter((piece) => piece !== ''));
    }),
  );
});
