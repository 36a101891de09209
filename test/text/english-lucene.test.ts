import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishLuceneAnalyzer, luceneLength } from '../../src/text/english-lucene.ts';
import { scanUnicodeWords } from '../../src/text/word-breaks.ts';

const terms = (text: string): string[] => englishLuceneAnalyzer.terms(text);

/** Lucene's SmallFloat, written out from its description: a float of four significant bits, from 24 on. */
function encode(length: number): number {
  if (length < 24) return length;
  const above = length - 24;
  const bits = above === 0 ? 0 : Math.floor(Math.log2(above)) + 1;
  if (bits < 4) return 24 + above;
  const shift = bits - 4;
  return 24 + ((Math.floor(above / 2 ** shift) & 7) | ((shift + 1) << 3));
}
function decode(byte: number): number {
  if (byte < 24) return byte;
  const shift = ((byte - 24) >> 3) - 1;
  const low = (byte - 24) & 7;
  return 24 + (shift === -1 ? low : (low | 8) * 2 ** shift);
}

describe('the English analyzer of Lucene', () => {
  it('drops 33 stop words and keeps others, and stems the rest', () => {
    expect(terms('To be or not to be: that is the question')).toEqual(['question']);
    expect(terms('from which we have')).toEqual(['from', 'which', 'we', 'have']);
    expect(terms('Generic general relational ponies caresses')).toEqual(['gener', 'gener', 'relat', 'poni', 'caress']);
  });

  it("drops a possessive 's behind any of three apostrophes, and only there", () => {
    expect(terms("ESA's PILOT’S pilot＇s pilots' o'clock's")).toEqual(['esa', 'pilot', 'pilot', 'pilot', "o'clock"]);
  });

  it('does not stem words of one or two letters, and reads numbers as they are', () => {
    expect(terms('us as 3.14 1960s')).toEqual(['us', '3.14', '1960']);
  });

  it('lowers case letter by letter, as Java does', () => {
    expect(terms('ΟΔΟΣ İZMİR ÉTÉ')).toEqual(['οδοσ', 'izmir', 'été']);
  });

  it('takes names of object properties for words, the second time, too', () => {
    for (let i = 0; i < 2; i++) {
      expect(terms('constructor __proto__ toString')).toEqual(['constructor', '__proto__', 'tostr']);
    }
  });

  it('keeps lengths as one byte does: exact to 39, coarser above, never longer', () => {
    expect([0, 23, 24, 39, 40, 41, 42, 100, 1000, 123456].map(luceneLength)).toEqual([
      0, 23, 24, 39, 40, 40, 42, 96, 984, 122904,
    ]);
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (length) => {
        const stored = luceneLength(length);
        expect(stored).toBe(decode(encode(length)));
        expect(luceneLength(stored)).toBe(stored);
      }),
    );
  });
});

describe('as recorded from Lucene', () => {
  const { cases } = JSON.parse(
    readFileSync(new URL('../fixtures/analyzers/lucene-9.12.1.json', import.meta.url), 'utf8'),
  ) as { cases: readonly { text: string; standard: readonly string[]; english: readonly string[] }[] };

  it('words are those of its StandardTokenizer, terms those of its EnglishAnalyzer', () => {
    expect(cases.length).toBeGreaterThan(400);
    for (const { text, standard, english } of cases) {
      const words: string[] = [];
      scanUnicodeWords(text, (word) => words.push(word));
      expect(words, text).toEqual(standard);
      expect(terms(text), text).toEqual(english);
    }
  });
});
