// Passages of chunks: every character kept, the right words marked, the quote shown, whatever the length.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedPassage, placeOfPassage } from '../../../src/report/html/marked-text.ts';
import { readPage, textOf } from './read-page.ts';

const elementsOf = (markup: string) => readPage(`<!doctype html><p>${markup}</p>`);
const marks = (text: string, terms: readonly string[], more = {}): string[] =>
  elementsOf(
    markedPassage({ text, matched: terms.map((term) => ({ term, weight: 1 })), longest: 1000, ...more }).markup,
  )
    .find(({ tagName }) => tagName === 'mark')
    .map(textOf);

describe('markedPassage', () => {
  it('keeps the text whole, line by line, whatever is marked', () => {
    const text = fc.array(fc.constantFrom('day', 'days', 'leave', '<b>', '&amp;', '"', 'holiday', '\n', ' ', '休暇'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (words) => {
        const given = words.join(' ');
        const shown = elementsOf(
          markedPassage({ text: given, matched: [{ term: 'day', weight: 1 }], quotes: ['leave <b>'], longest: 10_000 })
            .markup,
        ).text;
        expect(shown.replace(/\s+/g, ' ').trim()).toBe(given.replace(/\s+/g, ' ').trim());
      }),
    );
  });

  it('marks words of a term in its usual endings, and no others', () => {
    expect(marks('Day, days and today; birthday holidays', ['day'])).toEqual(['Day', 'days']);
    expect(marks('Policies and a policy, polite', ['polici'])).toEqual(['Policies', 'policy']);
    expect(marks('The policies of the bus', ['policy'])).toEqual(['policies']);
    expect(marks('requested requests requesting quest', ['request'])).toEqual(['requested', 'requests', 'requesting']);
  });

  it('marks each word of a synonym group, and nothing of trigrams', () => {
    expect(marks('annual vacation and holidays', ['vacation=annual=holiday', '~ann'])).toEqual([
      'annual',
      'vacation',
      'holidays',
    ]);
  });

  it('marks the sentence that a dense system matched, across line ends', () => {
    expect(marks('One. Two words\n here. Three.', ['Two words here.'])).toEqual(['Two words\nhere.']);
  });

  it('finds the quote in a hundred kilobytes and shows what stands around it', () => {
    const text = `${'filler words here '.repeat(4000)}The answer is forty two. ${'more of it '.repeat(4000)}`;
    const { markup } = markedPassage({
      text,
      matched: [{ term: 'filler', weight: 9 }],
      quotes: ['answer is forty two'],
      longest: 300,
    });
    expect(markup.length).toBeLessThan(3000);
    const [quote] = elementsOf(markup).find(({ attrs }) => attrs.some(({ value }) => value === 'quote'));
    expect(textOf(quote!)).toBe('answer is forty two');
    expect(elementsOf(markup).text).toMatch(/^… .* …$/s);
  });

  it('shows the passage that holds most, not the first occurrence', () => {
    const text = `ask ${'x '.repeat(500)} ask early for a vacation ${'y '.repeat(500)}`;
    const shown = elementsOf(
      markedPassage({
        text,
        matched: [
          { term: 'ask', weight: 1 },
          { term: 'early', weight: 2 },
        ],
        longest: 100,
      }).markup,
    ).text;
    expect(shown).toContain('ask early');
  });
});

describe('placeOfPassage', () => {
  it('is found whatever the white space, and given up where a text repeats itself without end', () => {
    expect(placeOfPassage('a b\n\n c d', 'b c')).toEqual({ start: 2, end: 7 });
    expect(placeOfPassage('a b', 'b c')).toBeUndefined();
    expect(placeOfPassage('a b', ' ')).toBeUndefined();
    expect(placeOfPassage('a '.repeat(50_000), `${'a '.repeat(20_000)}b`)).toBeUndefined();
  });
});
