// Lines of PDF pages put together as blocks: paragraphs by gaps, headings by size, list items and table rows by their look.
import type { Block } from '../../core/model.ts';
import { BlockWriter } from '../block-writer.ts';
import { type Line, readingOrder } from './pdf-columns.ts';
import { Hyphens } from './pdf-hyphens.ts';
import type { PdfPage } from './pdf-page.ts';

/** Of the usual distance between lines: more begins a paragraph. */
const PARAGRAPH_GAP = 1.3;
/** Of the size of the text: as much larger is a heading. */
const HEADING_SIZE = 1.15;
/** Headings are short, and little of the text is set in their size. */
const HEADING_CHARACTERS = 200;
const HEADING_SHARE = 0.2;
/** Levels below are one. */
const MOST_LEVELS = 6;
/** In font sizes: a first line that begins so far to the right begins a paragraph. */
const INDENT = 0.8;
/** Of the width of the column: a line that ends a sentence before it ends a paragraph. */
const SHORT_LINE = 0.8;

/** A bullet or number set apart from its item, as if it were a cell. */
const MARKER = /^(?:[•◦▪‣●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z])[.)])$/;
const BULLET = /^(?:[•◦▪‣●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+\S/;
/** Lines of tables of contents: dots up to a page number. */
const LEADERS = /(?:\.\s?){4,}\s*\S{1,6}$/;
const SENTENCE_END = /[.!?:;。！？]["'”’)\]]*$/;

interface Draft {
  readonly kind: Block['kind'];
  readonly level?: number;
  readonly page: number;
  readonly lines: Line[];
  /** It goes on with what the draft before left open, across a column or page. */
  goesOn: boolean;
}

export function writePages(pages: readonly PdfPage[]): BlockWriter {
  const read = pages.map(({ number, rows, turned }) => ({
    number,
    lines: readingOrder(rows).map(withMarker),
    turned: turned.length > 0 ? readingOrder(turned).map(withMarker) : [],
  }));
  const all = read.flatMap(({ lines, turned }) => [...lines, ...turned]);
  const levels = headingLevels(all);
  const leading = usualLeading(all);
  const hyphens = new Hyphens(all.map(textOf));
  const drafts: Draft[] = [];
  for (const { number, lines, turned } of read) {
    for (const stretch of [lines, turned]) {
      let before: Line | undefined;
      stretch.forEach((line, n) => {
        addLine(drafts, line, before, stretch[n + 1], number, levels, leading);
        before = line;
      });
    }
  }
  return writeDrafts(drafts, hyphens);
}

function textOf({ segments }: Line): string {
  return segments.map(({ text }) => text).join(' ');
}

/** The line with its bullet beside the text. */
function withMarker(line: Line): Line {
  const [first, second, ...others] = line.segments;
  if (!first || !second || !MARKER.test(first.text)) return line;
  const joined = { ...second, text: `${first.text} ${second.text}`, left: first.left };
  return { ...line, segments: [joined, ...others] };
}

function addLine(
  drafts: Draft[],
  line: Line,
  before: Line | undefined,
  next: Line | undefined,
  page: number,
  levels: ReadonlyMap<number, number>,
  leading: number,
): void {
  const text = textOf(line);
  const level = text.length <= HEADING_CHARACTERS && !LEADERS.test(text) ? levels.get(sizeKey(line.size)) : undefined;
  const draft = drafts.at(-1);
  const near =
    before !== undefined &&
    before.column === line.column &&
    (line.y - before.y) / Math.max(line.size, before.size) <= PARAGRAPH_GAP * leading;
  if (level !== undefined) {
    // A heading of several lines.
    if (draft?.kind === 'heading' && draft.level === level && draft.page === page && near) draft.lines.push(line);
    else drafts.push({ kind: 'heading', level, page, lines: [line], goesOn: false });
    return;
  }
  if (LEADERS.test(text)) {
    const goesOn = near && before !== undefined && LEADERS.test(textOf(before));
    drafts.push({ kind: 'list-item', page, lines: [line], goesOn });
    return;
  }
  // One line with a wide gap may be anything; two of them, one below the other, are a table.
  if (isTabular(line) && (areAligned(line, next) || (draft?.kind === 'table-row' && areAligned(line, before)))) {
    drafts.push({ kind: 'table-row', page, lines: [line], goesOn: draft?.kind === 'table-row' && near });
    return;
  }
  if (BULLET.test(text)) {
    drafts.push({ kind: 'list-item', page, lines: [line], goesOn: draft?.kind === 'list-item' && near });
    return;
  }
  const isText = draft?.kind === 'paragraph' || draft?.kind === 'list-item';
  if (isText && draft.page === page && near && before && !beginsParagraph(line, before, draft)) {
    draft.lines.push(line);
    return;
  }
  const last = draft?.lines.at(-1);
  const goesOn =
    isText &&
    last !== undefined &&
    (draft.page !== page || last.column !== line.column) &&
    !SENTENCE_END.test(textOf(last)) &&
    /^\p{Ll}/u.test(text);
  drafts.push({ kind: 'paragraph', page, lines: [line], goesOn });
}

function isTabular(line: Line): boolean {
  return line.segments.length > 1;
}

/** Whether two lines have a cell, other than the first, that begins, ends or is centred at the same place. */
function areAligned(line: Line, other: Line | undefined): boolean {
  if (other === undefined || other.column !== line.column || !isTabular(other)) return false;
  const near = line.size / 2;
  return line.segments
    .slice(1)
    .some((a) =>
      other.segments
        .slice(1)
        .some(
          (b) =>
            Math.abs(a.left - b.left) <= near ||
            Math.abs(a.right - b.right) <= near ||
            Math.abs(a.left + a.right - b.left - b.right) <= 2 * near,
        ),
    );
}

function beginsParagraph(line: Line, before: Line, draft: Draft): boolean {
  if (LEADERS.test(textOf(before))) return true;
  const ratio = line.size / before.size;
  if (ratio > HEADING_SIZE || ratio < 1 / HEADING_SIZE) return true;
  const indented = line.left - before.left > INDENT * line.size;
  // The first line of a paragraph or item stands apart by itself; those after it hang.
  if (indented && draft.lines.length > 1) return true;
  const width = line.columnRight - line.columnLeft;
  return SENTENCE_END.test(textOf(before)) && before.right - line.columnLeft < SHORT_LINE * width;
}

/** Half points: sizes differ in the last digits by the way a file is made. */
function sizeKey(size: number): number {
  return Math.round(size * 2) / 2;
}

/** The size most of the text is set in, and the level of each size that is clearly larger. */
function headingLevels(lines: readonly Line[]): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  let total = 0;
  for (const line of lines) {
    const { length } = textOf(line);
    const key = sizeKey(line.size);
    characters.set(key, (characters.get(key) ?? 0) + length);
    total += length;
  }
  let body = 0;
  let most = 0;
  for (const [size, count] of characters) {
    if (count > most || (count === most && size < body)) {
      body = size;
      most = count;
    }
  }
  const larger = [...characters]
    .filter(([size, count]) => size >= HEADING_SIZE * body && count <= HEADING_SHARE * total)
    .map(([size]) => size)
    .sort((a, b) => b - a);
  return new Map(larger.map((size, n) => [size, Math.min(n + 1, MOST_LEVELS)]));
}

/** The usual distance between lines, in font sizes. */
function usualLeading(lines: readonly Line[]): number {
  const ratios: number[] = [];
  lines.forEach((line, n) => {
    const before = lines[n - 1];
    if (before?.column !== line.column || line.y <= before.y || sizeKey(before.size) !== sizeKey(line.size)) return;
    ratios.push((line.y - before.y) / line.size);
  });
  if (ratios.length === 0) return 1.2;
  ratios.sort((a, b) => a - b);
  // The lower third: gaps between paragraphs must not hide the gaps within.
  return Math.max(1, ratios[Math.floor(ratios.length / 3)]!);
}

function writeDrafts(drafts: readonly Draft[], hyphens: Hyphens): BlockWriter {
  const writer = new BlockWriter();
  let group = 0;
  for (const { kind, level, page, lines, goesOn } of drafts) {
    if (!goesOn) group++;
    const text =
      kind === 'table-row'
        ? lines[0]!.segments.map((segment) => segment.text).join(' | ')
        : hyphens.join(lines.map(textOf));
    writer.add(kind, text, { page, group, ...(level === undefined ? {} : { level }) });
  }
  return writer;
}
