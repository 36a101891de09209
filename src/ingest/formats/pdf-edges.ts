// Running heads and feet of a PDF: rows that come back at the same place of most pages, whatever numbers they hold.
import type { PdfPage, Row } from './pdf-page.ts';

/** Rows at each edge that may be running heads or feet. */
const EDGE_ROWS = 4;
/** With fewer pages, what comes back may as well be what the document is about. */
const FEWEST_PAGES = 3;
/** Share of all pages, or of the left or the right ones, that must have the row. */
const MOST = 0.6;
/** Points up or down that still are the same place. */
const SAME_PLACE = 6;
/** Of the size most of the text has: what is larger and changes from page to page is a heading. */
const LARGER = 1.15;

type Edge = 'top' | 'bottom';

/**
 * Pages without their running heads and feet. Nothing amid a page is dropped; and nothing at all where most pages would be left
 * empty: then what comes back is the text.
 */
export function dropRunningRows(pages: readonly PdfPage[]): readonly PdfPage[] {
  const filled = pages.filter(({ rows }) => rows.length > 0);
  if (filled.length < FEWEST_PAGES) return pages;
  const largest = LARGER * usualSize(filled);
  const top = running(filled, 'top', largest);
  const bottom = running(filled, 'bottom', largest);
  const dropped = pages.map((page) => withoutRunning(page, top, bottom));
  const left = dropped.filter(({ rows }) => rows.length > 0).length;
  return left * 2 >= filled.length ? dropped : pages;
}

/** Place by key. */
type Running = ReadonlyMap<string, number>;

/** The middle of the sizes of all characters. */
function usualSize(pages: readonly PdfPage[]): number {
  const characters = new Map<number, number>();
  let total = 0;
  for (const { rows } of pages) {
    for (const { size, text } of rows.flatMap(({ segments }) => segments)) {
      characters.set(size, (characters.get(size) ?? 0) + text.length);
      total += text.length;
    }
  }
  let before = 0;
  for (const size of [...characters.keys()].sort((a, b) => a - b)) {
    before += characters.get(size)!;
    if (before * 2 >= total) return size;
  }
  return 0;
}

function edgeRows({ rows }: PdfPage, edge: Edge): readonly Row[] {
  return edge === 'top' ? rows.slice(0, EDGE_ROWS) : rows.slice(-EDGE_ROWS);
}

/** Heads are measured from the top of a page, feet from its bottom: pages may differ in height. */
function place({ height }: PdfPage, { y }: Row, edge: Edge): number {
  return edge === 'top' ? y : height - y;
}

function textOf({ segments }: Row): string {
  return segments.map((segment) => segment.text).join(' ');
}

/**
 * What must be the same for rows to be the same: the text without its numbers, so that page numbers match (Roman ones where they
 * stand alone); and, for a row with a number at its edge that is set apart, only how far that is from the number of the page:
 * the other half may name the chapter.
 */
function keysOf(row: Row, page: number): readonly string[] {
  const text = textOf(row);
  const keys = [/^[ivxlc]+$/i.test(text) ? '#' : text.replace(/\d+/g, '#')];
  for (const segment of new Set([row.segments[0]!, row.segments.at(-1)!]))
    if (/^\d{1,5}$/.test(segment.text)) keys.push(`\n${Number(segment.text) - page}`);
  return keys;
}

interface Occurrence {
  readonly page: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
}

/**
 * Whether rows that differ in numbers only differ by page: each number stays or keeps its distance to the page, mostly. The
 * rule spares "Section 4.2" and the first lines of tables.
 */
function countsPages(rows: readonly Occurrence[]): boolean {
  const first = rows[0]!;
  if (!/\p{L}{2}/u.test(first.text)) return true;
  const numbers = rows.map(({ text }) => (text.match(/\d+/g) ?? []).map(Number));
  let counting = false;
  for (let n = 0; n < numbers[0]!.length; n++) {
    const stays = mostCommon(numbers.map((own) => own[n]!));
    const counts = mostCommon(numbers.map((own, at) => own[n]! - rows[at]!.page));
    if (Math.max(stays, counts) < MOST * rows.length) return false;
    if (counts >= MOST * rows.length) counting = true;
  }
  return counting;
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  let most = 0;
  for (const value of values) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    most = Math.max(most, count);
  }
  return most;
}

function running(pages: readonly PdfPage[], edge: Edge, largest: number): Running {
  const seen = new Map<string, Occurrence[]>();
  for (const page of pages) {
    const own = new Set<string>();
    for (const row of edgeRows(page, edge)) {
      const size = Math.max(...row.segments.map((segment) => segment.size));
      for (const key of keysOf(row, page.number)) {
        if (own.has(key)) continue;
        own.add(key);
        const places = seen.get(key) ?? [];
        seen.set(key, places);
        places.push({ page: page.number, y: place(page, row, edge), text: textOf(row), size });
      }
    }
  }
  const odd = pages.filter(({ number }) => number % 2 === 1).length;
  const even = pages.length - odd;
  const found = new Map<string, number>();
  for (const [key, places] of seen) {
    const y = places.map((own) => own.y).sort((a, b) => a - b)[places.length >> 1]!;
    const there = places.filter((own) => Math.abs(own.y - y) <= SAME_PLACE);
    const isSame = there.every(({ text }) => text === there[0]!.text);
    if (!isSame && (there.some(({ size }) => size > largest) || !(key.startsWith('\n') || countsPages(there))))
      continue;
    const onOdd = there.filter(({ page }) => page % 2 === 1).length;
    const onEven = there.length - onOdd;
    const enough = (count: number, of: number): boolean => count >= FEWEST_PAGES && count >= MOST * of;
    if (enough(there.length, pages.length) || enough(onOdd, odd) || enough(onEven, even)) found.set(key, y);
  }
  return found;
}

function withoutRunning(page: PdfPage, top: Running, bottom: Running): PdfPage {
  const { rows } = page;
  const isRunning = (row: Row, edge: Edge): boolean => {
    const known = edge === 'top' ? top : bottom;
    return keysOf(row, page.number).some((key) => {
      const y = known.get(key);
      return y !== undefined && Math.abs(y - place(page, row, edge)) <= SAME_PLACE;
    });
  };
  let first = 0;
  while (first < Math.min(rows.length, EDGE_ROWS) && isRunning(rows[first]!, 'top')) first++;
  let after = rows.length;
  const lowest = Math.max(first, rows.length - EDGE_ROWS);
  while (after > lowest && isRunning(rows[after - 1]!, 'bottom')) after--;
  return first === 0 && after === rows.length ? page : { ...page, rows: rows.slice(first, after) };
}
