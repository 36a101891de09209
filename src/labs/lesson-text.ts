// A lesson's page as text of at most 80 columns.
import type { RenderStyle } from '../core/contracts.ts';
import type { Lesson, LessonPage, Part } from './lesson.ts';
import { paragraph, WIDTH } from './page.ts';

const INDENT = '  ';
const GAP = '  ';

export interface DrawnPage {
  /** Up to the question. */
  readonly page: string;
  readonly answer: string;
}

/** @param number 1-based, among all lessons */
export function drawPage(
  lesson: Pick<Lesson, 'title'>,
  { parts, notice, question, answer }: LessonPage,
  { number, of }: { readonly number: number; readonly of: number },
  paint: RenderStyle['paint'],
): DrawnPage {
  const head = `${number} of ${of}  ${lesson.title}`;
  const heading = (words: string): string => paint('heading', words);
  const blocks = [
    `${heading(head)}\n${paint('dim', '-'.repeat(head.length))}`,
    ...parts.map(drawPart),
    `${heading('What to notice')}\n${notice.map((one) => paragraph(one, `${INDENT}- `, `${INDENT}  `)).join('\n')}`,
    `${heading('Question')}\n${paragraph(question, INDENT)}`,
  ];
  // What is worked out stands right under the words before it.
  const solved = answer.map((part) => (part.kind === 'text' ? paragraph(part.text, INDENT) : drawPart(part)));
  return { page: `${blocks.join('\n\n')}\n`, answer: `${heading('Answer')}\n${solved.join('\n')}\n` };
}

function drawPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return paragraph(part.text);
    case 'lines':
      return part.lines.map(drawLine).join('\n');
    case 'steps':
      return part.steps.map((step, n) => paragraph(step, `${INDENT}${n + 1}. `, `${INDENT}   `)).join('\n');
    case 'table':
      return drawTable(part);
  }
}

/** Wrapped only where it must be: spaces within a line align it with its neighbours. */
function drawLine(line: string): string {
  if (line === '') return '';
  if (INDENT.length + line.length <= WIDTH) return INDENT + line;
  const [, label = '', rest = line] = /^(\S+ {2,})(.*)$/.exec(line) ?? [];
  return paragraph(rest, INDENT + label, INDENT + ' '.repeat(label.length || INDENT.length));
}

function drawTable({ heads, rows }: Extract<Part, { kind: 'table' }>): string {
  const all = [heads.map(({ text }) => text), ...rows];
  const widths = heads.map((_, n) => Math.max(...all.map((row) => row[n]!.length)));
  return all
    .map((row) => {
      const cells = row.map((cell, n) =>
        heads[n]!.align === 'right' ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!),
      );
      return (INDENT + cells.join(GAP)).trimEnd();
    })
    .join('\n');
}
