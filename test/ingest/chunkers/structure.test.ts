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

describe('tables', () => {
  /** A section of prose and a table of a head and rows, each block a line. */
  function table(rows: number): Document {
    const rowLines = Array.from({ length: rows }, (_, n) => `table-row|Prices|row ${n} x`);
    const document = lines(
      'heading||Prices',
      'table-row|Prices|Plan Price',
      ...rowLines,
      'paragraph|Prices|After all.',
    );
    const header = document.blocks[1]!.span;
    const blocks = document.blocks.map((block, n) =>
      n > 1 && block.kind === 'table-row' ? { ...block, header } : block,
    );
    return { ...document, blocks };
  }
  const chunksOf = (document: Document, words: number, title = false): [string | undefined, string][] =>
    structure
      .chunk(document, { words, title })
      .map(({ span, prefix }) => [prefix, document.text.slice(span.start, span.end).replace(/\n/g, '/')]);

  it('that fit stay whole, and have their head once', () => {
    expect(chunksOf(table(2), 100)).toEqual([[undefined, 'Prices/Plan Price/row 0 x/row 1 x/After all.']]);
  });

  it('that do not fit are cut between rows, and each further chunk reads the head first', () => {
    expect(chunksOf(table(4), 6)).toEqual([
      [undefined, 'Prices/Plan Price/row 0 x'],
      ['Plan Price', 'row 1 x/row 2 x'],
      ['Plan Price', 'row 3 x/After all.'],
    ]);
  });

  it('the head follows the title line', () => {
    expect(chunksOf(table(2), 4, true).map(([prefix]) => prefix)).toEqual([
      'Guide › Prices',
      'Guide › Prices\nPlan Price',
    ]);
  });

  it('a row that is cut at its sentences has the head before each piece', () => {
    const document = lines('table-row||Plan Price', 'table-row||One two three. Four five six.', 'paragraph||End.');
    const header = document.blocks[0]!.span;
    const blocks = document.blocks.map((block, n) => (n === 1 ? { ...block, header } : block));
    expect(chunksOf({ ...document, blocks }, 2)).toEqual([
      [undefined, 'Plan Price'],
      ['Plan Price', 'One two three.'],
      ['Plan Price', 'Four five six.'],
      [undefined, 'End.'],
    ]);
  });

  it('a head that names itself as head is not read twice', () => {
    const document = lines('table-row||Plan Price', 'table-row||row 1 x');
    const header = document.blocks[0]!.span;
    const blocks = document.blocks.map((block) => ({ ...block, header }));
    expect(chunksOf({ ...document, blocks }, 2).map(([prefix]) => prefix)).toEqual([undefined, 'Plan Price']);
  });

  it('a head longer than a chunk is not repeated', () => {
    expect(chunksOf(table(2), 1).map(([prefix]) => prefix)).toEqual(Array(5).fill(undefined));
  });

  it('a chunk that begins with text above the table has no head before it', () => {
    const { blocks, ...rest } = table(2);
    expect(chunksOf({ ...rest, blocks }, 3).map(([prefix]) => prefix)).toEqual([
      undefined,
      'Plan Price',
      'Plan Price',
      undefined,
    ]);
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
