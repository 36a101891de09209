import { describe, expect, it } from 'vitest';
import { buildCollection, countWords, estimateTokens } from '../../src/core/collection.ts';
import type { ChunkerDef } from '../../src/core/contracts.ts';
import type { Document } from '../../src/core/model.ts';

const document = (id: string, text: string): Document => ({
  id,
  title: 'Title',
  text,
  blocks: [
    { kind: 'paragraph', span: { start: 0, end: 3 }, path: [], page: 1 },
    { kind: 'paragraph', span: { start: 4, end: text.length }, path: [], page: 2 },
  ],
  meta: {},
  source: 'test',
});

/** Halves a document at its first space; a prefix stands before the second half. */
const halves: ChunkerDef = {
  name: 'halves',
  summary: '',
  params: {},
  chunk: ({ text }) => [
    { span: { start: 0, end: text.indexOf(' ') }, path: ['a'] },
    { span: { start: text.indexOf(' ') + 1, end: text.length }, path: ['b'], prefix: 'Title' },
  ],
};

describe('a collection', () => {
  const collection = buildCollection('c', [document('x', 'one two'), document('y', 'six ten')], halves, {});

  it('numbers chunks within their document and ordinals across all', () => {
    expect(collection.chunks.map(({ id, ord }) => [id, ord])).toEqual([
      ['x#0', 0],
      ['x#1', 1],
      ['y#0', 2],
      ['y#1', 3],
    ]);
    expect(collection.ordOf('y#0')).toBe(2);
    expect(collection.ordOf('y#9')).toBeUndefined();
  });

  it('keeps the text within the span exact, behind the prefix', () => {
    for (const { text, offset, span, docId } of collection.chunks) {
      const own = docId === 'x' ? 'one two' : 'six ten';
      expect(text.slice(offset)).toBe(own.slice(span.start, span.end));
    }
    expect(collection.chunks[1]).toMatchObject({ text: 'Title\ntwo', words: 2, tokens: 3, page: 2 });
    expect(collection.chunks[0]).toMatchObject({ text: 'one', page: 1 });
  });

  it('changes its fingerprint with any text or boundary, and with nothing else', () => {
    const again = buildCollection('other name', [document('x', 'one two'), document('y', 'six ten')], halves, {});
    const edited = buildCollection('c', [document('x', 'one two'), document('y', 'six tin')], halves, {});
    expect(again.fingerprint).toBe(collection.fingerprint);
    expect(edited.fingerprint).not.toBe(collection.fingerprint);
  });

  it('refuses two documents with one id', () => {
    expect(() => buildCollection('c', [document('x', 'a b'), document('x', 'c d')], halves, {})).toThrow('x#0');
  });
});

describe('counts', () => {
  it('take words between any white space', () => {
    expect(countWords('  one\ttwo\u00a0three\n\nfour\u2003five ')).toBe(5);
    expect(countWords('')).toBe(0);
  });

  it('estimate a token for four UTF-16 units, rounded up', () => {
    expect([0, 1, 4, 5].map((n) => estimateTokens('x'.repeat(n)))).toEqual([0, 1, 1, 2]);
  });
});
