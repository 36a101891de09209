// Sentence ends: case C29, the rules one by one, and that no character is lost, doubled or moved.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/text/sentences.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/cases/C29/${name}`, import.meta.url), 'utf8');
const split = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));
const inOne = (text: string): void => expect(split(text)).toEqual([text]);

describe('case C29', () => {
  it('gives exactly the five sentences of the field case', () => {
    expect(split(fixture('text.txt'))).toEqual(JSON.parse(fixture('expected-sentences.json')));
  });

  it('keeps all 28 non-blank characters of the separators, and goes on before a lower-case word', () => {
    const text = fixture('separators.txt');
    expect(split(text).join('').replace(/\s/g, '')).toHaveLength(28);
    expect(split(text)).toEqual(['one,, two;three', 'four.  five ,six,']);
  });
});

describe('a full stop', () => {
  it('ends a sentence before a capital letter or a letter without case', () => {
    expect(split('One here. Two there. 三 here.')).toEqual(['One here.', 'Two there.', '三 here.']);
  });

  it('is no end before a lower-case word, a digit or no space', () => {
    inOne('It grew approx. threefold.');
    inOne('See p. 4 of the list.');
    inOne('Version 2.0.1 is at example.org/a.b and costs 3.14 euros.');
    inOne('Sent to a.b@Example.Org');
    inOne('He spoke. “and then” he left');
  });

  it('is no end after titles, figure references, for example and that is', () => {
    inOne('Ask Dr. Lowe, Mr. Hall, Mrs. Hall, Ms. Roe, Prof. Ito and St. Mary');
    inOne('See Fig. A for it');
    inOne('Cities, e.g. Paris, or capitals, i.e. Rome');
    inOne('Ask (Dr. Lowe) or and/or Dr. Roe');
  });

  it('is an end after "No" and "etc" unless a number or lower-case word goes on', () => {
    expect(split('Is it free? No. You pay.')).toEqual(['Is it free?', 'No.', 'You pay.']);
    inOne('Form No. A12 is due');
    inOne('Form No. 7 is due');
    expect(split('Pens, paper, etc. The rest is yours.')).toEqual(['Pens, paper, etc.', 'The rest is yours.']);
    inOne('Pens, etc. are free.');
  });

  it('is no end after initials', () => {
    inOne('Ask J. Smith or J.K. Rowling about it.');
  });

  it('is no end after the number of a list item, and is one before it', () => {
    expect(split('1. Open it.\n2. Close it.\na. Then rest.')).toEqual(['1. Open it.', '2. Close it.\na. Then rest.']);
    expect(split('It began in 2024. Then it ended.')).toHaveLength(2);
  });

  it('ends a sentence as an ellipsis, unless a lower-case word goes on', () => {
    expect(split('Wait... What? Well… yes.')).toEqual(['Wait...', 'What?', 'Well… yes.']);
  });
});

describe('other ends', () => {
  it('are exclamation and question marks before white space, in runs too', () => {
    expect(split('Really?! Yes! 4 of them? why not')).toEqual(['Really?!', 'Yes!', '4 of them?', 'why not']);
    inOne('https://docs.example.org/a?b=c!d');
  });

  it('keep closing quotes and brackets with their sentence', () => {
    expect(split('He said "Go." (She went.) *Done.* Next')).toEqual([
      'He said "Go."',
      '(She went.)',
      '*Done.*',
      'Next',
    ]);
    inOne('"Did it work?" she asked.');
  });

  it('are blank lines, with or without a mark, whatever the line ends', () => {
    expect(split('Setup\n\nrun this')).toEqual(['Setup', 'run this']);
    expect(split('Setup\r\n \r\nrun e.g.\r\rthat')).toEqual(['Setup', 'run e.g.', 'that']);
    inOne('one line\r\ncontinues here');
  });

  it('are full stops of other scripts, without a space', () => {
    expect(split('年休は三週間前です。「はい。」次に？終わり！')).toEqual([
      '年休は三週間前です。',
      '「はい。」',
      '次に？',
      '終わり！',
    ]);
  });
});

describe('any text', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '.',
        '!',
        '?',
        '…',
        '。',
        '"',
        ')',
        '(',
        ' ',
        '\n',
        '\r\n',
        '\n\n',
        '\u2029',
        '\ufeff',
        'Dr',
        'No',
      ),
      fc.constantFrom('e.g.', 'a', 'B', '1', '1.', 'é', '😀', '\ud800', '\u0301', '漢', '*'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 40 },
  );

  it('is covered in order: spans ascend, are trimmed and hold every non-blank character once', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        let from = 0;
        for (const { start, end } of splitSentences(text)) {
          expect(text.slice(from, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          const sentence = text.slice(start, end);
          expect(sentence.trim()).toBe(sentence);
          from = end;
        }
        expect(text.slice(from).trim()).toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  it('is split alike when it stands behind another paragraph', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        expect(split(`Before.\n\n${text}`).slice(1)).toEqual(split(text));
      }),
    );
  });

  it('takes time in proportion to its length, even for hostile runs', () => {
    for (const unit of ['.', '. ', '.(', '"', ' ', 'A.', '. (((', 'x']) {
      const text = unit.repeat(400_000 / unit.length);
      expect(splitSentences(text).length).toBeGreaterThanOrEqual(unit.trim() ? 1 : 0);
    }
  }, 5_000);
});
