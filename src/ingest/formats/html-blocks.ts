// Turns the main content of an HTML page into blocks, with white space as a browser would show it.
import type { Block, Span } from '../../core/model.ts';
import { BlockWriter } from '../block-writer.ts';
import { Dropper, type MainContent } from './html-main.ts';
import { attribute, type HtmlElement, isHtml, walkTree } from './html-tree.ts';

/** Elements that begin and end a line. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol p plaintext pre search section summary ' +
    'table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);
const PREFORMATTED: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp', 'plaintext']);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'menu', 'dir']);

/** What a line is while it is written. */
interface Flow {
  readonly kind: Block['kind'];
  readonly level?: number;
  /** The outermost list or the table that it belongs to. */
  readonly group?: number;
}

interface Table {
  readonly element: HtmlElement;
  readonly group: number;
  inHead: boolean;
  bodyBegan: boolean;
  header: Span | undefined;
  /** Cells of the open row. */
  cells: string[] | undefined;
  onlyHeaders: boolean;
}

const PARAGRAPH: Flow = { kind: 'paragraph' };

/** One line being written: pieces, and how it ends, so that no piece is copied twice. */
class Line {
  private pieces: string[] = [];
  /** Nothing yet, white space, or something else. */
  private tail: 'none' | 'space' | 'other' = 'none';

  get begun(): boolean {
    return this.tail !== 'none';
  }

  collapsed(value: string): void {
    const text = value.replace(/[\t\n\f\r ]+/g, ' ');
    const own = this.tail !== 'other' && text.startsWith(' ') ? text.slice(1) : text;
    if (own === '') return;
    this.pieces.push(own);
    this.tail = own.endsWith(' ') ? 'space' : 'other';
  }

  exact(value: string): void {
    if (value === '') return;
    this.pieces.push(value);
    this.tail = 'other';
  }

  lineFeed(): void {
    this.pieces.push('\n');
    this.tail = 'space';
  }

  take(): string {
    const text = this.pieces.join('');
    this.pieces = [];
    this.tail = 'none';
    return text;
  }
}

/** Writes the blocks of the main content of a page. */
export function writeBlocks(
  { roots, landmarks, layouts }: MainContent,
  writer: BlockWriter = new BlockWriter(),
): BlockWriter {
  const line = new Line();
  const flows: Flow[] = [PARAGRAPH];
  const tables: Table[] = [];
  let breaks = 0;
  let preformatted = 0;
  let groups = 0;
  /** The data table whose row is open: within it nothing begins a line. */
  const row = (): Table | undefined => (tables.at(-1)?.cells ? tables.at(-1) : undefined);
  const flush = (): void => {
    if (row()) {
      line.collapsed(' ');
      return;
    }
    breaks = 0;
    if (!line.begun) return;
    const { kind, level, group } = flows.at(-1)!;
    const text = line.take().replace(/ +\n/g, '\n');
    writer.add(kind, kind === 'heading' ? text.replace(/\s*¶\s*$/, '') : text, {
      ...(level === undefined ? {} : { level }),
      ...(group === undefined ? {} : { group }),
    });
  };
  const write = (value: string): void => {
    const text = value.includes('\u00ad') ? value.replaceAll('\u00ad', '') : value;
    if (preformatted > 0 && !row()) line.exact(text);
    else line.collapsed(text);
    if (/[^\t\n\f\r ]/.test(text)) breaks = 0;
  };

  const enterBlock = (element: HtmlElement): void => {
    const { tagName } = element;
    flush();
    const table = tables.at(-1);
    const flow = flows.at(-1)!;
    if (tagName === 'table') {
      const layout = layouts.has(element);
      // Within a table that is one, everything is one: `layouts` holds every table that has another inside.
      if (!layout && !row())
        tables.push({
          element,
          group: ++groups,
          inHead: false,
          bodyBegan: false,
          header: undefined,
          cells: undefined,
          onlyHeaders: true,
        });
    } else if (table && tagName === 'thead') table.inHead = true;
    else if (table && tagName === 'tr' && !table.cells) {
      table.cells = [];
      table.onlyHeaders = true;
    } else if (table?.cells && (tagName === 'td' || tagName === 'th')) {
      line.take();
      if (tagName === 'td') table.onlyHeaders = false;
    }
    if (PREFORMATTED.has(tagName)) preformatted++;
    flows.push(nextFlow(element, flow));
  };
  const nextFlow = (element: HtmlElement, flow: Flow): Flow => {
    const { tagName } = element;
    const level = headingLevel(element);
    if (level !== undefined) return { kind: 'heading', level };
    if (PREFORMATTED.has(tagName)) return { kind: 'code' };
    if (LISTS.has(tagName)) return { ...flow, group: flow.group ?? ++groups };
    if (tagName === 'li' || tagName === 'dt' || tagName === 'dd')
      return { kind: 'list-item', group: flow.group ?? ++groups };
    return flow;
  };
  const leaveBlock = (element: HtmlElement): void => {
    const { tagName } = element;
    const table = tables.at(-1);
    if (table?.cells && (tagName === 'td' || tagName === 'th')) table.cells.push(line.take().trim());
    else if (table?.cells && tagName === 'tr') closeRow(table);
    else flush();
    if (table && tagName === 'thead') table.inHead = false;
    if (table && table.element === element) tables.pop();
    if (PREFORMATTED.has(tagName)) preformatted--;
    flows.pop();
  };
  const closeRow = (table: Table): void => {
    const cells = table.cells!;
    table.cells = undefined;
    line.take();
    if (cells.every((cell) => cell === '')) return;
    const isHead = !table.bodyBegan && (table.inHead || table.onlyHeaders);
    const span = writer.add('table-row', cells.join(' | '), {
      group: table.group,
      ...(isHead || !table.header ? {} : { header: table.header }),
    });
    if (!span) return;
    if (isHead) table.header = { start: table.header?.start ?? span.start, end: span.end };
    else table.bodyBegan = true;
  };

  for (const root of roots) {
    const dropper = new Dropper(landmarks);
    walkTree(root, {
      enter(element) {
        if (element.tagName === 'svg' && isPicture(element)) write(` ${attribute(element, 'aria-label').trim()} `);
        if (!dropper.enter(element)) return false;
        if (!isHtml(element)) return true;
        if (element.tagName === 'br') {
          if (row()) line.collapsed(' ');
          // Two in a row are how a paragraph ends where none is marked.
          else if (breaks > 0 && preformatted === 0) flush();
          else {
            if (line.begun) line.lineFeed();
            breaks++;
          }
        } else if (element.tagName === 'img') {
          const alt = attribute(element, 'alt').trim();
          if (alt !== '') write(` ${alt} `);
        } else if (isBlock(element)) enterBlock(element);
        return true;
      },
      text: write,
      leave(element) {
        dropper.leave(element);
        if (isHtml(element) && isBlock(element)) leaveBlock(element);
      },
    });
    flush();
  }
  return writer;
}

function isBlock(element: HtmlElement): boolean {
  return BLOCKS.has(element.tagName) || attribute(element, 'role') === 'heading';
}

function isPicture(element: HtmlElement): boolean {
  return attribute(element, 'role') === 'img' && attribute(element, 'aria-hidden') !== 'true';
}

function headingLevel(element: HtmlElement): number | undefined {
  if (/^h[1-6]$/.test(element.tagName)) return Number(element.tagName[1]);
  if (attribute(element, 'role') !== 'heading') return undefined;
  const level = Number(attribute(element, 'aria-level') || '2');
  return Number.isInteger(level) && level >= 1 && level <= 9 ? level : 2;
}
