// Tables with a row of names: every row is a document.
import type { DocumentFormat } from '../../core/contracts.ts';
import { decodeText } from '../decode.ts';

export const csv: DocumentFormat = {
  name: 'csv',
  summary: 'a table with named columns, a document a row; separated by commas, semicolons or tabs',
  extensions: ['csv'],
  records: true,
  async parse(bytes, source, context) {
    const { guessDelimiter, readTable } = await import('./csv-table.ts');
    const text = decodeText(bytes, source, context);
    return readTable(text, guessDelimiter(text), source, context);
  },
};

export const tsv: DocumentFormat = {
  name: 'tsv',
  summary: 'a table with named columns, a document a row; separated by tabs',
  extensions: ['tsv', 'tab'],
  records: true,
  async parse(bytes, source, context) {
    const { readTable } = await import('./csv-table.ts');
    return readTable(decodeText(bytes, source, context), '\t', source, context);
  },
};
