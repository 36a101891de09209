// Where sentences end, by rules that see only the text: no locale, no dictionary service, one pass.
import { isSpace } from '../core/collection.ts';
import type { Span } from '../core/model.ts';

/** Full stops that end a sentence by themselves, with or without a space: CJK, Devanagari, Arabic, Urdu, Ethiopic, Burmese, Khmer. */
const HARD_STOPS = codes('。｡！？।॥؟۔።။។');
/** Marks that end a sentence only where white space or the end of the text follows. */
const SOFT_STOPS = codes('.!?…');
/** Stay with the sentence before them when no space comes between; Markdown's emphasis marks count. */
const CLOSERS = codes(')]}"\'”’“»›）］｝」』】》〉＂*_`');
/** Are looked through when asking how the next sentence begins. */
const OPENERS = codes('([{"\'“‘«‹„‚¿¡（［｛「『【《〈*_`');
/** Abbreviations that go on, whatever follows. */
const NEVER_LAST = new Set('dr mr mrs ms mx messrs prof rev st fig figs e.g i.e cf vs viz approx'.split(' '));
/** Abbreviations that go on before a number (`No. A12`); a plain number never begins a sentence after a full stop. */
const BEFORE_NUMBERS = new Set('no nos nr vol eq sec ch art'.split(' '));
/** Longer words are never abbreviations, so looking back stays bounded. */
const LONGEST_ABBREVIATION = 12;

const FULL_STOP = 46;

/**
 * The sentences of a text: half-open spans without surrounding white space, in order; every non-blank
 * character is in exactly one. A blank line always ends a sentence, so headings stand alone.
 */
export function splitSentences(text: string): readonly Span[] {
  const spans: Span[] = [];
  const n = text.length;
  let start = skipSpace(text, 0).at;
  let at = start;
  const close = (end: number, next: number): void => {
    spans.push({ start, end });
    start = next;
    at = next;
  };
  while (at < n) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      const gap = skipSpace(text, at);
      if (gap.blankLine || gap.at === n) close(at, gap.at);
      else at = gap.at;
    } else if (SOFT_STOPS.has(code) || HARD_STOPS.has(code)) {
      const stop = readStop(text, at);
      const gap = skipSpace(text, stop.end);
      if (isEnd(text, start, at, stop, gap)) close(stop.end, gap.at);
      else at = stop.end;
    } else at++;
  }
  if (start < n) spans.push({ start, end: n });
  return spans;
}

interface Gap {
  /** First character that is no white space. */
  readonly at: number;
  readonly newLine: boolean;
  readonly blankLine: boolean;
}

function skipSpace(text: string, from: number): Gap {
  let at = from;
  let breaks = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isSpace(code)) break;
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10) || code === 0x2028) breaks++;
    // A paragraph separator is a blank line by definition.
    else if (code === 0x2029) breaks += 2;
  }
  return { at, newLine: breaks > 0, blankLine: breaks > 1 };
}

/** A run of end marks with the closing marks behind it. */
interface Stop {
  readonly end: number;
  /** One of the marks needs no space behind it. */
  readonly hard: boolean;
  /** Nothing but full stops or ellipses. */
  readonly dots: number;
  readonly onlyDots: boolean;
  readonly closed: boolean;
}

function readStop(text: string, from: number): Stop {
  let at = from;
  let hard = false;
  let dots = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (HARD_STOPS.has(code)) hard = true;
    else if (!SOFT_STOPS.has(code)) break;
    else if (code === FULL_STOP || code === 0x2026) dots++;
  }
  const marks = at - from;
  const afterMarks = at;
  while (at < text.length && CLOSERS.has(text.charCodeAt(at))) at++;
  return { end: at, hard, dots, onlyDots: dots === marks, closed: at > afterMarks };
}

function isEnd(text: string, start: number, at: number, stop: Stop, gap: Gap): boolean {
  if (stop.hard || gap.at === text.length || gap.blankLine) return true;
  if (gap.at === stop.end) return false;
  const next = firstOfWord(text, gap.at);
  if (!stop.onlyDots) return !(stop.closed && isLower(next));
  if (isLower(next)) return false;
  if (isDigit(next)) return gap.newLine && isListNumber(text, gap.at);
  return stop.dots > 1 || stop.closed || !goesOn(text, start, at, gap.at);
}

/** Whether the word before a single full stop is an abbreviation, an initial or the number of a list item. */
function goesOn(text: string, start: number, stop: number, next: number): boolean {
  let from = stop;
  const floor = Math.max(start, stop - LONGEST_ABBREVIATION);
  while (from > floor && !isWordEdge(text.charCodeAt(from - 1))) from--;
  if (from > start && !isWordEdge(text.charCodeAt(from - 1))) return false;
  const word = text.slice(from, stop);
  if (/^\p{Lu}(\.\p{Lu})*$/u.test(word)) return true;
  if (/^(\d{1,3}|\p{Ll})$/u.test(word) && startsLine(text, start, from)) return true;
  const folded = word.toLowerCase();
  if (NEVER_LAST.has(folded)) return true;
  return BEFORE_NUMBERS.has(folded) && /^\S{0,11}?\d/.test(text.slice(next, next + LONGEST_ABBREVIATION));
}

function isWordEdge(code: number): boolean {
  // Besides white space and opening marks: a slash or a dash, as in `and/or Dr. Lowe`.
  return isSpace(code) || OPENERS.has(code) || code === 0x2f || code === 0x2d || (code >= 0x2010 && code <= 0x2015);
}

function startsLine(text: string, start: number, at: number): boolean {
  if (at === start) return true;
  const before = text.charCodeAt(at - 1);
  return before === 10 || before === 13;
}

/** `12. ` or `12) `: a line that begins so is a list item, and the full stop above it an end. */
function isListNumber(text: string, at: number): boolean {
  return /^\d{1,3}[.)]\s/.test(text.slice(at, at + 5));
}

/** The first character of a word, behind its opening marks. */
function firstOfWord(text: string, from: number): string {
  let at = from;
  while (at < text.length && OPENERS.has(text.charCodeAt(at))) at++;
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function isLower(character: string): boolean {
  return /^\p{Ll}/u.test(character);
}

function isDigit(character: string): boolean {
  return /^\p{Nd}/u.test(character);
}

function codes(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}
