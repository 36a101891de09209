// A JSON list of objects, each a document; also files of JSON lines that are called .json.
import type { DocumentFormat } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import { decodeText } from '../decode.ts';
import { parseRecord } from '../parse-record.ts';
import { jsonl } from './jsonl.ts';

export const json: DocumentFormat = {
  name: 'json',
  summary: 'a JSON list of objects: _id, title, text; all other fields are metadata',
  extensions: ['json'],
  records: true,
  async parse(bytes, source, context) {
    const text = decodeText(bytes, source, context);
    const start = text.search(/\S/);
    if (start < 0) return [];
    if (text[start] !== '[') {
      const firstLine = text.slice(start).split('\n', 1)[0]!;
      if (typeof parseRecord(firstLine) !== 'string') return jsonl.parse(bytes, source, { ...context, warn: () => {} });
      if (text[start] === '{') {
        // Settings, of which folders of documents are full.
        context.warn('one JSON object, not a list of them: no documents');
        return [];
      }
      const where = `${source}:${lineOf(text, start)}`;
      throw new LabError('file.malformed', { where, problem: 'neither a JSON list of objects nor an object a line' });
    }
    const { RecordReader } = await import('../record-reader.ts');
    const reader = new RecordReader(source, context);
    const problem = eachElement(text, start, (written, line) => {
      const record = parseRecord(written);
      if (typeof record === 'string') reader.faults.add(line, record);
      else reader.add(record, line);
      return !reader.faults.isFull;
    });
    if (problem) reader.faults.add(problem.line, problem.text);
    return reader.documents();
  },
};

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

const [NEWLINE, QUOTE, COMMA, BACKSLASH] = [10, 0x22, 0x2c, 0x5c];

/**
 * Hands over the elements of a list as they are written, with their lines. JSON.parse would take all at once and name no line.
 * @param at where the list's bracket stands
 * @param take false stops
 */
function eachElement(
  text: string,
  at: number,
  take: (written: string, line: number) => boolean,
): { readonly line: number; readonly text: string } | undefined {
  let line = lineOf(text, at);
  let depth = 0;
  let inString = false;
  let from = at + 1;
  let fromLine = line;
  let elements = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE) line++;
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
      continue;
    }
    if (code === QUOTE) inString = true;
    else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    const closed = depth === 0;
    if (closed || (depth === 1 && code === COMMA)) {
      const written = text.slice(from, i);
      const lead = written.search(/\S/);
      if (lead < 0) {
        if (!closed || elements > 0) return { line, text: 'a comma with no object beside it' };
      } else {
        elements++;
        for (let k = 0; k < lead; k++) if (written.charCodeAt(k) === NEWLINE) fromLine++;
        if (!take(written, fromLine)) return undefined;
      }
      from = i + 1;
      fromLine = line;
      if (closed) {
        const rest = text.slice(from).search(/\S/);
        return rest < 0
          ? undefined
          : { line: lineOf(text, from + rest), text: 'something follows the end of the list' };
      }
    }
  }
  return { line, text: `not valid JSON: the ${inString ? 'string' : 'list'} is not closed` };
}
