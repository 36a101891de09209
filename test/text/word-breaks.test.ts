import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanUnicodeWords } from '../../src/text/word-breaks.ts';

function wordsOf(text: string): string[] {
  const words: string[] = [];
  scanUnicodeWords(text, (word) => words.push(word));
  return words;
}

describe('words by the Unicode rules', () => {
  it.each([
    [
      "The quick (“brown”) fox can't jump 32.3 feet, right?",
      ['The', 'quick', 'brown', 'fox', "can't", 'jump', '32.3', 'feet', 'right'],
    ],
    ['LANDER-7 re-entry', ['LANDER', '7', 're', 'entry']],
    ['The pilot’s licence', ['The', 'pilot’s', 'licence']],
    ['1,000.50 and 1, 2', ['1,000.50', 'and', '1', '2']],
    ['a.b.c. u.s.a', ['a.b.c', 'u.s.a']],
    ['foo_bar __init__ _ __', ['foo_bar', '__init__']],
    ['x1 1x 3.x x.3', ['x1', '1x', '3', 'x', 'x', '3']],
    ['host:port 10:30 a:1', ['host:port', '10', '30', 'a', '1']],
    ["'quoted' o'clock' 1'000", ['quoted', "o'clock", "1'000"]],
    ['https://docs.example.org/a_b?c=d', ['https', 'docs.example.org', 'a_b', 'c', 'd']],
    ['me@example.org', ['me', 'example.org']],
    ['naïve nai\u0308ve Ωμέγα', ['naïve', 'nai\u0308ve', 'Ωμέγα']],
    ['zero\u200dwidth soft\u00adhyphen', ['zero\u200dwidth', 'soft\u00adhyphen']],
    ['我是中国人。 ひらがな', ['我', '是', '中', '国', '人', 'ひ', 'ら', 'が', 'な']],
    ['カタカナー テスト', ['カタカナー', 'テスト']],
    ['한국어 문장', ['한국어', '문장']],
    ['การที่ได้', ['การที่ได้']],
    ['צה"ל ג׳', ['צה"ל', 'ג׳']],
    ['👩‍🚀 🇩🇪🇫🇷 🇩 ❤ ok 👍🏽', ['👩‍🚀', '🇩🇪', '🇫🇷', '❤', 'ok', '👍🏽']],
    ['\u{1d400}\u{1d401} \u{20000}', ['\u{1d400}\u{1d401}', '\u{20000}']],
    ['... -- ?! \u0301', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('a word longer than 255 units is cut into pieces, as Lucene does', () => {
    expect(wordsOf('x'.repeat(600)).map(({ length }) => length)).toEqual([255, 255, 90]);
  });

  it('an unpaired surrogate is no letter, and no word is lost beside it', () => {
    expect(wordsOf('a\ud800b')).toEqual(['a', 'b']);
  });

  it('words are slices of the text in order, each with a letter or digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        let from = 0;
        scanUnicodeWords(text, (word) => {
          const at = text.indexOf(word, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + word.length;
        });
        // Nothing between the words would be a word by itself.
        expect(wordsOf(text).every((word) => wordsOf(word).length > 0)).toBe(true);
      }),
    );
  });

  it('equals the segmenter of this Node where both follow the same rules', () => {
    // The colon is left out: Unicode 15.1 moved it. So are scripts that ICU cuts by other means (Hangul, too).
    const unit = fc.constantFrom(
      ...Array.from('abZ09 .,;\'’_-/"@#\n\u0301\u00e9\u00ad\u200d\u2024\u00b7αБאגاب٣٫\u202f\u203f'),
    );
    const oracle = new Intl.Segmenter('en', { granularity: 'word' });
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const want = [...oracle.segment(text)]
          .map(({ segment }) => segment)
          .filter((word) => /[\p{L}\p{N}\u066b]/u.test(word));
        expect(wordsOf(text)).toEqual(want);
      }),
      { numRuns: 2000 },
    );
  });
});
