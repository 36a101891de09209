// The sections of the terminal report as Markdown tables, for pull requests and wikis.
import type { ReportFormat } from '../../core/contracts.ts';
import { plainText } from '../plain-text.ts';
import { reportView } from '../sections.ts';
import type { Table, View } from '../view.ts';

export const markdown = {
  name: 'markdown',
  summary: 'the tables of the terminal report as Markdown',
  extension: 'md',
  render: ({ report }) => writeMarkdown('rag-lab report', reportView(report), report.tool.version),
} satisfies ReportFormat;

/** @param version of rag-lab that made what is shown, where it is known */
export function writeMarkdown(title: string, { sections, result }: View, version?: string): string {
  const blocks = [`# ${escapeMarkdown(title)}`];
  if (version !== undefined) blocks.push(`Made by rag-lab ${escapeMarkdown(plainText(version))}.`);
  for (const { heading, parts } of sections) {
    blocks.push(`## ${escapeMarkdown(heading)}`);
    for (const part of parts) {
      if (part.kind === 'notes') blocks.push(part.lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n'));
      else {
        if (part.caption !== undefined) blocks.push(`### ${escapeMarkdown(part.caption)}`);
        if (part.rows.length > 0) blocks.push(isHeaded(part) ? writeTable(part) : writeList(part));
      }
    }
  }
  if (result !== undefined) blocks.push(`\`\`\`text\n${result}\n\`\`\``);
  return `${blocks.join('\n\n')}\n`;
}

const isHeaded = ({ columns }: Table): boolean => columns.some(({ head }) => head !== '');

/** Rows of a name and what it is: a table must have heads in Markdown, and these have none. */
function writeList({ rows }: Table): string {
  return rows
    .map(
      ([name, ...rest]) =>
        `- **${escapeMarkdown(name!.text)}**: ${rest.map(({ text }) => escapeMarkdown(text)).join(' ')}`,
    )
    .join('\n');
}

function writeTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ head }) => escapeMarkdown(head))),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map((row) => line(row.map(({ text }) => escapeMarkdown(text)))),
  ].join('\n');
}

/** Text as text: HTML, emphasis, links, code, maths and cell borders all come out as written. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]{}|~$]/g, '\\$&')
    .replace(/^([ ]*)([#+-]|\d+[.)])(?=\s|$)/, (_, space: string, mark: string) =>
      mark.length === 1 ? `${space}\\${mark}` : `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`,
    )
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}
