// Text without markup, or with one that is read as text: paragraphs are what blank lines separate.
import type { DocumentFormat } from '../../core/contracts.ts';
import { decodeText } from '../decode.ts';
import { fileTitle } from '../file-title.ts';
import { paragraphBlocks } from '../paragraphs.ts';

export const plain: DocumentFormat = {
  name: 'plain',
  summary: 'text; paragraphs between blank lines',
  extensions: ['txt', 'text', 'log', 'rst', 'adoc', 'asciidoc', 'org'],
  async parse(bytes, source, context) {
    const text = decodeText(bytes, source, context);
    return [{ title: fileTitle(source), text, blocks: paragraphBlocks(text), meta: {} }];
  },
};
