import { describe, expect, it } from 'vitest';
import { recordedBlocks } from '../../src/ingest/recorded-blocks.ts';

const text = 'Title\nFirst.\nSecond.';
const written = [
  { kind: 'heading', start: 0, end: 5, path: ['Title'], page: 1 },
  { kind: 'paragraph', start: 6, end: 12, path: ['Title'], page: 1 },
  { kind: 'paragraph', start: 13, end: 20, path: [] },
];

describe('recordedBlocks', () => {
  it('reads what was written', () => {
    expect(recordedBlocks(written, text)).toEqual(
      written.map(({ kind, start, end, ...rest }) => ({ kind, span: { start, end }, ...rest })),
    );
  });

  it('leaves alone what is no list of blocks of this text', () => {
    const [first, ...others] = written;
    for (const changed of [
      { kind: 'aside' },
      { start: -1 },
      { start: 0.5 },
      { end: 99 },
      { start: 5, end: 4 },
      { path: 'Title' },
      { path: [1] },
      { page: 0 },
      { page: '1' },
    ]) {
      expect(recordedBlocks([{ ...first, ...changed }, ...others], text), JSON.stringify(changed)).toBeUndefined();
    }
    for (const value of [undefined, null, 'x', {}, [], [1], [null], [...written].reverse()]) {
      expect(recordedBlocks(value, text)).toBeUndefined();
    }
  });
});
