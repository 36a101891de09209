// Order of blocks and heading trails by offset.
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/model.ts';
import { blocksInOrder, pathReader } from '../../../src/ingest/chunkers/block-order.ts';
import { documentOf } from './any-document.ts';

const block = (start: number, end: number, ...path: string[]): Block => ({
  kind: 'paragraph',
  span: { start, end },
  path,
});

describe('blocks', () => {
  const document = documentOf('x'.repeat(30), [block(10, 12, 'B'), block(5, 6, 'A', 'inner'), block(5, 9, 'A')]);

  it('stand by start, the outer before the inner', () => {
    expect(blocksInOrder(document).map(({ path }) => path.join('/'))).toEqual(['A', 'A/inner', 'B']);
  });

  it('give the trail of the last one begun, and none before the first', () => {
    const pathAt = pathReader(document);
    expect([0, 5, 8, 10, 29].map((offset) => pathAt(offset).join('/'))).toEqual(['', 'A/inner', 'A/inner', 'B', 'B']);
  });
});
