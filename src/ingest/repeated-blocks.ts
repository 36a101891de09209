// Page heads and feet that the pages of a site share: dropped, since they would make every page match the same words.
import type { ParsedDocument } from '../core/contracts.ts';
import type { Block } from '../core/model.ts';

/** With fewer documents, what they share may as well be what they are about. */
const FEWEST_DOCUMENTS = 5;
/** Share of the documents that must have a block at the same edge, word for word. */
const REPEATED_SHARE = 0.6;
/** Blocks at an edge that are looked at: longer menus than this are rare, and whole documents need not be compared. */
const EDGE = 100;

/**
 * Documents without the blocks at their beginning and end that at least 60 % of the documents have there as well, word for
 * word. Nothing amid a document is dropped, nor a whole document, nor a heading or a table's head whose section or rows
 * stay, nor what follows a heading that stays. Documents that lose nothing are handed back as they are, others with offsets anew; titles, metadata and heading
 * trails stay.
 */
export function dropRepeatedEdges(documents: readonly ParsedDocument[]): readonly ParsedDocument[] {
  const filled = documents.filter(({ blocks }) => blocks.length > 0);
  if (filled.length < FEWEST_DOCUMENTS) return documents;
  const least = Math.ceil(filled.length * REPEATED_SHARE);
  const leading = repeated(filled, least, ({ blocks }) => blocks.slice(0, EDGE));
  const trailing = repeated(filled, least, ({ blocks }) => blocks.slice(-EDGE));
  return documents.map((document) => dropEdges(document, leading, trailing));
}

function repeated(
  documents: readonly ParsedDocument[],
  least: number,
  edge: (document: ParsedDocument) => readonly Block[],
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const document of documents) {
    const own = new Set(edge(document).map((block) => textOf(document, block)));
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const found = new Set<string>();
  for (const [text, count] of counts) if (count >= least) found.add(text);
  return found;
}

function textOf({ text }: ParsedDocument, { span }: Block): string {
  return text.slice(span.start, span.end);
}

function dropEdges(
  document: ParsedDocument,
  leading: ReadonlySet<string>,
  trailing: ReadonlySet<string>,
): ParsedDocument {
  const { text, blocks } = document;
  let first = 0;
  while (first < Math.min(blocks.length, EDGE) && leading.has(textOf(document, blocks[first]!))) first++;
  let after = blocks.length;
  const lowest = Math.max(first, blocks.length - EDGE);
  while (after > lowest && trailing.has(textOf(document, blocks[after - 1]!))) after--;
  if (first >= after) return document;
  first = withHeads(blocks, first);
  // A heading of its own keeps the first block of its section.
  if (after < blocks.length && blocks[after - 1]!.kind === 'heading' && blocks[after]!.kind !== 'heading') after++;
  if (first === 0 && after === blocks.length) return document;
  const start = first === 0 ? 0 : blocks[first]!.span.start;
  const end = after === blocks.length ? text.length : blocks[after - 1]!.span.end;
  return {
    ...document,
    text: text.slice(start, end),
    blocks: blocks.slice(first, after).map((block) => moved(block, start)),
  };
}

/** The first block to keep, so that a table's head stays with its rows and a heading with the text below it. */
function withHeads(blocks: readonly Block[], from: number): number {
  let first = from;
  const head = blocks[first]!.header?.start;
  while (head !== undefined && first > 0 && blocks[first]!.span.start > head) first--;
  if (blocks[first]!.kind !== 'heading') while (first > 0 && blocks[first - 1]!.kind === 'heading') first--;
  return first;
}

function moved(block: Block, by: number): Block {
  if (by === 0) return block;
  const { span, header } = block;
  return {
    ...block,
    span: { start: span.start - by, end: span.end - by },
    ...(header ? { header: { start: header.start - by, end: header.end - by } } : {}),
  };
}
