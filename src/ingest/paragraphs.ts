// Paragraphs of a text without markup: what blank lines separate.
import { isSpace } from '../core/collection.ts';
import type { Block } from '../core/model.ts';

const NO_PATH: readonly string[] = [];

/** Every non-blank character is in exactly one block. */
export function paragraphBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let start = -1;
  let end = -1;
  const close = (): void => {
    if (start >= 0) blocks.push({ kind: 'paragraph', span: { start, end }, path: NO_PATH });
    start = -1;
  };
  let blankLine = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      if (blankLine) close();
      blankLine = true;
    } else if (!isSpace(code)) {
      blankLine = false;
      if (start < 0) start = at;
      end = at + 1;
    }
  }
  close();
  return blocks;
}
