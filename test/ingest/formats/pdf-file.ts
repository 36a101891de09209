// Makes PDF files for tests: texts at places, in two of the fonts that every reader knows; the same bytes every time.

export interface Placed {
  readonly text: string;
  readonly x: number;
  /** From the top of the page. */
  readonly y: number;
  readonly size?: number;
  /** Degrees, counter-clockwise. */
  readonly turned?: number;
}

export interface PdfOptions {
  readonly info?: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
  /** What a viewer turns each page by, clockwise. */
  readonly rotate?: number;
}

const escaped = (text: string): string => text.replace(/[\\()]/g, (char) => `\\${char}`);

export function pdfFile(pages: readonly (readonly Placed[])[], options: PdfOptions = {}): Uint8Array {
  const { info = {}, width = 595, height = 842, rotate = 0 } = options;
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${5 + 2 * n} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add(
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${escaped(value)})`)
      .join(' ')} >>`,
  );
  for (const texts of pages) {
    const stream = texts
      .map(({ text, x, y, size = 10, turned = 0 }) => {
        const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
        const matrix = [cos, sin, -sin, cos, x, height - y].map((n) => n.toFixed(4)).join(' ');
        return `BT /F1 ${size} Tf ${matrix} Tm (${escaped(text)}) Tj ET`;
      })
      .join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
    );
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets: number[] = [];
  objects.forEach((body, n) => {
    offsets.push(file.length);
    file += `${n + 1} 0 obj\n${body}\nendobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}

/** Lines one below the other. */
export function column(lines: readonly string[], x: number, y: number, size = 10, leading = 12): readonly Placed[] {
  return lines.map((text, n) => ({ text, x, y: y + n * leading, size }));
}
