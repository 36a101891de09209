// Texts to numbered terms, without a string a word: words are looked up by their bytes, so that an index of millions of
// chunks costs a table look-up a word. Gives exactly the terms of its analyzer.

/** Numbers the terms of one text after another. */
export interface TermStream {
  /** Terms by number, in the order in which they occurred first. */
  readonly terms: readonly string[];
  /** term -> number. */
  readonly ids: ReadonlyMap<string, number>;
  /** Numbers of a text's terms in reading order: a view that the next call overwrites. */
  read(text: string): Uint32Array;
}

/**
 * Finds words in UTF-8 and calls `word` with each: where it begins and ends, and the hash of the bytes between, which it may
 * have changed (to lower case).
 */
export type ByteScanner = (
  bytes: Uint8Array,
  length: number,
  word: (from: number, to: number, hash: number) => void,
) => void;

/** What a stream needs to know of its analyzer. */
export interface Reading {
  /** Its term for a word, undefined for a stop word. */
  readonly termOf: (word: string) => string | undefined;
  /** Finds the words of a text of ASCII alone. */
  readonly scan: ByteScanner;
  /** The words of any other text: either `scan` finds them in what this makes of the text, ... */
  readonly fold?: (text: string) => string;
  /** ... or this does in the text itself. */
  readonly scanText?: (text: string, word: (word: string) => void) => void;
}

/** The hash that scanners compute, byte by byte, from `HASH_START` on (FNV-1a). */
export const HASH_START = 0x811c9dc5 | 0;
export const HASH_FACTOR = 0x01000193;

const FEWEST_SLOTS = 1024;
/** No term: a stop word. */
const NONE = -1;

/** Whoever counts the terms of many texts asks here: an analyzer without a stream of its own goes by its lists of terms. */
export function openStream(analyzer: { terms(text: string): readonly string[]; stream?(): TermStream }): TermStream {
  return analyzer.stream?.() ?? streamOfTerms((text) => analyzer.terms(text));
}

function streamOfTerms(termsOf: (text: string) => readonly string[]): TermStream {
  const { terms, ids, idOf } = createNumbering();
  let found = new Uint32Array(1024);
  return {
    terms,
    ids,
    read(text) {
      const list = termsOf(text);
      if (list.length > found.length) found = new Uint32Array(2 * list.length);
      for (let i = 0; i < list.length; i++) found[i] = idOf(list[i]!);
      return found.subarray(0, list.length);
    },
  };
}

function createNumbering() {
  const terms: string[] = [];
  // A Map: `constructor` and `__proto__` are terms like any other.
  const ids = new Map<string, number>();
  const idOf = (term: string): number => {
    let id = ids.get(term);
    if (id === undefined) {
      id = terms.length;
      ids.set(term, id);
      terms.push(term);
    }
    return id;
  };
  return { terms, ids, idOf };
}

/** Words seen before are found by hash and bytes in an open-addressing table; only new ones become strings. */
export function createTermStream({ termOf, scan, fold, scanText }: Reading): TermStream {
  const { terms, ids, idOf } = createNumbering();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let bytes = new Uint8Array(1 << 16);
  let found = new Uint32Array(1 << 12);
  let count = 0;

  // Four numbers a word, together in memory: its hash, where its bytes begin in the arena, how many they are, its term.
  let entries = new Int32Array(4 * FEWEST_SLOTS);
  let arena = new Uint8Array(1 << 14);
  let filled = 0;
  let words = 0;
  // By slot: a word + 1, 0 where free. Never more than half are taken.
  let slots = new Uint32Array(2 * FEWEST_SLOTS);
  let mask = slots.length - 1;

  const numberOf = (word: string): number => {
    const term = termOf(word);
    return term === undefined ? NONE : idOf(term);
  };

  const grow = (): void => {
    entries = widened(entries, new Int32Array(2 * entries.length));
    slots = new Uint32Array(2 * slots.length);
    mask = slots.length - 1;
    for (let word = 0; word < words; word++) {
      let slot = spread(entries[4 * word]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
  };

  const add = (from: number, to: number, hash: number, slot: number): number => {
    const length = to - from;
    if (filled + length > arena.length) arena = widened(arena, new Uint8Array(2 * (filled + length)));
    arena.set(bytes.subarray(from, to), filled);
    const number = numberOf(decoder.decode(bytes.subarray(from, to)));
    entries.set([hash, filled, length, number], 4 * words);
    filled += length;
    slots[slot] = ++words;
    if (4 * words === entries.length) grow();
    return number;
  };

  const lookUp = (from: number, to: number, hash: number): void => {
    const length = to - from;
    let slot = spread(hash) & mask;
    let known = slots[slot]!;
    while (known > 0) {
      const entry = 4 * (known - 1);
      if (entries[entry] === hash && entries[entry + 2] === length) {
        const start = entries[entry + 1]!;
        let same = 0;
        while (same < length && arena[start + same] === bytes[from + same]) same++;
        if (same === length) {
          const number = entries[entry + 3]!;
          if (number >= 0) found[count++] = number;
          return;
        }
      }
      slot = (slot + 1) & mask;
      known = slots[slot]!;
    }
    const number = add(from, to, hash, slot);
    if (number >= 0) found[count++] = number;
  };

  /** The length in bytes: that of the text itself for ASCII alone. */
  const encode = (text: string): number => {
    // Three bytes a unit at most, and never more words than units.
    if (3 * text.length > bytes.length) bytes = new Uint8Array(6 * text.length);
    if (text.length > found.length) found = new Uint32Array(2 * text.length);
    return encoder.encodeInto(text, bytes).written;
  };

  const push = (word: string): void => {
    const number = numberOf(word);
    if (number >= 0) found[count++] = number;
  };

  return {
    terms,
    ids,
    read(text) {
      count = 0;
      let written = encode(text);
      if (written === text.length) scan(bytes, written, lookUp);
      else if (fold) {
        written = encode(fold(text));
        scan(bytes, written, lookUp);
      } else scanText?.(text, push);
      return found.subarray(0, count);
    },
  };
}

/** FNV leaves the low bits of short words alike. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

function widened<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
