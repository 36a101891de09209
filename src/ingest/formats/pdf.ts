// PDF files with a text layer: pages read by position, running heads and feet dropped, page numbers kept in the blocks.
import type { DocumentFormat } from '../../core/contracts.ts';

export const pdf: DocumentFormat = {
  name: 'pdf',
  summary: 'PDF files with a text layer: reading order by position, page numbers, headings by size',
  extensions: ['pdf'],
  async parse(bytes, source, context) {
    const { readPdf } = await import('./pdf-document.ts');
    return readPdf(bytes, source, context);
  },
};
