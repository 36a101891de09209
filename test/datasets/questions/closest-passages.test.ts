import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/core/model.ts';
import { closestPassages, similarity } from '../../../src/datasets/questions/closest-passages.ts';

const doc = (id: string, text: string): Document => ({ id, title: id, text, blocks: [], meta: {}, source: id });

function closest(quote: string, ...texts: string[]) {
  const documents = texts.map((text, n) => doc(`d${n}`, text));
  const sought = { quote };
  return closestPassages([sought], documents)
    .get(sought)!
    .map(({ document, span, similarity: alike }) => ({
      id: document.id,
      text: document.text.slice(span.start, span.end),
      alike,
    }));
}

describe('closest passages', () => {
  const filler = 'The office opens early. Bring your badge to the door. Lunch is at noon for everyone in the house. ';

  it('finds the sentence that was edited, whole', () => {
    const text = `${filler.repeat(20)}Annual leave must be requested at least 4 weeks in advance, in writing. ${filler.repeat(20)}`;
    const [best] = closest('Annual leave must be requested at least 3 weeks in advance.', filler.repeat(3), text);
    expect(best?.id).toBe('d1');
    expect(best?.text).toBe('Annual leave must be requested at least 4 weeks in advance, in writing.');
    expect(best?.alike).toBeGreaterThan(0.75);
  });

  it('finds a part of a sentence where the quote was one', () => {
    const long =
      'While every newcomer is greeted at the gate by a colleague, paired with a kind buddy for the first 90 days of work, and shown to a desk, nobody knows why.';
    expect(closest('paired with a buddy for the first 90 days', long)[0]?.text).toBe(
      'paired with a kind buddy for the first 90',
    );
  });

  it('offers nothing where hardly a word is shared, and nothing without documents', () => {
    expect(closest('zebras graze quietly beneath acacia trees', filler)).toEqual([]);
    expect(closest('zebras graze')).toEqual([]);
    expect(closest('?!', filler)).toEqual([]);
  });

  describe('in a document that was named', () => {
    const quote = 'Annual leave must be requested at least 3 weeks in advance, in writing.';
    const asked = (named: string, other: string, others = 1) => {
      const documents = [...Array.from({ length: others }, (_, n) => doc(`d${n}`, other)), doc('named', named)];
      const sought = { quote, document: documents.at(-1)! };
      const nowhere = { quote, document: undefined };
      const found = closestPassages([sought, nowhere], documents);
      return [found.get(sought)![0]!.document.id, found.get(nowhere)![0]!.document.id];
    };

    it('comes first among equals, however many there are and in whatever order', () => {
      const edited = quote.replace('3', '4');
      expect(asked(edited, edited)).toEqual(['named', 'd0']);
      expect(asked(edited, edited, 40)).toEqual(['named', 'd0']);
    });

    it('comes second where another is clearly more alike', () => {
      expect(asked('Annual leave must be requested in advance.', quote.replace('3', '4'), 40)).toEqual(['d0', 'd0']);
    });

    it('comes first where it is less alike by a hair', () => {
      const long = Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ');
      const documents = [
        doc('a', `${long}.`.replace('word50 ', '')),
        doc('b', `${long}.`.replace('word50 word51 ', '')),
      ];
      const sought = { quote: `${long}.`, document: documents[1] };
      const [first, second] = closestPassages([sought], documents).get(sought)!;
      expect([first!.document.id, second!.document.id]).toEqual(['b', 'a']);
      expect(first!.similarity).toBeLessThan(second!.similarity);
    });
  });

  it('compares by words in order', () => {
    expect(similarity('a b c', 'A, b c!')).toBe(1);
    expect(similarity('a b c', 'c b a')).toBeCloseTo(1 / 3);
    expect(similarity('a b', 'x y')).toBe(0);
    expect(similarity('', '')).toBe(0);
  });

  it('looks for the beginning of a quote as long as a book, in no more time than for a page', () => {
    const sentence = (n: number) =>
      `Sentence ${n} says that rule r${n} holds for floor f${n % 97} and room q${n % 89}. `;
    const book = (from: number) => Array.from({ length: 8000 }, (_, n) => sentence(from + n)).join('');
    const [best] = closest(book(5000).replace('Sentence', 'Phrase'), book(0), book(100_000));
    expect(best?.id).toBe('d0');
    expect(best?.text).toMatch(/^Sentence 5000 says/);
    expect(best?.alike).toBeGreaterThan(0.9);
  });

  it('keeps to a bound for a quote of words that are everywhere', () => {
    const [best] = closest('the to the at the', 'the to at '.repeat(50_000));
    expect(best === undefined || best.alike > 0).toBe(true);
  });
});
