// Text of others (file names, ids, questions) made harmless for a terminal: what would steer it is shown as an escape.
import { HIDDEN } from '../report/plain-text.ts';

/** What acts or hides, and every line end. */
const ACTIVE = new RegExp(`[\\t-\\r\\x85\\u2028\\u2029]|${HIDDEN.source}`, 'gu');

/** One printable line: every control character, line ends included, becomes a visible escape. */
export function neutralise(text: string): string {
  return text.replace(ACTIVE, (mark) => {
    if (mark === '\n') return '\\n';
    if (mark === '\t') return '\\t';
    if (mark === '\r') return '\\r';
    const code = mark.codePointAt(0)!.toString(16);
    if (code.length > 4) return `\\u{${code}}`;
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** The same for text of several lines, such as a stack. */
export function neutraliseLines(text: string): string {
  return text.split('\n').map(neutralise).join('\n');
}
