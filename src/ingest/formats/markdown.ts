// Markdown: CommonMark with tables and front matter. The text stays as it was written; only its structure is read.
import type { DocumentFormat } from '../../core/contracts.ts';
import { decodeText } from '../decode.ts';
import { fileTitle } from '../file-title.ts';

export const markdown: DocumentFormat = {
  name: 'markdown',
  summary: 'CommonMark with tables; YAML front matter is metadata, the text begins below it',
  extensions: ['md', 'markdown', 'mdown', 'mkd', 'mdx'],
  async parse(bytes, source, context) {
    // Loaded when there is something to parse: most commands read no Markdown.
    const { readBlocks } = await import('./markdown-blocks.ts');
    const whole = decodeText(bytes, source, context);
    const front = whole.startsWith('---')
      ? (await import('../front-matter.ts')).readFrontMatter(whole, source, context.warn)
      : undefined;
    const text = front === undefined ? whole : whole.slice(front.length);
    const { blocks, firstTitle } = readBlocks(text);
    return [{ title: front?.title ?? firstTitle ?? fileTitle(source), text, blocks, meta: front?.meta ?? {} }];
  },
};
