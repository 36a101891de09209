import { describe, expect, it } from 'vitest';
import { type LessonPage, lines, table, text } from '../../src/labs/lesson.ts';
import { drawPage } from '../../src/labs/lesson-text.ts';

const page: LessonPage = {
  parts: [
    text('One.', 'Two.'),
    lines('a', '', 'b'),
    table(
      ['name', '>n'],
      [
        ['x', '1'],
        ['longer', '10'],
      ],
    ),
  ],
  notice: ['word '.repeat(20).trim()],
  question: 'Why?',
  answer: [text('Because.'), lines('1 + 1 = 2')],
};

describe('drawPage', () => {
  const plain = drawPage({ title: 'A title' }, page, { number: 2, of: 13 }, (_role, words) => words);

  it('shows parts in order, figures aligned to the right, and the answer apart', () => {
    expect(plain.page).toBe(
      [
        '2 of 13  A title',
        '----------------',
        '',
        'One. Two.',
        '',
        '  a',
        '',
        '  b',
        '',
        '  name     n',
        '  x        1',
        '  longer  10',
        '',
        'What to notice',
        `  - ${'word '.repeat(15).trim()}`,
        `    ${'word '.repeat(5).trim()}`,
        '',
        'Question',
        '  Why?',
        '',
      ].join('\n'),
    );
    expect(plain.answer).toBe('Answer\n  Because.\n  1 + 1 = 2\n');
    expect(plain.page).not.toContain('Because');
  });

  it('says by colour nothing that the text does not say', () => {
    const painted = drawPage({ title: 'A title' }, page, { number: 2, of: 13 }, (_role, words) => `<${words}>`);
    expect(painted.page.replace(/[<>]/g, '')).toBe(plain.page);
    expect(painted.page).toContain('<What to notice>');
  });
});
