// Lessons as Markdown, for notes that are printed: answers stand together at the end.
import type { Lesson, LessonPage, Part } from './lesson.ts';

export interface Noted {
  readonly lesson: Pick<Lesson, 'title'>;
  /** 1-based, among all lessons. */
  readonly number: number;
  readonly page: LessonPage;
}

/** @param about which handbook and example the figures are of */
export function writeNotes(noted: readonly Noted[], about: string): string {
  const pages = noted.flatMap(({ lesson, number, page }) => [
    `## ${number}. ${escaped(lesson.title)}`,
    ...page.parts.map(writePart),
    '**What to notice**',
    page.notice.map((one) => `- ${escaped(one)}`).join('\n'),
    `**Question.** ${escaped(page.question)}`,
  ]);
  const answers = noted.flatMap(({ lesson, number, page }) => [
    `### ${number}. ${escaped(lesson.title)}`,
    ...page.answer.map(writePart),
  ]);
  return `${['# Retrieval for RAG, worked through', escaped(about), ...pages, '## Answers', ...answers].join('\n\n')}\n`;
}

/** What would be markup outside of code; code spans are meant as such. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece, n) => (n % 2 === 1 ? piece : piece.replace(/[\\*_[\]<>|#~]/g, '\\$&')))
    .join('');
}

function writePart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return escaped(part.text);
    case 'lines':
      return `\`\`\`text\n${part.lines.join('\n')}\n\`\`\``;
    case 'steps':
      return part.steps.map((step, n) => `${n + 1}. ${escaped(step)}`).join('\n');
    case 'table': {
      const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
      const rule = part.heads.map(({ align }) => (align === 'right' ? '---:' : '---'));
      return [row(part.heads.map(({ text }) => text)), `| ${rule.join(' | ')} |`, ...part.rows.map(row)].join('\n');
    }
  }
}
