// Bytes to text. After this, a text has no byte order mark, no carriage return and no half of a surrogate pair.
import { constants, isUtf8 } from 'node:buffer';
import type { ParseContext } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';

/** What Windows-1252 has where Latin-1 has control characters (0x80 to 0x9F); the five it leaves open stay controls, as browsers do. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Enough to tell UTF-16 from other files; even, so that it ends between two units. */
const SAMPLE = 8192;

/** Most bytes that a text can surely be made of: a string of Node's cannot be longer. */
const MOST_BYTES = constants.MAX_STRING_LENGTH;

/**
 * The text of a file: UTF-8 or UTF-16 by its byte order mark or, without one, by its bytes; otherwise Windows-1252, with a
 * warning. Line ends become line feeds (CRLF and lone CR alike), so that offsets, ids and values are the same whoever wrote
 * the file; the number of lines stays as it was.
 * @throws LabError `file.unreadable` for what is no text
 */
export function decodeText(bytes: Uint8Array, source: string, context: Pick<ParseContext, 'warn'>): string {
  if (bytes.length > MOST_BYTES) {
    const problem = `${bytes.length} bytes are more than one text can hold (${MOST_BYTES})`;
    throw new LabError('file.unreadable', { path: source, problem }, 'split the file');
  }
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return tidyText(decodeView(view, source, context));
}

/** A text, or a value within one (JSON can escape anything), without byte order marks, carriage returns and halves of surrogate pairs. */
export function tidyText(text: string): string {
  let tidy = text;
  // A mark amid a text comes from files that were joined; it stands for nothing.
  if (tidy.includes('\ufeff')) tidy = tidy.replaceAll('\ufeff', '');
  if (tidy.includes('\r')) tidy = tidy.replace(/\r\n?/g, '\n');
  if (/[\ud800-\udfff]/.test(tidy)) tidy = tidy.replace(/\p{Surrogate}/gu, '\ufffd');
  return tidy;
}

function decodeView(view: Buffer, source: string, { warn }: Pick<ParseContext, 'warn'>): string {
  if (view[0] === 0xff && view[1] === 0xfe) return decodeUtf16(view.subarray(2), true, source, warn);
  if (view[0] === 0xfe && view[1] === 0xff) return decodeUtf16(view.subarray(2), false, source, warn);
  const marked = view[0] === 0xef && view[1] === 0xbb && view[2] === 0xbf;
  const body = marked ? view.subarray(3) : view;
  const nul = body.indexOf(0);
  if (nul >= 0) {
    const littleEndian = marked ? undefined : guessUtf16(body);
    if (littleEndian !== undefined) return decodeUtf16(body, littleEndian, source, warn);
    const problem = `not a text file: a zero byte at offset ${nul + (view.length - body.length)}`;
    throw new LabError('file.unreadable', { path: source, problem });
  }
  if (isUtf8(body)) return body.toString('utf8');
  return decodeDamaged(body, view.length - body.length, marked, warn);
}

/** True for little endian, false for big endian; undefined where the bytes are not clearly either. */
function guessUtf16(body: Buffer): boolean | undefined {
  if (body.length % 2 !== 0) return undefined;
  const sample = body.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2]!++;
  // Latin letters, spaces and line ends have a zero high byte, and no character of a text has a zero low byte so often.
  const [even, odd] = zeros as [number, number];
  const units = sample.length / 2;
  const littleEndian = odd > even;
  if (Math.max(even, odd) < units / 8 || Math.min(even, odd) > units / 64) return undefined;
  const text = utf16(sample, littleEndian);
  // Pictures and programs have zeros in a pattern, too, but then control characters or what is no character as well.
  return /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]|[\ud800-\udbff](?![\udc00-\udfff])./s.test(text) ? undefined : littleEndian;
}

function utf16(body: Buffer, littleEndian: boolean): string {
  return littleEndian ? body.toString('utf16le') : Buffer.from(body).swap16().toString('utf16le');
}

function decodeUtf16(body: Buffer, littleEndian: boolean, source: string, warn: ParseContext['warn']): string {
  if (body.length % 2 !== 0) {
    throw new LabError('file.unreadable', {
      path: source,
      problem: `UTF-16 with an odd number of bytes (${body.length})`,
    });
  }
  const text = utf16(body, littleEndian);
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    throw new LabError('file.unreadable', {
      path: source,
      problem: `not a text file: a zero character in UTF-16, character ${nul + 1}`,
    });
  }
  const broken = text.match(/\p{Surrogate}/gu)?.length ?? 0;
  if (broken > 0) warn(`UTF-16 with halves of characters (${broken}); read as U+FFFD`);
  return text;
}

/** Bytes that are not all UTF-8: Windows-1252, unless most of what is not ASCII is UTF-8 all the same. */
function decodeDamaged(body: Buffer, before: number, marked: boolean, warn: ParseContext['warn']): string {
  const read = body.toString('utf8');
  const { offset, line, bad, good } = damage(body, read);
  const first = `byte 0x${body[offset]!.toString(16).toUpperCase()} at offset ${before + offset}, line ${line}`;
  if (marked || good > bad) {
    warn(
      `UTF-8 with ${bad} ${bad === 1 ? 'place' : 'places'} that cannot be read (the first: ${first}); read as U+FFFD`,
    );
    return read;
  }
  warn(`not UTF-8 (${first}); read as Windows-1252`);
  return decodeWindows1252(body);
}

/** Never fails: every byte is a character. */
export function decodeWindows1252(body: Buffer): string {
  return body.toString('latin1').replace(/[\x80-\x9f]/g, (mark) => WINDOWS_1252[mark.charCodeAt(0) - 0x80]!);
}

interface Damage {
  /** Of the first byte that is not UTF-8. */
  readonly offset: number;
  readonly line: number;
  /** Places that cannot be read. */
  readonly bad: number;
  /** Characters beyond ASCII that can. */
  readonly good: number;
}

function damage(body: Buffer, read: string): Damage {
  let bad = 0;
  let good = 0;
  let offset = -1;
  let line = 0;
  // Where in the bytes and in the text we are; each piece of the text is measured once.
  let at = 0;
  let from = 0;
  for (const { index, 0: found } of read.matchAll(/[^\0-\x7f]/gu)) {
    if (found !== '\ufffd') {
      good++;
      continue;
    }
    if (offset >= 0) {
      bad++;
      continue;
    }
    at += Buffer.byteLength(read.slice(from, index));
    from = index + 1;
    if (body[at] === 0xef && body[at + 1] === 0xbf && body[at + 2] === 0xbd) {
      // One that somebody wrote.
      at += 3;
      good++;
      continue;
    }
    bad++;
    offset = at;
    line = read.slice(0, index).split(/\r\n?|\n/).length;
  }
  return { offset, line, bad, good };
}
