// Chunks along a document's own structure: never across a heading, list items and table rows kept whole.
import { countWords } from '../../core/collection.ts';
import type { ChunkerDef } from '../../core/contracts.ts';
import type { ChunkDraft, Document, Span } from '../../core/model.ts';
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
    let open: { start: number; end: number; path: readonly string[]; size: number } | undefined;
    const close = (): void => {
      if (open) drafts.push(draft(document, open, open.path, title));
      open = undefined;
    };
    for (const { span, heading, path, size } of pieces(document, words)) {
      if (heading) close();
      if (open) {
        open.end = span.end;
        open.size += size;
        // A chunk that begins with a heading belongs to the section below that heading.
        open.path = path;
      } else open = { ...span, path, size };
      if (open.size >= words) close();
    }
    close();
    return drafts;
  },
  oversized(document, { words }) {
    return pieces(document, words).filter(({ size }) => size > words).length;
  },
};

function draft(document: Document, { start, end }: Span, path: readonly string[], title: boolean): ChunkDraft {
  const span = { start, end };
  if (!title) return { span, path };
  // A title taken from the first heading is the first step of the trail as well.
  const trail = path[0] === document.title ? path : [document.title, ...path];
  const prefix = trail.filter((step) => step !== '').join(' › ');
  return prefix === '' ? { span, path } : { span, path, prefix };
}

interface Piece {
  readonly span: Span;
  readonly heading: boolean;
  readonly path: readonly string[];
  readonly size: number;
}

/**
 * The document as trimmed pieces in order: a block up to the start of the next (so that nested blocks and text
 * outside of blocks are covered once), or its sentences where it has more than `words` words.
 */
function pieces(document: Document, words: number): readonly Piece[] {
  const { text } = document;
  const blocks = blocksInOrder(document);
  const found: Piece[] = [];
  const add = (from: number, to: number, heading: boolean, path: readonly string[]): void => {
    const own = text.slice(from, to);
    const start = from + own.length - own.trimStart().length;
    const end = from + own.trimEnd().length;
    if (end <= start) return;
    const size = countWords(own);
    if (size <= words) {
      found.push({ span: { start, end }, heading, path, size });
      return;
    }
    splitSentences(own).forEach((sentence, n) => {
      const span = { start: from + sentence.start, end: from + sentence.end };
      found.push({ span, heading: heading && n === 0, path, size: countWords(text.slice(span.start, span.end)) });
    });
  };
  add(0, blocks[0]?.span.start ?? text.length, false, []);
  blocks.forEach(({ kind, span, path }, n) => {
    add(span.start, blocks[n + 1]?.span.start ?? text.length, kind === 'heading', path);
  });
  return found;
}
