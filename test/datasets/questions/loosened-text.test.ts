import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loosen, loosenQuote } from '../../../src/datasets/questions/loosened-text.ts';

/** What the document's own text is where the quote stands. */
function place(text: string, quote: string): string | undefined {
  const loosened = loosen(text);
  const wanted = loosenQuote(quote);
  const start = loosened.text.indexOf(wanted);
  if (start < 0) return undefined;
  const span = loosened.tighten({ start, end: start + wanted.length });
  return text.slice(span.start, span.end);
}

describe('a loosened text', () => {
  it.each([
    ['Use **three** `weeks` notice.', 'Use three weeks notice.', 'Use **three** `weeks` notice.'],
    [
      'See [the policy](https://e.org/a_(b)) first.',
      'See the policy first.',
      'See [the policy](https://e.org/a_(b)) first.',
    ],
    ['See [the policy][1] and a note[^2] first.', 'the policy and a note first', 'the policy][1] and a note[^2] first'],
    ['It’s “due” – always.', 'It\'s "due" - always.', 'It’s “due” – always.'],
    ['snake_case_name', 'snake_case_name', 'snake_case_name'],
    ['A &amp; B<br>C', 'a & bc', 'A &amp; B<br>C'],
    ['one\n> two\n> three', 'one two three', 'one\n> two\n> three'],
    ['- first\n- second', 'first second', 'first\n- second'],
    ['| Day | Hours |\n| Mon | 8 |', 'Mon 8', 'Mon | 8'],
    ['soft\u00adhyphen', 'softhyphen', 'soft\u00adhyphen'],
    ['NOTICE PERIOD', 'Notice period', 'NOTICE PERIOD'],
    ['a -- b --- c', 'a — b – c', 'a -- b --- c'],
  ])('%j holds %j', (text, quote, expected) => {
    expect(place(text, quote)).toBe(expected);
  });

  it('does not take other words for the same', () => {
    expect(place('Use three weeks.', 'Use four weeks.')).toBeUndefined();
    expect(place('a b', 'ab')).toBeUndefined();
  });

  it('finds every text in itself, at offsets that stay inside', () => {
    const mark = fc.constantFrom(
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '|',
      '>',
      '#',
      '-',
      '—',
      '’',
      '&amp;',
      '<b>',
      '\n',
    );
    const part = fc.oneof(mark, fc.constantFrom('a', 'Bc', 'İ', 'ß', '😀', ' ', '7'));
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          const loosened = loosen(text);
          const quote = loosened.text.trim();
          fc.pre(quote !== '');
          const start = loosened.text.indexOf(quote);
          const span = loosened.tighten({ start, end: start + quote.length });
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(span.start).toBeLessThan(span.end);
        },
      ),
    );
  });

  it('reads brackets that nobody closed in linear time', () => {
    const text = '](('.repeat(100_000);
    expect(loosen(text).text.length).toBeGreaterThan(0);
  });
});
