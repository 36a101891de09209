// What holds of the blocks of every parsed document, and a short way to write them down.
import { expect } from 'vitest';
import type { ParsedDocument } from '../../src/core/contracts.ts';

/** Spans lie in the text, in order, without overlap; they are not blank; together they hold every non-blank character. */
export function expectBlocks({ text, blocks }: ParsedDocument): void {
  let at = 0;
  for (const { span, header } of blocks) {
    expect(span.start).toBeGreaterThanOrEqual(at);
    expect(span.end).toBeLessThanOrEqual(text.length);
    expect(text.slice(span.start, span.end)).toMatch(/\S/);
    expect(text.slice(at, span.start)).toMatch(/^\s*$/);
    if (header) {
      expect(header.start).toBeLessThan(header.end);
      expect(header.end).toBeLessThanOrEqual(span.start);
    }
    at = span.end;
  }
  expect(text.slice(at)).toMatch(/^\s*$/);
}

/** `kind: text` a block. */
export function outline({ text, blocks }: ParsedDocument): readonly string[] {
  return blocks.map(({ kind, span }) => `${kind}: ${text.slice(span.start, span.end)}`);
}

/** The text of the block that begins so. */
export function blockThatBegins({ text, blocks }: ParsedDocument, beginning: string) {
  const block = blocks.find(({ span }) => text.startsWith(beginning, span.start));
  if (!block) throw new Error(`no block begins with "${beginning}"`);
  return block;
}
