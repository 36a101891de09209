// Chunks along structure: headings cut, list items and rows stay whole, prefixes name the section.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Document } from '../../../src/core/model.ts';
import { structure } from '../../../src/ingest/chunkers/structure.ts';
import { anyDocument, documentOf, expectCovered, expectOrdered } from './any-document.ts';

/** A document of lines `kind|path|text`, each a block. */
function lines(...written: string[]): Document {
  let text = '';
  const blocks: Block[] = written.map((line) => {
    const [kind, path, own] = line.split('|') as [Block['kind'], string, string];
    const start = text.length;
    text += `${own}\n`;
    return { kind, path: path ? path.split('/') : [], span: { start, end: start + own.length } };
  });
  return documentOf(text, blocks);
}

const texts = (document: Document, words: number): string[] =>
  structure
    .chunk(document, { words, title: false })
    .map(({ span }) => document.text.slice(span.start, span.end).replace(/\n/g, '/'));

describe('structure', () => {
  const guide = lines(
    'paragraph||Before all.',
    'heading||Setup',
    'list-item|Setup|open the box now',
    'list-item|Setup|close it',
    'heading|Setup|Next',
    'table-row|Setup/Next|a b. C d.',
    'table-row|Setup/Next|e f',
  );

  it('cuts at every heading', () => {
    expect(texts(guide, 100)).toEqual(['Before all.', 'Setup/open the box now/close it', 'Next/a b. C d./e f']);
  });

  it('closes at or after the limit, with whole list items and rows', () => {
    expect(texts(guide, 4)).toEqual(['Before all.', 'Setup/open the box now', 'close it', 'Next/a b. C d.', 'e f']);
  });

  it('cuts a block over the limit at its sentences, and counts the sentences that are longer still', () => {
    const document = lines('heading||Rules', 'paragraph|Rules|One two. Three four. Five six seven eight.');
    expect(texts(document, 3)).toEqual(['Rules/One two.', 'Three four. Five six seven eight.']);
    expect(structure.oversized!(document, { words: 3, title: false })).toBe(1);
  });

  it('prefixes title and section when asked, and never says the title twice', () => {
    const prefixes = (document: Document): (string | undefined)[] =>
      structure.chunk(document, { words: 100, title: true }).map(({ prefix }) => prefix);
    expect(prefixes(guide)).toEqual(['Guide', 'Guide › Setup', 'Guide › Setup › Next']);
    expect(prefixes(lines('heading||Guide', 'paragraph|Guide|Text.'))).toEqual(['Guide']);
    expect(structure.chunk(guide, { words: 100, title: false })[1]).not.toHaveProperty('prefix');
  });

  it('cuts a document without blocks at its sentences', () => {
    expect(texts(documentOf('One two. Three four. Five.'), 2)).toEqual(['One two.', 'Three four.', 'Five.']);
  });
});

it('any document is covered in order, each character once, and no chunk crosses a heading', () => {
  fc.assert(
    fc.property(anyDocument, fc.integer({ min: 1, max: 12 }), fc.boolean(), (document, words, title) => {
      const drafts = structure.chunk(document, { words, title });
      expectOrdered(document, drafts);
      expectCovered(document, drafts, 'once');
    }),
  );
});
