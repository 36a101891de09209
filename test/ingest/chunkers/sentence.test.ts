// The sentence chunker: where chunks close, what overlaps, what is kept whole.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCollection, countWords } from '../../../src/core/collection.ts';
import type { Block } from '../../../src/core/model.ts';
import { sentence } from '../../../src/ingest/chunkers/sentence.ts';
import { anyDocument, documentOf, expectCovered, expectOrdered } from './any-document.ts';

const texts = (text: string, words: number, overlap = 0, blocks: readonly Block[] = []): string[] =>
  sentence.chunk(documentOf(text, blocks), { words, overlap }).map(({ span }) => text.slice(span.start, span.end));

describe('a chunk', () => {
  it('closes at the first sentence end at or after the limit', () => {
    expect(texts('A b c. D e f. G h i. J.', 3)).toEqual(['A b c.', 'D e f.', 'G h i.', 'J.']);
    expect(texts('A b c. D e f. G h i. J.', 4)).toEqual(['A b c. D e f.', 'G h i. J.']);
  });

  it('crosses blank lines and pages', () => {
    expect(texts('Title\n\nA b.\n\nC d.', 4)).toEqual(['Title\n\nA b.\n\nC d.']);
  });

  it('spans from its first sentence to its last, without white space around', () => {
    expect(texts('  A b.  \n C d. \n', 2)).toEqual(['A b.', 'C d.']);
  });

  it('keeps a sentence longer than the limit whole and counts it', () => {
    const document = documentOf('One two three four five. Six. Seven eight nine ten.');
    expect(texts(document.text, 3)).toEqual(['One two three four five.', 'Six. Seven eight nine ten.']);
    expect(sentence.oversized!(document, { words: 3, overlap: 0 })).toBe(2);
    expect(sentence.oversized!(document, { words: 5, overlap: 0 })).toBe(0);
  });

  it('begins with the last sentences of the one before, as many as overlap says', () => {
    expect(texts('A b. C d. E f. G h. I j.', 6, 1)).toEqual(['A b. C d. E f.', 'E f. G h. I j.']);
    expect(texts('A b. C d. E f. G h.', 6, 2)).toEqual(['A b. C d. E f.', 'C d. E f. G h.']);
  });

  it('carries fewer sentences where they alone would fill it', () => {
    expect(texts('A. B c d e. F. G.', 4, 2)).toEqual(['A. B c d e.', 'F. G.']);
  });

  it('ends a sentence with a heading, list item or table row that has no mark, but not with a paragraph cut by a page', () => {
    const text = 'Setup\nrun it\nnow and then\ngo.';
    const block = (kind: Block['kind'], start: number, end: number, ...path: string[]): Block => ({
      kind,
      span: { start, end },
      path,
    });
    const blocks = [
      block('heading', 0, 5),
      block('list-item', 6, 12, 'Setup'),
      block('paragraph', 13, 25, 'Setup'),
      block('paragraph', 26, 29, 'Next'),
    ];
    expect(texts(text, 1, 0, blocks)).toEqual(['Setup', 'run it', 'now and then\ngo.']);
    const paths = sentence.chunk(documentOf(text, blocks), { words: 1, overlap: 0 }).map(({ path }) => path);
    expect(paths).toEqual([[], ['Setup'], ['Setup']]);
  });

  it('is nothing where the document is blank', () => {
    expect(texts(' \n\n ', 3)).toEqual([]);
  });
});

it('overlap as large as the limit is refused by name', () => {
  expect(sentence.check!({ words: 3, overlap: 3 })).toMatch(/overlap=3 must be less than words=3/);
  expect(sentence.check!({ words: 3, overlap: 2 })).toBeUndefined();
});

it('every non-blank character of case C29 is in exactly one chunk', () => {
  const text = readFileSync(new URL('../../fixtures/cases/C29/separators.txt', import.meta.url), 'utf8');
  const document = documentOf(text);
  const { chunks } = buildCollection('c', [document], sentence, { words: 2, overlap: 0 });
  expectCovered(
    document,
    chunks.map(({ span, path }) => ({ span, path })),
    'once',
  );
  for (const chunk of chunks) expect(text.slice(chunk.span.start, chunk.span.end)).toBe(chunk.text);
});

describe('any document', () => {
  it('is covered in order, once without overlap', () => {
    fc.assert(
      fc.property(anyDocument, fc.integer({ min: 1, max: 12 }), fc.nat(12), (document, words, wish) => {
        const overlap = Math.min(wish, words - 1);
        const drafts = sentence.chunk(document, { words, overlap });
        expectOrdered(document, drafts);
        expectCovered(document, drafts, overlap === 0 ? 'once' : 'some');
      }),
    );
  });

  it('gives chunks that each read on and hold the limit, but for the last', () => {
    fc.assert(
      fc.property(anyDocument, fc.integer({ min: 1, max: 12 }), fc.nat(3), (document, words, wish) => {
        const drafts = sentence.chunk(document, { words, overlap: Math.min(wish, words - 1) });
        drafts.forEach(({ span }, n) => {
          expect(span.end).toBeGreaterThan(drafts[n - 1]?.span.end ?? -1);
        });
        // Only full stops that need no space put two sentences into one white-space word.
        if (/[。]/.test(document.text)) return;
        for (const { span } of drafts.slice(0, -1)) {
          const own = document.text.slice(span.start, span.end);
          if (document.blocks.length === 0) expect(countWords(own)).toBeGreaterThanOrEqual(words);
        }
      }),
    );
  });
});
