// Plain text of at most 80 columns: paragraphs, aligned tables, headings.

export const WIDTH = 80;

/** Wraps a paragraph at spaces; later lines are indented by `hang`. */
export function paragraph(text: string, indent = '', hang = indent): string {
  const lines: string[] = [];
  let line = indent;
  let empty = true;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = hang;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  lines.push(line);
  return lines.join('\n');
}

export function heading(text: string): string {
  return `${text}\n${'-'.repeat(text.length)}`;
}

/** Left-aligned columns, two spaces apart; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  return rows.map((row) => (indent + row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')).trimEnd()).join('\n');
}
