import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanWords } from '../../src/text/words.ts';

function wordsOf(text: string): string[] {
  const words: string[] = [];
  scanWords(text, (word) => words.push(word));
  return words;
}

describe('scanWords', () => {
  it('finds what the pattern [a-z0-9]+ finds in the lower-cased text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(wordsOf(text)).toEqual(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ09 -_.é') }), (text) => {
        expect(wordsOf(text)).toEqual(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
      }),
    );
  });
});
