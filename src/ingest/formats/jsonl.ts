// JSON, an object a line (BEIR's corpus.jsonl and its relatives): every line is a document.
import type { DocumentFormat } from '../../core/contracts.ts';
import { decodeText } from '../decode.ts';
import { parseRecord } from '../parse-record.ts';

export const jsonl: DocumentFormat = {
  name: 'jsonl',
  summary: 'a JSON object a line: _id, title, text; all other fields are metadata',
  extensions: ['jsonl', 'ndjson'],
  records: true,
  async parse(bytes, source, context) {
    const { RecordReader } = await import('../record-reader.ts');
    const text = decodeText(bytes, source, context);
    const reader = new RecordReader(source, context);
    let line = 0;
    for (let from = 0; from < text.length && !reader.faults.isFull; ) {
      line++;
      const end = text.indexOf('\n', from);
      // Only line feeds end a line: JSON may hold U+2028 as it is.
      const written = text.slice(from, end < 0 ? text.length : end);
      from = end < 0 ? text.length : end + 1;
      if (written.trim() === '') continue;
      const record = parseRecord(written);
      if (typeof record === 'string') reader.faults.add(line, record);
      else reader.add(record, line);
    }
    return reader.documents();
  },
};
