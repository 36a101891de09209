// Text of others (file names, ids, questions) made harmless for a terminal: what would steer it is shown as an escape.

/** C0 and C1 controls, DEL, line and paragraph separators, and the marks that reorder text on screen. */
const STEERING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** One printable line: every control character, line ends included, becomes a visible escape. */
export function neutralise(text: string): string {
  return text.replace(STEERING, (mark) => {
    if (mark === '\n') return '\\n';
    if (mark === '\t') return '\\t';
    if (mark === '\r') return '\\r';
    const code = mark.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** The same for text of several lines, such as a stack. */
export function neutraliseLines(text: string): string {
  return text.split('\n').map(neutralise).join('\n');
}
