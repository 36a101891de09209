// Arbitrary documents for the chunkers' properties, and what must hold of every list of drafts.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Block, ChunkDraft, Document } from '../../../src/core/model.ts';

export function documentOf(text: string, blocks: readonly Block[] = [], title = 'Guide'): Document {
  return { id: 'd', title, text, blocks, meta: {}, source: 'd.txt' };
}

const piece = fc.oneof(
  fc.constantFrom(
    'One two three.',
    'Four five! ',
    'six seven',
    '\n\n',
    '\n',
    ' ',
    '\t',
    '😀 x.',
    '次。',
    'Dr. No? ',
    '\ud83d',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

const kinds = ['heading', 'paragraph', 'list-item', 'table-row', 'code'] as const;

/** Texts with blocks anywhere: gaps, nesting, overlaps and equal starts included. */
export const anyDocument: fc.Arbitrary<Document> = fc
  .array(piece, { maxLength: 40 })
  .map((parts) => parts.join(''))
  .chain((text) =>
    fc
      .array(
        fc.record({
          kind: fc.constantFrom(...kinds),
          start: fc.nat(text.length),
          length: fc.nat(30),
          path: fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 2 }),
        }),
        { maxLength: 8 },
      )
      .map((drawn) =>
        documentOf(
          text,
          drawn.map(({ kind, start, length, path }) => ({
            kind,
            path,
            span: { start, end: Math.min(start + length, text.length) },
          })),
        ),
      ),
  );

/** Spans lie in the document, are not empty, and starts strictly increase. */
export function expectOrdered({ text }: Document, drafts: readonly ChunkDraft[]): void {
  let last = -1;
  for (const { span } of drafts) {
    expect(span.start).toBeGreaterThan(last);
    expect(span.end).toBeGreaterThan(span.start);
    expect(span.end).toBeLessThanOrEqual(text.length);
    last = span.start;
  }
}

/** Every non-blank character is in at least one chunk, or in exactly one. */
export function expectCovered({ text }: Document, drafts: readonly ChunkDraft[], often: 'once' | 'some'): void {
  const times = new Uint32Array(text.length);
  for (const { span } of drafts) for (let at = span.start; at < span.end; at++) times[at]!++;
  for (let at = 0; at < text.length; at++) {
    if (/\s/.test(text[at]!)) continue;
    if (often === 'once') expect(times[at]).toBe(1);
    else expect(times[at]).toBeGreaterThan(0);
  }
}
