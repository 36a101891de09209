// Whether what somebody typed holds the answer: one word, or one number, written as people write it.

/** `key` alone or within a sentence; numbers may be grouped (`70,100`), carry a unit, or have more places than asked for. */
export function isRightAnswer(said: string, key: string): boolean {
  const wanted = wordsOf(key);
  const given = wordsOf(said);
  return given.some((_, at) => wanted.every((word, n) => isSame(given[at + n], word)));
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
      .match(/-?\d*\.?\d+|[a-z]+/g) ?? []
  );
}

function isSame(given: string | undefined, word: string): boolean {
  if (given === undefined) return false;
  if (!/\d/.test(word)) return given === word;
  const places = word.split('.')[1]?.length ?? 0;
  const value = Number(given);
  return places === 0 ? value === Number(word) : Number(value.toFixed(places)) === Number(word);
}
