// Word files (.docx): paragraphs, headings, lists and tables as blocks; title, author and dates from the file's properties.
import type { DocumentFormat } from '../../core/contracts.ts';

export const docx: DocumentFormat = {
  name: 'docx',
  summary: 'Word files: headings, lists, tables and notes; tracked deletions are left out',
  extensions: ['docx', 'docm', 'dotx', 'dotm'],
  async parse(bytes, source, context) {
    const { readDocx } = await import('./docx-document.ts');
    return readDocx(bytes, source, context);
  },
};
