// Chunks along a document's own structure: never across a heading, list items and table rows kept whole.
import { countWords } from '../../core/collection.ts';
import type { ChunkerDef } from '../../core/contracts.ts';
import type { Block, ChunkDraft, Document, Span } from '../../core/model.ts';
import { splitSentences } from '../../text/sentences.ts';
import { blocksInOrder } from './block-order.ts';

type StructureParams = {
  readonly words: number;
  readonly title: boolean;
};

export const structure: ChunkerDef<StructureParams> = {
  name: 'structure',
  summary: 'sections cut at headings; whole paragraphs, list items and table rows until `words` words',
  params: {
    words: { default: 300, min: 1, integer: true, doc: 'words after which the next block end closes a chunk' },
    title: { default: false, doc: 'read the document title and the heading trail before the text' },
  },
  chunk(document, { words, title }) {
    const drafts: ChunkDraft[] = [];
    let open: OpenChunk | undefined;
    const close = (): void => {
      if (open) drafts.push(draft(document, open, { words, title }));
      open = undefined;
    };
    for (const { span, heading, path, size, header } of pieces(document, words)) {
      if (heading) close();
      if (open) {
        open.end = span.end;
        open.size += size;
        // A chunk that begins with a heading belongs to the section below that heading.
        open.path = path;
      } else open = { ...span, path, size, header };
      if (open.size >= words) close();
    }
    close();
    return drafts;
  },
  oversized(document, { words }) {
    return pieces(document, words).filter(({ size }) => size > words).length;
  },
};

interface OpenChunk extends Span {
  end: number;
  path: readonly string[];
  size: number;
  /** Head of the table that it begins in. */
  readonly header: Span | undefined;
}

function draft(document: Document, { start, end, path, header }: OpenChunk, params: StructureParams): ChunkDraft {
  const span = { start, end };
  const lines = [
    ...(params.title ? [titleLine(document, path)] : []),
    ...(header && header.start < start ? [tableHead(document, header, params.words)] : []),
  ].filter((line) => line !== '');
  return lines.length === 0 ? { span, path } : { span, path, prefix: lines.join('\n') };
}

/** A title taken from the first heading is the first step of the trail as well. */
function titleLine({ title }: Document, path: readonly string[]): string {
  const trail = path[0] === title ? path : [title, ...path];
  return trail.filter((step) => step !== '').join(' › ');
}

/** A head that would fill a chunk by itself is not repeated: the rows would drown in it. */
function tableHead({ text }: Document, { start, end }: Span, words: number): string {
  const head = text.slice(start, end).trim();
  return countWords(head) <= words ? head : '';
}

interface Piece {
  readonly span: Span;
  readonly heading: boolean;
  readonly path: readonly string[];
  readonly size: number;
  readonly header: Span | undefined;
}

/**
 * The document as trimmed pieces in order: a block up to the start of the next (so that nested blocks and text
 * outside of blocks are covered once), or its sentences where it has more than `words` words.
 */
function pieces(document: Document, words: number): readonly Piece[] {
  const { text } = document;
  const blocks = blocksInOrder(document);
  const found: Piece[] = [];
  const add = (from: number, to: number, block: Pick<Block, 'kind' | 'path' | 'header'>): void => {
    const own = text.slice(from, to);
    const start = from + own.length - own.trimStart().length;
    const end = from + own.trimEnd().length;
    if (end <= start) return;
    const size = countWords(own);
    const { path, header } = block;
    const heading = block.kind === 'heading';
    if (size <= words) {
      found.push({ span: { start, end }, heading, path, size, header });
      return;
    }
    splitSentences(own).forEach((sentence, n) => {
      const span = { start: from + sentence.start, end: from + sentence.end };
      const sizeOfIt = countWords(text.slice(span.start, span.end));
      found.push({ span, heading: heading && n === 0, path, size: sizeOfIt, header });
    });
  };
  add(0, blocks[0]?.span.start ?? text.length, { kind: 'paragraph', path: [] });
  blocks.forEach((block, n) => {
    add(block.span.start, blocks[n + 1]?.span.start ?? text.length, block);
  });
  return found;
}
