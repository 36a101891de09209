// Finds the runs of [a-z0-9] in a lower-cased text: the words of most analyzers here.
import { HASH_FACTOR, HASH_START } from './term-stream.ts';

/** By byte: itself where it belongs to a word, in lower case, else 0. */
const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  return (lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57) ? lower : 0;
});

/** The same words in UTF-8: of ASCII as it stands, of other texts in lower case. Makes the words' bytes lower case. */
export function scanWordBytes(
  bytes: Uint8Array,
  length: number,
  word: (from: number, to: number, hash: number) => void,
): void {
  let at = 0;
  while (at < length) {
    let lower = WORD_BYTES[bytes[at]!]!;
    if (lower === 0) {
      at++;
      continue;
    }
    const from = at;
    let hash = HASH_START;
    do {
      bytes[at++] = lower;
      hash = Math.imul(hash ^ lower, HASH_FACTOR);
      lower = at < length ? WORD_BYTES[bytes[at]!]! : 0;
    } while (lower !== 0);
    word(from, at, hash);
  }
}

/** As `scanWords` has it: by Unicode's default mapping, never the locale. */
export function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** Calls `visit` with each maximal run of a-z and 0-9 of the lower-cased text, and where it begins there. */
export function scanWords(text: string, visit: (word: string, at: number) => void): void {
  // toLowerCase follows Unicode's default mapping, never the locale.
  const lower = text.toLowerCase();
  const end = lower.length;
  let from = -1;
  for (let i = 0; i <= end; i++) {
    const code = i < end ? lower.charCodeAt(i) : 0;
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (from < 0) from = i;
    } else if (from >= 0) {
      visit(lower.slice(from, i), from);
      from = -1;
    }
  }
}

/** The same words as typed, unless lower case is longer than the text (a dotted capital I), so that places do not agree. */
export function scanTypedWords(text: string, visit: (word: string, typed: string) => void): void {
  const isAligned = text.toLowerCase().length === text.length;
  scanWords(text, (word, at) => visit(word, isAligned ? text.slice(at, at + word.length) : word));
}
