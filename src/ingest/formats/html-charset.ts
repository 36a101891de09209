// The encoding of an HTML page: a byte order mark, then what the page says of itself, then the guess for all text files.
import { isUtf8 } from 'node:buffer';
import type { ParseContext } from '../../core/contracts.ts';
import { decodeText, decodeWindows1252, tidyText } from '../decode.ts';

/** Where a page must say its encoding: browsers look no further than 1024 bytes; written longer by some generators. */
const HEAD_BYTES = 4096;

/** What the page calls Windows-1252: to a browser, Latin-1 and ASCII are other names of it. */
const WINDOWS_1252: ReadonlySet<string> = new Set(
  'windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 l1 ascii us-ascii iso-8859-15 iso8859-15'.split(
    ' ',
  ),
);
/** UTF-16 within a page that could be read so far is not what it is in: browsers take UTF-8. */
const UNICODE: ReadonlySet<string> = new Set('utf-8 utf8 unicode-1-1-utf-8 utf-16 utf-16le utf-16be'.split(' '));

/** @throws LabError `file.unreadable` for what is no text */
export function decodeHtml(bytes: Uint8Array, source: string, context: Pick<ParseContext, 'warn'>): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const said = declaredCharset(view);
  // Bytes that are UTF-8 throughout are so, whatever a template says; those with zeros are UTF-16 or no text.
  if (said === undefined || UNICODE.has(said) || isUtf8(view) || hasMark(view) || view.includes(0))
    return decodeText(bytes, source, context);
  if (WINDOWS_1252.has(said)) return tidyText(decodeWindows1252(view));
  context.warn(
    `the page says that it is in ${JSON.stringify(said)}; accepted: utf-8, utf-16, windows-1252, iso-8859-1`,
  );
  return decodeText(bytes, source, context);
}

function hasMark(view: Buffer): boolean {
  return (
    (view[0] === 0xff && view[1] === 0xfe) || (view[0] === 0xfe && view[1] === 0xff) || view.indexOf('\ufeff') === 0
  );
}

/** `<meta charset=x>` or `<meta http-equiv=Content-Type content="...; charset=x">` or XHTML's `encoding="x"`, in lower case. */
function declaredCharset(view: Buffer): string | undefined {
  const head = view
    .subarray(0, HEAD_BYTES)
    .toString('latin1')
    .replace(/<!--[\s\S]*?-->/g, '');
  const found =
    /<meta\s(?:[^>]*[\s"';])?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head) ??
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)/i.exec(head);
  return found?.[1]?.toLowerCase();
}
