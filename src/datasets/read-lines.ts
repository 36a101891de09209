// A text file line by line, each with its number: a byte order mark, CRLF and a missing last line end carry no meaning.
import { LabError } from '../core/errors.ts';
import { type ByteSource, type ReadingOptions, readPieces, sourceName } from './byte-source.ts';
import { decode, isText } from './utf8.ts';

/**
 * Told about each line, blank ones included.
 * @param isUtf8 false where bytes of the line are no UTF-8: they stand as U+FFFD in `text`
 */
export type TextLineReceiver = (text: string, line: number, isUtf8: boolean, bytes: () => Uint8Array) => void;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** Beyond any document; what has no line end at all is no text of lines. */
const LONGEST_LINE = 2 ** 28;

/**
 * Only a line feed ends a line: U+2028 and its kind are text.
 * @param isFull asked after each piece: reading on would change nothing
 */
export async function readLines(
  source: ByteSource,
  options: ReadingOptions,
  receive: TextLineReceiver,
  isFull: () => boolean = () => false,
): Promise<void> {
  let carried: Uint8Array[] = [];
  let carriedLength = 0;
  let line = 0;
  const one = (bytes: Uint8Array, start: number, to: number): void => {
    const end = to > start && bytes[to - 1] === RETURN ? to - 1 : to;
    const text = decode(bytes, start, end);
    const isUtf8 = !text.includes('\ufffd') || isText(bytes, start, end);
    receive(text, ++line, isUtf8, () => bytes.subarray(start, end));
  };
  for await (const piece of readPieces(source, options)) {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      if (carriedLength > 0) {
        const whole = Buffer.concat([...carried, piece.subarray(from, at)]);
        one(whole, 0, whole.length);
        carried = [];
        carriedLength = 0;
      } else one(piece, from, at);
      from = at + 1;
    }
    if (from < piece.length) {
      // A Buffer's own `slice` is no copy, and the piece is used again.
      carried.push(Uint8Array.prototype.slice.call(piece, from));
      carriedLength += piece.length - from;
      if (carriedLength > LONGEST_LINE) {
        const where = `${sourceName(source)}:${line + 1}`;
        throw new LabError('file.malformed', { where, problem: `a line of more than ${LONGEST_LINE} bytes` });
      }
    }
    if (isFull()) return;
  }
  if (carriedLength > 0) {
    const whole = Buffer.concat(carried);
    one(whole, 0, whole.length);
  }
}
