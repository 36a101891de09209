import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../src/core/contracts.ts';
import type { Block } from '../../src/core/model.ts';
import { BlockWriter } from '../../src/ingest/block-writer.ts';
import { dropRepeatedEdges } from '../../src/ingest/repeated-blocks.ts';
import { expectBlocks, outline } from './expect-blocks.ts';

type Line = readonly [Block['kind'], string];

function page(...lines: readonly (string | Line)[]): ParsedDocument {
  const writer = new BlockWriter();
  for (const line of lines) {
    const [kind, text] = typeof line === 'string' ? (['paragraph', line] as const) : line;
    writer.add(kind, text);
  }
  return { title: lines.join(), text: writer.text(), blocks: writer.blocks, meta: { n: lines.length } };
}

const texts = (documents: readonly ParsedDocument[]) =>
  documents.map((document) => outline(document).map((line) => line.slice(line.indexOf(' ') + 1)));

describe('heads and feet that documents share', () => {
  it('go where 60 % of the documents have them', () => {
    const dropped = dropRepeatedEdges([
      page('Site', 'Menu', 'one', 'Foot'),
      page('Site', 'Menu', 'two', 'more', 'Foot'),
      page('Site', 'three', 'Foot'),
      page('four', 'Foot'),
      page('five'),
    ]);
    expect(texts(dropped)).toEqual([
      // Two of five have the menu: it stays.
      ['Menu', 'one'],
      ['Menu', 'two', 'more'],
      ['three'],
      ['four'],
      ['five'],
    ]);
    for (const document of dropped) expectBlocks(document);
    expect(dropped[1]!.text).toBe('Menu\n\ntwo\n\nmore');
    expect(dropped[1]!.title).toBe('Site,Menu,two,more,Foot');
    expect(dropped[1]!.meta).toEqual({ n: 5 });
  });

  it('stay with fewer than five documents', () => {
    const four = ['a', 'b', 'c', 'd'].map((own) => page('Site', own));
    expect(dropRepeatedEdges(four)).toEqual(four);
  });

  it('stay amid a document', () => {
    const documents = ['a', 'b', 'c', 'd', 'e'].map((own) => page(`${own}1`, 'Shared', `${own}2`));
    expect(dropRepeatedEdges(documents)).toEqual(documents);
  });

  it('stay where nothing else would', () => {
    const same = Array.from({ length: 5 }, () => page('Site', 'Foot'));
    expect(dropRepeatedEdges(same)).toEqual(same);
    const mixed = [...same, page('Site', 'own', 'Foot')];
    expect(texts(dropRepeatedEdges(mixed)).at(-1)).toEqual(['own']);
  });

  it('must be the same word for word', () => {
    const documents = [1, 2, 3, 4, 5].map((n) => page(`Page ${n}`, 'own'.repeat(n)));
    expect(dropRepeatedEdges(documents)).toEqual(documents);
  });

  it('do not take the heading of what stays', () => {
    const documents = ['a', 'b', 'c', 'd', 'e'].map((own) =>
      page('Menu', ['heading', 'Site'], ['heading', 'Overview'], own),
    );
    expect(texts(dropRepeatedEdges(documents))[0]).toEqual(['Site', 'Overview', 'a']);
    const named = ['a', 'b', 'c', 'd', 'e'].map((own) => page(['heading', 'Site'], ['heading', own], 'text', 'Foot'));
    expect(texts(dropRepeatedEdges(named))[0]).toEqual(['a', 'text']);
  });

  it('do not take the head of a table', () => {
    const documents = ['a', 'b', 'c', 'd', 'e'].map((own): ParsedDocument => {
      const writer = new BlockWriter();
      writer.add('paragraph', 'Menu');
      const header = writer.add('table-row', 'Name | Days', { group: 1 })!;
      writer.add('table-row', `${own} | 1`, { group: 1, header });
      return { title: own, text: writer.text(), blocks: writer.blocks, meta: {} };
    });
    const [first] = dropRepeatedEdges(documents);
    expect(first!.text).toBe('Name | Days\na | 1');
    expect(first!.blocks[1]!.header).toEqual({ start: 0, end: 11 });
  });

  it('take and give back any documents', () => {
    const line = fc.tuple(
      fc.constantFrom('heading' as const, 'paragraph' as const),
      fc.constantFrom('A', 'B', 'C', 'D'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 5 }), { maxLength: 8 }), (drawn) => {
        const documents = drawn.map((lines) => page(...lines));
        const dropped = dropRepeatedEdges(documents);
        expect(dropped).toHaveLength(documents.length);
        dropped.forEach((document, n) => {
          expectBlocks(document);
          const before = outline(documents[n]!);
          const after = outline(document);
          expect(before.length === 0 || after.length > 0).toBe(true);
          // What stays is one stretch of what was.
          expect(`\n${before.join('\n')}\n`).toContain(`\n${after.join('\n')}\n`);
        });
      }),
    );
  });
});
