// Finds the runs of [a-z0-9] in a lower-cased text: the words of every analyzer here.

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
