// A text as a reader of the rendered page sees and retypes it: no inline marks, plain quotes and dashes, no case. For quotes
// that were copied from a page; the way back to exact offsets is kept.
import type { Span } from '../../core/model.ts';

const SPACE = 32;
const DASH = 45;
const DASHES = new Set([...'‐‑‒–—―−'].map((mark) => mark.charCodeAt(0)));
const SINGLE_QUOTES = new Set([..."‘’‚‛′`´'"].map((mark) => mark.charCodeAt(0)));
const DOUBLE_QUOTES = new Set([...'“”„‟″«»"'].map((mark) => mark.charCodeAt(0)));
/** Inline marks, brackets of links, table lines: dropped from text and quote alike. */
const DROPPED = new Set([...'*_`~[]|\\\u00ad\u200b\u2060'].map((mark) => mark.charCodeAt(0)));
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#39|#34);/y;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
  '&#39;': "'",
  '&#34;': '"',
};
/** Bounded, so that a bracket that nobody closed costs nothing. */
const LINK_TARGET =
  /\]\([^()\n]{0,2000}(?:\([^()\n]{0,2000}\)[^()\n]{0,2000})?\)|\]\[[^[\]\n]{0,200}\]|\[\^[^[\]\n]{1,50}\]/y;
const TAG = /<\/?[a-zA-Z][^<>\n]{0,500}>|<!--[^<>]{0,500}-->/y;
/** What a page shows in another way: heading marks, quote marks, bullets. */
const LINE_START = /(?:[ \t]*>)*[ \t]*(?:#{1,6}[ \t]+|[-+*][ \t]+)?/y;

export interface LoosenedText {
  readonly text: string;
  /** @param found a span of the loosened text that begins and ends with other than white space */
  tighten(found: Span): Span;
}

/** The loosened form of a quote. */
export function loosenQuote(quote: string): string {
  return loosen(quote).text.trim();
}

export function loosen(original: string): LoosenedText {
  // Entities and ellipses are the only ones that could grow, and they do not: `…` is kept as one mark.
  const units = new Uint16Array(original.length);
  const starts = new Int32Array(original.length);
  const ends = new Int32Array(original.length);
  let size = 0;
  const put = (code: number, start: number, end: number): void => {
    // Runs of white space and of dashes count as one.
    if ((code === SPACE || code === DASH) && size > 0 && units[size - 1] === code) return;
    units[size] = code;
    starts[size] = start;
    ends[size++] = end;
  };
  let isLineStart = true;
  for (let at = 0; at < original.length; ) {
    if (isLineStart) {
      isLineStart = false;
      const end = matchEnd(LINE_START, original, at);
      if (end > at) {
        put(SPACE, at, end);
        at = end;
        continue;
      }
    }
    const code = original.charCodeAt(at);
    if (isWhite(code)) {
      if (code === 10 || code === 13) isLineStart = true;
      put(SPACE, at, at + 1);
      at++;
      continue;
    }
    const skipped =
      code === 93 || code === 91 ? matchEnd(LINK_TARGET, original, at) : code === 60 ? matchEnd(TAG, original, at) : at;
    if (skipped > at) {
      at = skipped;
      continue;
    }
    if (code === 38) {
      const end = matchEnd(ENTITY, original, at);
      if (end > at) {
        put(ENTITIES[original.slice(at, end)]!.charCodeAt(0), at, end);
        at = end;
        continue;
      }
    }
    at++;
    if (DROPPED.has(code)) continue;
    if (DASHES.has(code)) put(DASH, at - 1, at);
    else if (SINGLE_QUOTES.has(code)) put(39, at - 1, at);
    else if (DOUBLE_QUOTES.has(code)) put(34, at - 1, at);
    else put(lower(code), at - 1, at);
  }
  return {
    text: Buffer.from(units.buffer, 0, 2 * size).toString('utf16le'),
    tighten: ({ start, end }) => ({ start: starts[start]!, end: ends[end - 1]! }),
  };
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function isWhite(code: number): boolean {
  return (
    code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || (code > 0xff && /\s/.test(String.fromCharCode(code)))
  );
}

/** Only where one unit stays one unit, so that offsets hold. */
function lower(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  const small = String.fromCharCode(code).toLowerCase();
  return small.length === 1 ? small.charCodeAt(0) : code;
}
