// The structure of a Markdown text, by markdown-it's block rules.
import MarkdownIt, { type Token } from 'markdown-it';
import { isSpace } from '../../core/collection.ts';
import type { Block, Span } from '../../core/model.ts';
import { HeadingTrail } from '../heading-trail.ts';

/** UTF-16 units that are parsed at once: tokens need some hundred bytes a line, and live only as long as their window. */
const WINDOW = 262_144;

/** A heading longer than this is no name for what stands below it, and inline parsing need not see more. */
const LONGEST_HEADING = 300;

const parser = blockParser();

/** markdown-it with its block rules only, and tables whose rows are not taken apart. */
function blockParser() {
  const md = new MarkdownIt({ html: true });
  // The first rule that may interrupt a paragraph is the one for tables. Asked silently, it says whether a table begins.
  const beginsTable = md.block.ruler.getRules('paragraph')[0]!;
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      if (!beginsTable(state, startLine, endLine, true)) return false;
      if (silent) return true;
      const interrupts = md.block.ruler.getRules('blockquote');
      // The delimiter row goes with the head.
      state.push('table_head', '', 0).map = [startLine, startLine + 2];
      let line = startLine + 2;
      for (; line < endLine && !state.isEmpty(line); line++) {
        const indent = state.sCount[line]! - state.blkIndent;
        if (indent < 0 || indent >= 4 || interrupts.some((rule) => rule(state, line, endLine, true))) break;
        const row = state.push('table_row', '', 0);
        row.map = [line, line + 1];
        // Below the head: no window begins with it.
        row.level++;
      }
      state.line = line;
      return true;
    },
    { alt: ['paragraph', 'reference'] },
  );
  return md;
}

interface Structure {
  readonly blocks: readonly Block[];
  /** Text of the first heading of level 1. */
  readonly firstTitle: string | undefined;
}

/**
 * The blocks of a text, read window by window. A block at the outermost level begins in the same way whatever stands above it,
 * so each window but the last is read up to the beginning of its last such block, and the next one begins there.
 */
export function readBlocks(text: string): Structure {
  const reader = new BlockReader(text);
  let from = 0;
  let size = WINDOW;
  while (from < text.length) {
    let to = text.length;
    if (from + size < text.length) {
      const lineEnd = text.indexOf('\n', from + size);
      if (lineEnd >= 0) to = lineEnd + 1;
    }
    const own = text.slice(from, to);
    const tokens: Token[] = [];
    parser.block.parse(own, parser, {}, tokens);
    if (to === text.length) {
      reader.read(tokens, lineStarts(own, from));
      break;
    }
    const last = tokens.findLastIndex(({ level, nesting }) => level === 0 && nesting >= 0);
    const starts = lineStarts(own, from);
    const next = last < 0 ? to : starts[tokens[last]!.map![0]]!;
    if (next === from) {
      size *= 4;
      continue;
    }
    reader.read(tokens.slice(0, Math.max(last, 0)), starts);
    from = next;
    size = WINDOW;
  }
  return { blocks: reader.blocks, firstTitle: reader.firstTitle };
}

/** Offsets in the document of a window's lines, and of its end. */
function lineStarts(own: string, base: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < own.length; ) {
    starts.push(base + at);
    const end = own.indexOf('\n', at);
    at = end < 0 ? own.length : end + 1;
  }
  starts.push(base + own.length);
  return starts;
}

class BlockReader {
  readonly blocks: Block[] = [];
  firstTitle: string | undefined;
  readonly #text: string;
  readonly #trail = new HeadingTrail();
  #lists = 0;
  #header: Span | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param tokens of whole blocks */
  read(tokens: readonly Token[], starts: readonly number[]): void {
    /** Blocks there were when the outermost block began that is being read. */
    let before = this.blocks.length;
    let outermost: Token['map'] = null;
    tokens.forEach((token, n) => {
      if (token.level === 0 && token.nesting >= 0) {
        before = this.blocks.length;
        outermost = token.map;
      }
      this.#take(token, tokens[n + 1], starts);
      // Nesting beyond the parser's limit and the like has no tokens; the text is there all the same.
      const closed = token.level === 0 && token.nesting <= 0;
      if (closed && outermost && this.blocks.length === before) this.#add('paragraph', outermost, starts);
    });
  }

  #take(token: Token, next: Token | undefined, starts: readonly number[]): void {
    const { type, map, level } = token;
    if (type === 'bullet_list_open' || type === 'ordered_list_open') this.#lists++;
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') this.#lists--;
    if (!map) return;
    if (type === 'heading_open' && level === 0)
      this.#heading(Number(token.tag.slice(1)), next?.content ?? '', map, starts);
    else if (type === 'list_item_open') this.#add('list-item', map, starts);
    else if (type === 'fence' || type === 'code_block') this.#add('code', map, starts, level === 0);
    else if (type === 'table_head') {
      this.#add('table-row', map, starts);
      this.#header = this.#span([map[0], map[0] + 1], starts);
    } else if (type === 'table_row') this.#add('table-row', map, starts, false, this.#header);
    // What else an item holds belongs to the item.
    else if (this.#lists === 0 && PARAGRAPHS.has(type)) this.#add('paragraph', map, starts);
  }

  #heading(level: number, content: string, map: readonly [number, number], starts: readonly number[]): void {
    const name = plainText(content);
    if (level === 1 && name !== '') this.firstTitle ??= name;
    this.#trail.enter(level, name);
    this.#add('heading', map, starts);
  }

  #add(
    kind: Block['kind'],
    lines: readonly [number, number],
    starts: readonly number[],
    indented = false,
    header?: Span,
  ): void {
    const trimmed = this.#span(lines, starts);
    if (!trimmed) return;
    // Indentation of the first line of code is part of the code.
    const span = indented ? { start: this.#text.lastIndexOf('\n', trimmed.start - 1) + 1, end: trimmed.end } : trimmed;
    this.blocks.push({ kind, span, path: this.#trail.path, ...(header ? { header } : {}) });
  }

  /** Lines without the white space around them. */
  #span([first, after]: readonly [number, number], starts: readonly number[]): Span | undefined {
    let start = starts[first]!;
    let end = starts[Math.min(after, starts.length - 1)]!;
    while (end > start && isSpace(this.#text.charCodeAt(end - 1))) end--;
    while (start < end && isSpace(this.#text.charCodeAt(start))) start++;
    return start < end ? { start, end } : undefined;
  }
}

/** Headings below the outermost level (in quotes) open no section. */
const PARAGRAPHS: ReadonlySet<string> = new Set([
  'paragraph_open',
  'heading_open',
  'html_block',
  'hr',
  'reference_definition',
]);

/** What a reader sees of a heading: no markup, no addresses. */
function plainText(content: string): string {
  const tokens: Token[] = [];
  parser.inline.parse(content.slice(0, LONGEST_HEADING), parser, {}, tokens);
  const text = shown(tokens).replace(/\s+/g, ' ').trim();
  return content.length > LONGEST_HEADING ? `${text}…` : text;
}

function shown(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'image') return shown(children ?? []);
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return type === 'html_inline' ? '' : content;
    })
    .join('');
}
