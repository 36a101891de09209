import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { lines, table, text } from '../../src/labs/lesson.ts';
import { writeNotes } from '../../src/labs/lesson-markdown.ts';

const notes = writeNotes(
  [
    {
      lesson: { title: 'A *title*' },
      number: 3,
      page: {
        parts: [
          text('Rank 58* of ef_search <b> in `rag-lab run`.'),
          lines('a * b'),
          table(['a|b', '>n'], [['<i>', '58*']]),
        ],
        notice: ['1 * 2 * 3'],
        question: 'Why?',
        answer: [text('Because.')],
      },
    },
  ],
  'Of seed 404.',
);

it('is Markdown in which the page reads as on the terminal, answers at the end', () => {
  const html = new MarkdownIt().render(notes);
  expect(html).toContain('<h2>3. A *title*</h2>');
  expect(html).toContain('<p>Rank 58* of ef_search &lt;b&gt; in <code>rag-lab run</code>.</p>');
  expect(html).toContain('<code class="language-text">a * b\n</code>');
  expect(html).toMatch(/<th>a\|b<\/th>\s*<th style="text-align:right">n<\/th>/);
  expect(html).toMatch(/<td>&lt;i&gt;<\/td>\s*<td style="text-align:right">58\*<\/td>/);
  expect(html).toContain('<li>1 * 2 * 3</li>');
  expect(html).not.toContain('<em>');
  expect(html.indexOf('Answers')).toBeLessThan(html.indexOf('Because.'));
  expect(html.indexOf('Why?')).toBeLessThan(html.indexOf('Answers'));
});
