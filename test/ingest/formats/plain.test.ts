// Plain text: nothing is markup.
import { describe, expect, it } from 'vitest';
import { documentFormatContract } from '../../../src/contracts/document-format.ts';
import { plain } from '../../../src/ingest/formats/plain.ts';
import { parseAs } from './parse.ts';

it('is the file, in paragraphs, under its name', async () => {
  const { documents } = await parseAs(plain, '# no heading\r\nmore\r\n\r\n- no item\r\n', undefined, 'a/notes.txt');
  expect(documents).toEqual([
    {
      title: 'notes',
      text: '# no heading\nmore\n\n- no item\n',
      blocks: [
        { kind: 'paragraph', span: { start: 0, end: 17 }, path: [] },
        { kind: 'paragraph', span: { start: 19, end: 28 }, path: [] },
      ],
      meta: {},
    },
  ]);
});

describe('the contract of document formats', () => {
  for (const { name, run } of documentFormatContract(plain, {
    samples: ['one\n\ntwo', Buffer.from('\ufeffone\r\n', 'utf16le')],
  }))
    it(name, run);
});
