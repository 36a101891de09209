import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BlockWriter } from '../../src/ingest/block-writer.ts';
import { tidyText } from '../../src/ingest/decode.ts';
import { expectBlocks, outline } from './expect-blocks.ts';

const made = (writer: BlockWriter) => ({ title: '', text: writer.text(), blocks: writer.blocks, meta: {} });

it('puts a blank line between blocks, a line feed within a group', () => {
  const writer = new BlockWriter();
  writer.add('paragraph', ' a ');
  writer.add('list-item', 'b', { group: 1 });
  writer.add('list-item', 'c', { group: 1 });
  writer.add('list-item', 'd', { group: 2 });
  expect(writer.text()).toBe('a\n\nb\nc\n\nd');
});

it('drops blank blocks and says so', () => {
  const writer = new BlockWriter();
  expect(writer.add('paragraph', ' \n\u00a0')).toBeUndefined();
  expect(writer.add('code', '\n \n')).toBeUndefined();
  expect(writer.add('paragraph', 'a')).toEqual({ start: 0, end: 1 });
  expect(outline(made(writer))).toEqual(['paragraph: a']);
});

it('keeps the indentation of code', () => {
  const writer = new BlockWriter();
  writer.add('code', '\n  \n  a\n b\n\n');
  expect(writer.text()).toBe('  a\n b');
});

it('gives every block the headings above it, and a heading itself as well', () => {
  const writer = new BlockWriter();
  writer.add('heading', 'A\nB', { level: 1 });
  writer.add('paragraph', 'x', { page: 3 });
  expect(writer.blocks).toEqual([
    { kind: 'heading', span: { start: 0, end: 3 }, path: ['A B'] },
    { kind: 'paragraph', span: { start: 5, end: 6 }, path: ['A B'], page: 3 },
  ]);
});

it('holds every non-blank character in exactly one block', () => {
  const kinds = fc.constantFrom('heading', 'paragraph', 'list-item', 'table-row', 'code');
  const text = fc.oneof(
    fc.constantFrom('\ud83d', '\r'),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(' ', '\n', '\n a', '\u2028 b', '\ufeff'),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ kind: kinds, text, group: fc.option(fc.nat(2)) })), (drawn) => {
      const writer = new BlockWriter();
      for (const { kind, text, group } of drawn) writer.add(kind, text, group === null ? {} : { group });
      expectBlocks(made(writer));
      expect(writer.text().replace(/\s/g, '')).toBe(
        drawn.map((block) => tidyText(block.text).replace(/\s/g, '')).join(''),
      );
    }),
  );
});
