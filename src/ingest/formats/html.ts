// HTML pages: the text of the main content as blocks, with title and metadata from the head.
import type { DocumentFormat } from '../../core/contracts.ts';

export const html: DocumentFormat = {
  name: 'html',
  summary: 'HTML pages: main content only, without scripts, navigation, page heads and feet',
  extensions: ['html', 'htm', 'xhtml'],
  async parse(bytes, source, context) {
    const { readHtml } = await import('./html-page.ts');
    return [await readHtml(bytes, source, context)];
  },
};
