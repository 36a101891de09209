// The reading order of a page: columns one after the other where a gutter runs down the page, otherwise row by row.
import type { Row, Segment } from './pdf-page.ts';

/** One line as it is read: a line of a column, or the cells of a table row. */
export interface Line {
  readonly segments: readonly Segment[];
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  /** Lines of one stretch of one column have one number; it grows in reading order. */
  readonly column: number;
  /** Where the column begins and ends. */
  readonly columnLeft: number;
  readonly columnRight: number;
}

/** Columns within columns are looked for so often: 1 finds two, 2 up to four. */
const MOST_SPLITS = 2;
/** Points; gutters of newspapers are about 10. */
const LEAST_GUTTER = 7;
/** Lines that each column must have. */
const LEAST_LINES = 5;
/** Share of the lines that may cross a gutter: titles, captions, tables over both columns. */
const MOST_CROSSING = 0.25;
/** Lines of text fill their column to this share, in the middle; cells of tables do not. */
const LEAST_FILLED = 0.6;

export function readingOrder(rows: readonly Row[]): readonly Line[] {
  const lines: Line[] = [];
  const column = { next: 0 };
  readRegion(rows, MOST_SPLITS, lines, column);
  return lines;
}

function readRegion(rows: readonly Row[], splits: number, lines: Line[], column: { next: number }): void {
  const gutter = splits > 0 ? findGutter(rows) : undefined;
  if (gutter === undefined) {
    writeColumn(rows, lines, column);
    return;
  }
  // What crosses the gutter ends the columns above it: they are read before it.
  let left: Row[] = [];
  let right: Row[] = [];
  let across: Row[] = [];
  const endColumns = (): void => {
    if (left.length > 0) readRegion(left, splits - 1, lines, column);
    if (right.length > 0) readRegion(right, splits - 1, lines, column);
    left = [];
    right = [];
  };
  const endAcross = (): void => {
    if (across.length > 0) writeColumn(across, lines, column);
    across = [];
  };
  for (const row of rows) {
    if (row.segments.some((segment) => crosses(segment, gutter))) {
      endColumns();
      across.push(row);
      continue;
    }
    endAcross();
    const onLeft = row.segments.filter((segment) => segment.right <= gutter);
    const onRight = row.segments.filter((segment) => segment.right > gutter);
    if (onLeft.length > 0) left.push({ y: row.y, segments: onLeft });
    if (onRight.length > 0) right.push({ y: row.y, segments: onRight });
  }
  endAcross();
  endColumns();
}

function crosses({ left, right }: Segment, x: number): boolean {
  return left < x && right > x;
}

function writeColumn(rows: readonly Row[], lines: Line[], column: { next: number }): void {
  const { left: columnLeft, right: columnRight } = extent(rows.flatMap(({ segments }) => segments));
  const number = column.next++;
  for (const { segments } of rows) {
    const { left, right } = extent(segments);
    const main = segments.reduce((a, b) => (b.text.length > a.text.length ? b : a));
    lines.push({ segments, y: main.y, left, right, size: main.size, column: number, columnLeft, columnRight });
  }
}

function extent(segments: readonly Segment[]): { left: number; right: number } {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const segment of segments) {
    left = Math.min(left, segment.left);
    right = Math.max(right, segment.right);
  }
  return { left, right };
}

/** The middle of the widest strip in the middle half of the region that hardly any line crosses, with columns of text beside it. */
function findGutter(rows: readonly Row[]): number | undefined {
  const segments = rows.flatMap((row) => row.segments);
  if (segments.length < 2 * LEAST_LINES) return undefined;
  const { left, right } = extent(segments);
  const from = left + (right - left) / 4;
  const to = right - (right - left) / 4;
  const allowed = Math.floor(MOST_CROSSING * rows.length);
  let best: { x: number; width: number; crossing: number } | undefined;
  let open: { start: number; crossing: number } | undefined;
  // Between two edges of segments the number of lines that cross does not change.
  const edges = segments
    .flatMap((segment) => [
      { x: segment.left, step: 1 },
      { x: segment.right, step: -1 },
    ])
    .sort((a, b) => a.x - b.x || a.step - b.step);
  let covering = 0;
  for (const { x, step } of edges) {
    if (open && covering > open.crossing) open = undefined;
    covering += step;
    if (step > 0 && open && covering === open.crossing + 1) {
      const width = x - open.start;
      const middle = (x + open.start) / 2;
      const better = !best || open.crossing < best.crossing || (open.crossing === best.crossing && width > best.width);
      if (width >= LEAST_GUTTER && middle >= from && middle <= to && better)
        best = { x: middle, width, crossing: open.crossing };
      open = undefined;
    } else if (step < 0 && covering <= allowed) open = { start: x, crossing: covering };
  }
  return best && isBetweenColumns(segments, best.x) ? best.x : undefined;
}

function isBetweenColumns(segments: readonly Segment[], gutter: number): boolean {
  for (const side of [
    segments.filter((segment) => segment.right <= gutter),
    segments.filter((segment) => segment.left >= gutter),
  ]) {
    if (side.length < LEAST_LINES) return false;
    const { left, right } = extent(side);
    const widths = side.map((segment) => segment.right - segment.left).sort((a, b) => a - b);
    if (widths[widths.length >> 1]! < LEAST_FILLED * (right - left)) return false;
  }
  return true;
}
