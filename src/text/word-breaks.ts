// Words by the Unicode rules (UAX #29, word boundaries), as Lucene's StandardTokenizer keeps them: what holds a letter or a digit.
import { HASH_FACTOR, HASH_START } from './term-stream.ts';

/** As Lucene's default: a longer word is cut into pieces of this many UTF-16 units. */
const LONGEST = 255;

// Word_Break classes, as far as words are made of them. Bits, so that rules can name several.
const OTHER = 0;
const LETTER = 1;
const HEBREW = 2;
const NUMERIC = 4;
const KATAKANA = 8;
/** Underscores and their kind: part of a word on either side, but no word by themselves. */
const JOINER = 16;
const MID_LETTER = 32;
const MID_NUMBER = 64;
const MID_BOTH = 128;
const SINGLE_QUOTE = 256;
const DOUBLE_QUOTE = 512;
/** Marks and invisible characters: they belong to what stands before them (rule WB4). */
const ATTACHED = 1024;
/** Ideographs and Hiragana: each a word of its own. */
const SINGLE = 2048;
/** Scripts written without spaces whose words only a dictionary finds (Thai, Lao, Khmer, Burmese): a run is one word. */
const COMPLEX = 4096;
/** Emoji: words for Lucene, though UAX #29 gives them no class. */
const PICTURE = 8192;
const FLAG_LETTER = 16384;

const AH_LETTER = LETTER | HEBREW;

function classOf(code: number): number {
  return code < 128 ? ASCII[code]! : laterClass(code);
}

const ASCII = Uint16Array.from({ length: 128 }, (_, code) => {
  const mark = String.fromCharCode(code);
  if (/[A-Za-z]/.test(mark)) return LETTER;
  if (/[0-9]/.test(mark)) return NUMERIC;
  if (mark === '_') return JOINER;
  // The colon left this class in Unicode 15.1; Lucene's tables are older.
  if (mark === ':') return MID_LETTER;
  if (mark === ',' || mark === ';') return MID_NUMBER;
  if (mark === '.') return MID_BOTH;
  if (mark === "'") return SINGLE_QUOTE;
  if (mark === '"') return DOUBLE_QUOTE;
  return OTHER;
});

/** Letters by decree, where the Alphabetic property does not say so. */
const MORE_LETTERS =
  /[\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u055a-\u055c\u055e\u058a\u05f3\u070f\ua708-\ua716\ua720\ua721\ua789\ua78a\uab5b]/u;

const COMPLEX_SCRIPT =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Ahom}]/u;
const MARK_OF_COMPLEX =
  /(?=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Ahom}])[\p{Grapheme_Extend}\p{Mc}]/u;

/** In the order of precedence: the first that fits. Classes of Unicode's WordBreakProperty, from the properties it derives them from. */
const LATER: readonly (readonly [RegExp, number])[] = [
  [/[\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a]/u, MID_LETTER],
  [/[\u2018\u2019\u2024\ufe52\uff07\uff0e]/u, MID_BOTH],
  [/[\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b]/u, MID_NUMBER],
  [/[\u200b]/u, OTHER],
  // A skin tone is attached where there is something before it, and a picture by itself.
  [/\p{Emoji_Modifier}/u, ATTACHED | PICTURE],
  // So are the marks of these scripts.
  [MARK_OF_COMPLEX, ATTACHED | COMPLEX],
  [/[\p{Grapheme_Extend}\p{Mc}\p{Cf}]/u, ATTACHED],
  [/[\p{Nd}\u066b]/u, NUMERIC],
  [/[\p{Pc}\u202f]/u, JOINER],
  [/[\p{Script=Katakana}\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]/u, KATAKANA],
  // Iteration marks are letters, not ideographs.
  [/\p{Script=Hiragana}|(?=\p{Script=Han})(?:\p{Ideographic}|\P{Alphabetic})/u, SINGLE],
  [/\p{Ideographic}/u, OTHER],
  [COMPLEX_SCRIPT, COMPLEX],
  [/\p{Regional_Indicator}/u, FLAG_LETTER],
  [/\p{Extended_Pictographic}/u, PICTURE],
  [MORE_LETTERS, LETTER],
  [/\p{Alphabetic}/u, LETTER],
];
const HEBREW_LETTER = /(?=\p{Script=Hebrew})\p{Lo}/u;
const LETTER_OF_COMPLEX = /[\p{Alphabetic}]/u;

// By code point. Texts use few different characters, and there are no more than a million.
const seen = new Map<number, number>();

function laterClass(code: number): number {
  const known = seen.get(code);
  if (known !== undefined) return known;
  const mark = String.fromCodePoint(code);
  let kind = LATER.find(([pattern]) => pattern.test(mark))?.[1] ?? OTHER;
  if (kind === LETTER && HEBREW_LETTER.test(mark)) kind = HEBREW;
  // Punctuation and signs of these scripts are no words.
  if (kind === COMPLEX && !LETTER_OF_COMPLEX.test(mark)) kind = OTHER;
  seen.set(code, kind);
  return kind;
}

// By byte, for texts of ASCII alone: what may stand between which.
const LETTERS = 1;
const DIGITS = 2;
const IN_WORDS = LETTERS | DIGITS | JOINER;
const BETWEEN_LETTERS = 4;
const BETWEEN_DIGITS = 8;

const ASCII_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const kind = byte < 128 ? ASCII[byte]! : OTHER;
  if (kind === LETTER) return LETTERS;
  if (kind === NUMERIC) return DIGITS;
  if (kind === JOINER) return JOINER;
  if (kind === MID_LETTER) return BETWEEN_LETTERS;
  if (kind === MID_NUMBER) return BETWEEN_DIGITS;
  return kind === MID_BOTH || kind === SINGLE_QUOTE ? BETWEEN_LETTERS | BETWEEN_DIGITS : 0;
});

/** The same words as `scanUnicodeWords` finds, in bytes of ASCII. */
export function scanAsciiWords(
  bytes: Uint8Array,
  length: number,
  word: (from: number, to: number, hash: number) => void,
): void {
  let at = 0;
  while (at < length) {
    let kind = ASCII_BYTES[bytes[at]!]! & IN_WORDS;
    if (kind === 0) {
      at++;
      continue;
    }
    const from = at;
    let hash = HASH_START;
    let kinds = 0;
    while (kind !== 0) {
      kinds |= kind;
      hash = Math.imul(hash ^ bytes[at]!, HASH_FACTOR);
      at++;
      if (at >= length) break;
      const next = ASCII_BYTES[bytes[at]!]!;
      const last = kind;
      kind = next & IN_WORDS;
      if (next !== 0 && kind === 0 && at + 1 < length && joinsAcross(last, next, ASCII_BYTES[bytes[at + 1]!]!)) {
        hash = Math.imul(hash ^ bytes[at]!, HASH_FACTOR);
        at++;
        kind = last;
      }
    }
    // Underscores alone are no word.
    if ((kinds & (LETTERS | DIGITS)) === 0) continue;
    if (at - from <= LONGEST) word(from, at, hash);
    else
      for (let piece = from; piece < at; piece += LONGEST) pieceOf(bytes, piece, Math.min(piece + LONGEST, at), word);
  }
}

function pieceOf(
  bytes: Uint8Array,
  from: number,
  to: number,
  word: (from: number, to: number, hash: number) => void,
): void {
  let hash = HASH_START;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, HASH_FACTOR);
  word(from, to, hash);
}

/** WB6, WB7, WB11 and WB12. */
function joinsAcross(last: number, mark: number, next: number): boolean {
  if (last === LETTERS && next === LETTERS) return (mark & BETWEEN_LETTERS) !== 0;
  return last === DIGITS && next === DIGITS && (mark & BETWEEN_DIGITS) !== 0;
}

/** Calls `visit` with each word in reading order. */
export function scanUnicodeWords(text: string, visit: (word: string) => void): void {
  const end = text.length;
  let at = 0;
  while (at < end) {
    const start = at;
    const code = text.codePointAt(at)!;
    const first = classOf(code);
    at += code > 0xffff ? 2 : 1;
    if (first === OTHER || (first & WORD_STARTS) === 0) continue;
    at = skipAttached(text, at);
    let isWord = first !== JOINER;
    if ((first & COMPLEX) !== 0) at = runOf(text, at, COMPLEX);
    else if (first === FLAG_LETTER) {
      const alone = at;
      at = afterPair(text, at);
      isWord = at > alone;
    } else if ((first & PICTURE) !== 0) at = afterPictures(text, at);
    else if (first !== SINGLE) {
      let last = first;
      for (;;) {
        const next = stepOver(text, at, last);
        if (next === undefined) break;
        at = next.at;
        last = next.kind;
        if (last !== JOINER) isWord = true;
      }
    }
    if (!isWord) continue;
    if (at - start <= LONGEST) visit(text.slice(start, at));
    else for (let from = start; from < at; from += LONGEST) visit(text.slice(from, Math.min(from + LONGEST, at)));
  }
}

const WORD_STARTS = AH_LETTER | NUMERIC | KATAKANA | JOINER | SINGLE | COMPLEX | PICTURE | FLAG_LETTER;

interface Step {
  readonly at: number;
  /** Class of the character reached. */
  readonly kind: number;
}

/** One character on within a word, or two where a mark stands between what it may join; undefined at a boundary. */
function stepOver(text: string, at: number, last: number): Step | undefined {
  if (at >= text.length) return undefined;
  const code = text.codePointAt(at)!;
  const kind = classOf(code);
  const after = at + (code > 0xffff ? 2 : 1);
  if (joins(last, kind)) return { at: skipAttached(text, after), kind };
  // WB7a: a Hebrew letter keeps a quote behind it, whatever follows.
  const wide = last === HEBREW && kind === SINGLE_QUOTE;
  const between = skipAttached(text, after);
  if ((kind & BETWEEN) !== 0 && between < text.length) {
    const beyond = text.codePointAt(between)!;
    const next = classOf(beyond);
    if (mayStandBetween(last, kind, next)) {
      return { at: skipAttached(text, between + (beyond > 0xffff ? 2 : 1)), kind: next };
    }
  }
  return wide ? { at: between, kind: SINGLE_QUOTE } : undefined;
}

const BETWEEN = MID_LETTER | MID_NUMBER | MID_BOTH | SINGLE_QUOTE | DOUBLE_QUOTE;

/** WB5, WB8 to WB10, WB13 to WB13b. */
function joins(last: number, next: number): boolean {
  if ((last & (AH_LETTER | NUMERIC)) !== 0) return (next & (AH_LETTER | NUMERIC | JOINER)) !== 0;
  if (last === KATAKANA) return next === KATAKANA || next === JOINER;
  if (last === JOINER) return (next & (AH_LETTER | NUMERIC | KATAKANA | JOINER)) !== 0;
  return false;
}

/** WB6 and WB7 (`can't`), WB7b and WB7c (Hebrew), WB11 and WB12 (`3.14`). */
function mayStandBetween(last: number, mark: number, next: number): boolean {
  if ((last & AH_LETTER) !== 0 && (next & AH_LETTER) !== 0 && (mark & (MID_LETTER | MID_BOTH | SINGLE_QUOTE)) !== 0) {
    return true;
  }
  if (last === HEBREW && next === HEBREW && mark === DOUBLE_QUOTE) return true;
  return last === NUMERIC && next === NUMERIC && (mark & (MID_NUMBER | MID_BOTH | SINGLE_QUOTE)) !== 0;
}

function skipAttached(text: string, from: number): number {
  return runOf(text, from, ATTACHED);
}

/** The end of a run of one class, attached characters included. */
function runOf(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    if ((classOf(code) & (kind | ATTACHED)) === 0) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** A flag is two letters (WB15, WB16). */
function afterPair(text: string, at: number): number {
  const code = text.codePointAt(at);
  return code !== undefined && classOf(code) === FLAG_LETTER ? skipAttached(text, at + 2) : at;
}

/** Pictures glued by a zero width joiner are one word (WB3c). */
function afterPictures(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at - 1) === 0x200d && at < text.length) {
    const code = text.codePointAt(at)!;
    if ((classOf(code) & PICTURE) === 0) break;
    at = skipAttached(text, at + (code > 0xffff ? 2 : 1));
  }
  return at;
}
