import { expect, it } from 'vitest';
import { columns, heading, paragraph } from '../../src/labs/page.ts';

it('wraps paragraphs at 80 columns and hangs later lines', () => {
  const lines = paragraph('word '.repeat(40), '- ', '  ').split('\n');
  expect(lines.every((line) => line.length <= 80)).toBe(true);
  expect(lines[0]).toMatch(/^- word/);
  expect(lines[1]).toMatch(/^ {2}word/);
  expect(lines.join(' ').match(/word/g)).toHaveLength(40);
});

it('keeps a word that is longer than a line whole', () => {
  expect(paragraph(`a ${'x'.repeat(100)} b`).split('\n')).toEqual(['a', 'x'.repeat(100), 'b']);
});

it('aligns columns and leaves no trailing spaces', () => {
  expect(
    columns(
      [
        ['a', 'bb', 'c'],
        ['aaa', 'b', ''],
      ],
      '',
    ),
  ).toBe('a    bb  c\naaa  b');
});

it('underlines a heading', () => {
  expect(heading('Tests')).toBe('Tests\n-----');
});
