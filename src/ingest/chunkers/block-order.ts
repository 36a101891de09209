// Blocks as chunkers read them: in document order, with the heading trail of any offset.
import type { Block, Document } from '../../core/model.ts';

/** Blocks by start; of two with one start the longer, outer one first. */
export function blocksInOrder(document: Document): readonly Block[] {
  return [...document.blocks].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
}

/** Answers, for offsets that do not decrease, the heading trail of the last block begun at or before the offset. */
export function pathReader(document: Document): (offset: number) => readonly string[] {
  const blocks = blocksInOrder(document);
  let next = 0;
  let path: readonly string[] = [];
  return (offset) => {
    while (next < blocks.length && blocks[next]!.span.start <= offset) path = blocks[next++]!.path;
    return path;
  };
}
