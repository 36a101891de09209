// The report for people at a terminal: light tables that fit its width, notes below them, the RESULT line last.
import CliTable from 'cli-table3';
import type { RenderStyle, ReportFormat } from '../../core/contracts.ts';
import { displayWidth, shortenMiddle, wrapLabel, wrapText } from '../display-width.ts';
import { grouped } from '../numbers.ts';
import { reportView } from '../sections.ts';
import { type Cell, type Column, NONE, type Table, type View } from '../view.ts';

const INDENT = '  ';
const GAP = 2;
/** Below this no table is readable; lines then run over. */
const NARROWEST = 40;
/** Labels wrap to this before figures break over two lines. */
const GOOD_LABEL = 24;
/** Labels wrap to this before figures go on below; the lab's own words (`paraphrase`) stay whole in it. */
const NARROW_LABEL = 16;
const NARROW_TEXT = 24;
/** Rows of one table that a terminal is shown. */
const MOST_ROWS = 500;
/** A space that no figure is broken at. */
const FIGURE_SPACE = '\u2007';
/** A number with what follows its whole part: decimals, an exponent, a mark. */
const NUMBER = /^[<>+-]?\d[\d,]*((?:\.\d+)?(?:e[+-]?\d+)?[*x%]?)$/;

export const terminal = {
  name: 'terminal',
  summary: 'tables for people, fitted to the width of the terminal',
  extension: 'txt',
  render: ({ report, style }) => drawView(reportView(report), style),
} satisfies ReportFormat;

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
      // One by one: a report may have more lines than a call can have arguments.
      for (const line of drawTable(part, width, style)) lines.push(line === '' ? '' : INDENT + line);
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

function drawTable(table: Table, width: number, style: RenderStyle): string[] {
  const { columns, elsewhere } = table;
  // Nobody reads on; and what goes to a pipe or a file is whole.
  const isCut = Number.isFinite(width) && table.rows.length > MOST_ROWS;
  const rows = isCut ? table.rows.slice(0, MOST_ROWS) : table.rows;
  if (rows.length === 0) return [];
  let tracks: Track[] = columns.map((column, n) => ({ column, head: column.head, cells: rows.map((row) => row[n]!) }));
  // What goes to a pipe or a file is left as it is.
  if (Number.isFinite(width)) tracks = tracks.map(alignNumbers);
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
  const below = asides.length > 0 ? rows.map((_, row) => asideLines(asides, row, width)) : [];
  const blocks = stacks(widths, width).map((shown, n) => [
    ...(n > 0 ? [''] : []),
    ...drawTracks(
      shown.map((at) => tracks[at]!),
      shown.map((at) => widths[at]!),
      n === 0 ? below : [],
      style,
    ),
  ]);
  if (isCut) {
    const more = `… ${grouped(table.rows.length - MOST_ROWS)} more`;
    const where = `${elsewhere === undefined ? '' : `${elsewhere}, and `}a pipe or --wide shows all`;
    blocks.push(wrapText(`${more}: ${where}`, width).map((line) => style.paint('dim', line)));
  }
  return blocks.flat();
}

/** Numbers of one column stand with their whole parts under each other. */
function alignNumbers(track: Track): Track {
  if (track.column.kind !== 'figure' || track.column.align !== 'right') return track;
  const tails = track.cells.map(({ text }) => NUMBER.exec(text)?.[1]?.length);
  const longest = tails.reduce<number>((most, own) => Math.max(most, own ?? 0), 0);
  if (longest === 0) return track;
  const cells = track.cells.map((cell, n) =>
    tails[n] === undefined ? cell : { ...cell, text: cell.text + FIGURE_SPACE.repeat(longest - tails[n]) },
  );
  return { ...track, cells };
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
  const lines: string[] = [];
  asides.forEach(({ head, cells, column }, n) => {
    const { text } = cells[row]!;
    if (text === NONE) return;
    const name = n === 0 ? '' : `${head}: `;
    const room = width - INDENT.length;
    if (column.shortens) lines.push(INDENT + name + shortenMiddle(text, room - displayWidth(name)));
    else {
      for (const line of hang(together(name + text), room)) lines.push(INDENT + line.replaceAll(FIGURE_SPACE, ' '));
    }
  });
  return lines;
}

/** What a line should not break between: a part and its number, a number and what it counts. */
function together(text: string): string {
  return text.replace(/ (?=-?\d[\d.e-]*(?:,|$))|(?<=\+\d+) (?=more$)/g, FIGURE_SPACE);
}

/** How a column's texts are broken into lines of its width. */
function breaker({ column, cells }: Track, width: number): (text: string) => readonly string[] {
  if (column.kind !== 'label') return (text) => wrapText(text, width);
  if (column.shortens && staysApart(cells, width)) return (text) => [shortenMiddle(text, width)];
  return (text) => wrapLabel(text, width);
}

/** Whether texts that differ still do once they are shortened. */
function staysApart(cells: readonly Cell[], width: number): boolean {
  const whole = new Set(cells.map(({ text }) => text));
  const shortened = new Set<string>();
  for (const text of whole) shortened.add(shortenMiddle(text, width));
  return shortened.size === whole.size;
}

function drawTracks(
  tracks: readonly Track[],
  widths: readonly number[],
  below: readonly (readonly string[])[],
  style: RenderStyle,
): string[] {
  const out: string[] = [];
  const breakers = tracks.map((track, n) => breaker(track, widths[n]!));
  const isPlain = tracks.every(({ head, cells }) => isNarrow(head) && cells.every(({ text }) => isNarrow(text)));
  const compose = isPlain && tracks[0]!.cells.length <= MOST_COMPOSED ? composed : joined;
  const draw = (lines: readonly (readonly string[])[], tones: readonly Cell['tone'][]): string[] => {
    const height = Math.max(...lines.map((own) => own.length));
    const padded = Array.from({ length: height }, (_, at) =>
      tracks.map(({ column }, n) => aligned(lines[n]![at] ?? '', widths[n]!, column.align, tones[n], style)),
    );
    return compose(padded, widths);
  };
  if (tracks.some(({ head }) => head !== '')) {
    const heads = tracks.map(({ head, column }, n) =>
      column.kind === 'label' ? wrapLabel(head, widths[n]!) : wrapText(head, widths[n]!),
    );
    const height = Math.max(...heads.map((lines) => lines.length));
    // Heads stand on the rule, whatever their height.
    const padded = heads.map((lines) => [...Array<string>(height - lines.length).fill(''), ...lines]);
    const rule = widths.map((width) => ['─'.repeat(width)]);
    for (const line of [...draw(padded, []), ...draw(rule, [])]) out.push(style.paint('dim', line));
  }
  const isWhole = tracks.every((track, n) => isUnbroken(track, widths[n]!));
  const whole = isWhole
    ? inPieces(
        tracks[0]!.cells.map((_, row) =>
          tracks.map(({ cells, column }, n) => {
            const { text, tone } = cells[row]!;
            return aligned(text, widths[n]!, column.align, tone, style);
          }),
        ),
        (rows) => compose(rows, widths),
      )
    : [];
  tracks[0]!.cells.forEach((_, row) => {
    if (isWhole) out.push(whole[row]!);
    else {
      const lines = tracks.map(({ cells }, n) => breakers[n]!(cells[row]!.text));
      const tones = tracks.map(({ cells }) => cells[row]!.tone);
      for (const line of draw(lines, tones)) out.push(line);
    }
    for (const line of below[row] ?? []) out.push(style.paint('dim', line));
  });
  return out;
}

/** cli-table3 takes time in the square of the rows. */
const ROWS_AT_ONCE = 60;
/** Rows of a table that cli-table3 composes: beyond, it would take the longest of all there is to do. */
const MOST_COMPOSED = 2000;

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

function inPieces(
  rows: readonly (readonly string[])[],
  draw: (rows: readonly (readonly string[])[]) => string[],
): string[] {
  const lines: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    for (const line of draw(rows.slice(from, from + ROWS_AT_ONCE))) lines.push(line);
  }
  return lines;
}

/** Lines of cells that are as wide as their columns, by cli-table3. */
function composed(rows: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const table = new CliTable({
    chars: NO_LINES,
    // cli-table3 colours heads and borders unless told not to.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    colWidths: widths.map((width) => width + GAP),
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** The same lines without it: it counts the columns of wide characters in its own way. */
function joined(rows: readonly (readonly string[])[]): string[] {
  return rows.map((row) => row.join(' '.repeat(GAP)).trimEnd());
}

/** Whether a character is a column, whoever counts. */
function isNarrow(text: string): boolean {
  return /^[\n\x20-\x7e\u2007–─…›~*]*$/.test(text);
}

/** Whether every cell is one line that fits. */
function isUnbroken({ cells }: Track, width: number): boolean {
  return cells.every(({ text }) => !text.includes('\n') && displayWidth(text) <= width);
}

/** One line of a cell, padded to its column. */
function aligned(line: string, width: number, align: Column['align'], tone: Cell['tone'], style: RenderStyle): string {
  const text = line.includes(FIGURE_SPACE) ? line.replaceAll(FIGURE_SPACE, ' ') : line;
  const space = ' '.repeat(Math.max(0, width - displayWidth(line)));
  const shown = tone && text !== '' ? style.paint(tone, text) : text;
  return align === 'right' ? space + shown : shown + space;
}
