import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzers } from '../../src/text/analyzers.ts';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';
import { openStream } from '../../src/text/term-stream.ts';

/** Letters, digits, every mark that may stand within a word, line breaks, and what is no ASCII. */
const piece = fc.oneof(
  fc.constantFrom(
    'leave',
    'Leaves',
    'policies',
    'the',
    'THE',
    'constructor',
    '__proto__',
    "can't",
    'U.S.A.',
    '3.14',
    '1,000',
  ),
  fc.constantFrom('_', '__', '.', ',', ';', ':', "'", '"', '-', ' ', '  ', '\n', '\0', '\u007f', 'a', 'B', '7'),
  fc.constantFrom('é', 'İ', '\u212a', 'ß', '’s', '中', '😀', '\ud800', '\u200b', 'ſ'),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe.each(analyzers.map((analyzer) => [analyzer.name, analyzer] as const))('the stream of %s', (_, analyzer) => {
  it('gives the terms of one text after another, numbered as they occur first', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const stream = openStream(analyzer);
        const expected = texts.map((one) => analyzer.terms(one));
        const found = texts.map((one) => Array.from(stream.read(one), (id) => stream.terms[id]));
        expect(found).toEqual(expected);
        expect(stream.terms).toEqual([...new Set(expected.flat())]);
        expect([...stream.ids]).toEqual(stream.terms.map((term, id) => [term, id]));
      }),
      { numRuns: 500 },
    );
  });

  it('reads words and texts of any length', () => {
    const stream = openStream(analyzer);
    for (const long of [
      'x'.repeat(255),
      'x'.repeat(256),
      `${'_'.repeat(600)} ${'_'.repeat(300)}y`,
      '1.2'.repeat(400),
      'ab '.repeat(90_000),
    ]) {
      for (const one of [long, `${long}é`]) {
        expect(Array.from(stream.read(one), (id) => stream.terms[id])).toEqual(analyzer.terms(one));
      }
    }
  });

  it('keeps apart more words than its table began with', () => {
    const stream = openStream(analyzer);
    const texts = Array.from({ length: 40 }, (_, i) => Array.from({ length: 1000 }, (_, j) => `w${i}q${j}`).join(' '));
    for (const pass of [1, 2]) {
      const distinct = new Set(texts.flatMap((one) => [...stream.read(one)]));
      expect(distinct.size, `pass ${pass}`).toBe(40_000);
    }
  });
});

describe('the stream of an analyzer that has none of its own', () => {
  it('goes by its lists of terms', () => {
    const { terms } = plainAnalyzer;
    const stream = openStream({ terms });
    expect([...stream.read('a B a')]).toEqual([0, 1, 0]);
    expect([...stream.read('b c')]).toEqual([1, 2]);
    expect(stream.terms).toEqual(['a', 'b', 'c']);
  });
});
