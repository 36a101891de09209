// Character trigrams of a term, padded by one mark on each side, so that starts and ends count.

/** The pad. Terms hold a-z and 0-9 only, so it collides with nothing. */
const MARK = '_';

/** `leave` -> _le lea eav ave ve_ ; repeated trigrams are repeated. */
export function trigramsOf(term: string): string[] {
  const padded = `${MARK}${term}${MARK}`;
  const trigrams: string[] = [];
  for (let i = 0; i + 3 <= padded.length; i++) trigrams.push(padded.slice(i, i + 3));
  return trigrams;
}
