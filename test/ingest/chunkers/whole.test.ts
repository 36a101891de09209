// One chunk a document, with its title.
import { expect, it } from 'vitest';
import { buildCollection } from '../../../src/core/collection.ts';
import { whole } from '../../../src/ingest/chunkers/whole.ts';
import { documentOf } from './any-document.ts';

it('a document is one chunk, read as title and text, and the span is the text', () => {
  const { chunks } = buildCollection(
    'c',
    [documentOf(' Text. '), documentOf('Bare.', [], '')].map((d, n) => ({ ...d, id: `${n}` })),
    whole,
    {},
  );
  expect(chunks.map(({ text, offset, span }) => ({ text, offset, span }))).toEqual([
    { text: 'Guide\n Text. ', offset: 6, span: { start: 0, end: 7 } },
    { text: 'Bare.', offset: 0, span: { start: 0, end: 5 } },
  ]);
});

it('a document without text still is a chunk, since evidence may be the whole document', () => {
  expect(whole.chunk(documentOf(''), {})).toEqual([{ span: { start: 0, end: 0 }, path: [], prefix: 'Guide' }]);
});
