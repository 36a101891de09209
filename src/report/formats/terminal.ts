// The report for people at a terminal: light tables that fit its width, notes below them, the RESULT line last.
import CliTable from 'cli-table3';
import type { RenderStyle, ReportFormat } from '../../core/contracts.ts';
import { displayWidth, wrapLabel, wrapText } from '../display-width.ts';
import { reportView } from '../sections.ts';
import type { Cell, Column, Table, View } from '../view.ts';

const INDENT = '  ';
const GAP = 2;
/** Below this no table is readable; lines then run over. */
const NARROWEST = 40;
/** Labels wrap to this before figures break over two lines. */
const GOOD_LABEL = 24;
/** Labels wrap to this before figures go on below; the lab's own words (`paraphrase`) stay whole in it. */
const NARROW_LABEL = 16;
const NARROW_TEXT = 24;
/** cli-table3 takes time in the square of the rows; tables are drawn in pieces. */
const ROWS_AT_ONCE = 60;

/** No borders at all: the rule under the heads is a row. */
const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

export const terminal: ReportFormat = {
  name: 'terminal',
  summary: 'tables for people, fitted to the width of the terminal',
  extension: 'txt',
  render: ({ report, style }) => drawView(reportView(report), style),
};

/** Every section under its heading; the line for scripts, where there is one, comes last. */
export function drawView({ sections, result }: View, style: RenderStyle): string {
  const width = Math.max(NARROWEST, style.width) - INDENT.length;
  const lines: string[] = [];
  for (const { heading, parts } of sections) {
    lines.push(...wrapText(heading, width + INDENT.length).map((line) => style.paint('heading', line)));
    parts.forEach((part, n) => {
      if (part.kind === 'notes') {
        const above = parts[n - 1];
        if (above?.kind === 'table' && above.columns.some(({ head }) => head !== '')) lines.push('');
        const wrapped = part.lines.flatMap((line) => hang(line, width));
        lines.push(...wrapped.map((line) => INDENT + style.paint('dim', line)));
        return;
      }
      if (part.caption !== undefined) {
        if (n > 0) lines.push('');
        lines.push(...wrapText(part.caption, width).map((line) => INDENT + style.paint('heading', line)));
      }
      lines.push(...drawTable(part, width, style).map((line) => INDENT + line));
    });
    lines.push('');
  }
  if (result !== undefined) lines.push(result);
  else lines.pop();
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** A wrapped note whose further lines are indented. */
function hang(line: string, width: number): string[] {
  const [first = '', ...rest] = wrapText(line, width);
  if (rest.length === 0) return [first];
  const others = wrapText(line.slice(first.length).trimStart(), width - INDENT.length);
  return [first, ...others.map((other) => INDENT + other)];
}

/** A column while it is being fitted. */
interface Track {
  readonly column: Column;
  readonly head: string;
  readonly cells: readonly Cell[];
}

function drawTable({ columns, rows }: Table, width: number, style: RenderStyle): string[] {
  if (rows.length === 0) return [];
  let tracks: Track[] = columns.map((column, n) => ({ column, head: column.head, cells: rows.map((row) => row[n]!) }));
  let asides: readonly Track[] = [];
  let widths = tracks.map(naturalWidth);
  if (total(widths) > width) {
    asides = tracks.filter(({ column }) => column.kind === 'aside');
    tracks = tracks.filter(({ column }) => column.kind !== 'aside');
    widths = tracks.map(naturalWidth);
  }
  if (total(widths) > width) {
    widths = fitted(tracks, width, GOOD_LABEL);
    if (total(widths) > width) {
      tracks = joinTracks(tracks).map(breakFigures);
      widths = fitted(tracks, width, NARROW_LABEL);
      if (total(widths) > width) widths = widened(tracks, widths, width);
    }
  }
  const below = rows.map((_, row) => asideLines(asides, row, width));
  return stacks(widths, width).flatMap((shown, n) => [
    ...(n > 0 ? [''] : []),
    ...drawTracks(
      shown.map((at) => tracks[at]!),
      shown.map((at) => widths[at]!),
      n === 0 ? below : [],
      style,
    ),
  ]);
}

function naturalWidth({ head, cells }: Track): number {
  let widest = 0;
  const see = (text: string): void => {
    for (const line of text.split('\n')) widest = Math.max(widest, displayWidth(line));
  };
  see(head);
  for (const { text } of cells) see(text);
  return widest;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + GAP, -GAP);
}

/** Puts a column that may do so under the one before it. */
function joinTracks(tracks: readonly Track[]): Track[] {
  const joined: Track[] = [];
  for (const track of tracks) {
    const before = joined.at(-1);
    if (!track.column.joins || !before) joined.push(track);
    else {
      const cells = before.cells.map(({ text }, row) => ({ text: `${text}\n${track.cells[row]!.text}` }));
      joined[joined.length - 1] = { column: before.column, head: `${before.head}\n${track.head}`, cells };
    }
  }
  return joined;
}

/** `29/30 96.7%` over two lines; heads also break before `@`. */
function breakFigures(track: Track): Track {
  if (track.column.kind !== 'figure') return track;
  const words = track.head.replaceAll('@', ' @').split(' ');
  const cells = track.cells.map((cell) => ({ ...cell, text: cell.text.replaceAll(' ', '\n') }));
  const narrowest = Math.max(naturalWidth({ ...track, head: '', cells }), ...words.map(displayWidth));
  return { ...track, head: wrapText(words.join(' '), narrowest).join('\n').replace(/ @/g, '@'), cells };
}

/** Widths after text and labels have wrapped. */
function fitted(tracks: readonly Track[], width: number, shortestLabel: number): number[] {
  const widths = tracks.map((track) => Math.min(naturalWidth(track), width));
  const shrink = (kind: Column['kind'], least: number): void => {
    for (let excess = total(widths) - width; excess > 0; excess--) {
      let widest = -1;
      tracks.forEach(({ column }, n) => {
        if (column.kind === kind && widths[n]! > Math.max(least, widths[widest] ?? 0)) widest = n;
      });
      if (widest < 0) return;
      widths[widest]!--;
    }
  };
  shrink('text', NARROW_TEXT);
  shrink('label', shortestLabel);
  // A lone column beside the first is never wider than what is left.
  return widths.map((own, n) => (n === 0 ? own : Math.min(own, width - widths[0]! - GAP)));
}

/** Which columns stand in which table: what does not fit goes on below, behind the first column again. */
function stacks(widths: readonly number[], width: number): number[][] {
  const tables: number[][] = [[0]];
  for (let n = 1; n < widths.length; n++) {
    const open = tables.at(-1)!;
    const needed = total([...open, n].map((at) => widths[at]!));
    if (needed <= width || open.length === 1) open.push(n);
    else tables.push([0, n]);
  }
  return tables;
}

/** The first column, which stands in every block, as wide as it may be without another block. */
function widened(tracks: readonly Track[], widths: readonly number[], width: number): number[] {
  const natural = naturalWidth(tracks[0]!);
  const blocks = stacks(widths, width);
  const room = Math.min(...blocks.map((shown) => width - total(shown.map((n) => widths[n]!))));
  return widths.map((own, n) => (n === 0 ? Math.min(natural, own + Math.max(0, room)) : own));
}

/** Long texts of a row on lines of their own below it. */
function asideLines(asides: readonly Track[], row: number, width: number): string[] {
  const texts = asides.flatMap(({ head, cells }, n) => {
    const text = cells[row]!.text;
    if (text === '–') return [];
    return n === 0 ? [text] : [`${head}: ${text}`];
  });
  return texts.flatMap((text) => hang(text, width - INDENT.length)).map((line) => INDENT + line);
}

function drawTracks(
  tracks: readonly Track[],
  widths: readonly number[],
  below: readonly (readonly string[])[],
  style: RenderStyle,
): string[] {
  const linesOf = (text: string, n: number): string[] =>
    tracks[n]!.column.kind === 'label' ? wrapLabel(text, widths[n]!) : wrapText(text, widths[n]!);
  const headed = tracks.some(({ head }) => head !== '');
  const drawn: string[][][] = [];
  if (headed) {
    const heads = tracks.map(({ head }, n) => linesOf(head, n));
    const height = Math.max(...heads.map((lines) => lines.length));
    // Heads stand on the rule, whatever their height.
    drawn.push(heads.map((lines) => [...Array<string>(height - lines.length).fill(''), ...lines]));
    drawn.push(widths.map((width) => ['─'.repeat(width)]));
  }
  const first = drawn.length;
  const rows = tracks[0]!.cells.map((_, row) =>
    tracks.map(({ cells }, n) => {
      const { text, tone } = cells[row]!;
      return linesOf(text, n).map((line) => (tone ? style.paint(tone, line) : line));
    }),
  );
  drawn.push(...rows);
  const out: string[] = [];
  for (let from = 0; from < drawn.length; from += ROWS_AT_ONCE) {
    const piece = drawn.slice(from, from + ROWS_AT_ONCE);
    const lines = alignLines(piece, tracks, widths);
    let at = 0;
    piece.forEach((row, n) => {
      const height = Math.max(...row.map((cell) => cell.length));
      const own = lines.slice(at, at + height).map((line) => line.trimEnd());
      at += height;
      if (from + n < first) out.push(...own.map((line) => style.paint('dim', line)));
      else out.push(...own, ...(below[from + n - first] ?? []).map((line) => style.paint('dim', line)));
    });
  }
  return out;
}

/** Pads and aligns cells that are broken into lines already. */
function alignLines(
  rows: readonly (readonly (readonly string[])[])[],
  tracks: readonly Track[],
  widths: readonly number[],
): string[] {
  const table = new CliTable({
    chars: NO_LINES,
    // cli-table3 colours heads and borders unless told not to.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    colAligns: tracks.map(({ column }) => column.align),
    colWidths: widths.map((width) => width + GAP),
  });
  table.push(...rows.map((row) => row.map((lines) => lines.join('\n'))));
  return table.toString().split('\n');
}
