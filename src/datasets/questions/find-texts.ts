// Many texts looked up in one long text at once: where each occurs, overlapping occurrences included.

/** Up to so many patterns, looking for one after the other is quicker. */
const FEW = 32;
/** What is hashed of each pattern. */
const WINDOW = 16;
const BASE = 0x01000193;

/**
 * @param patterns distinct, none empty
 * @param most how many occurrences of one pattern are collected before the rest is left out
 * @returns by pattern, those that occur only: offsets, ascending
 */
export function findTexts(
  text: string,
  patterns: readonly string[],
  most: number = Number.POSITIVE_INFINITY,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const long = patterns.filter((pattern) => pattern.length >= WINDOW);
  const atOnce = long.length > FEW;
  for (const pattern of patterns) {
    if (atOnce && pattern.length >= WINDOW) continue;
    const places: number[] = [];
    for (let at = text.indexOf(pattern); at >= 0 && places.length < most; at = text.indexOf(pattern, at + 1)) {
      places.push(at);
    }
    if (places.length > 0) found.set(pattern, places);
  }
  if (atOnce) rabinKarp(text, long, most, found);
  return found;
}

/** Karp and Rabin 1987: a hash of the last 16 units, rolled along the text, selects the patterns that are worth comparing. */
function rabinKarp(text: string, patterns: readonly string[], most: number, found: Map<string, number[]>): void {
  const byHash = new Map<number, string[]>();
  // One bit for each hash's low 16 bits: most windows are dismissed without a lookup.
  const maybe = new Uint8Array(1 << 16);
  let power = 1;
  for (let i = 0; i < WINDOW; i++) power = Math.imul(power, BASE);
  for (const pattern of patterns) {
    let hash = 0;
    for (let i = 0; i < WINDOW; i++) hash = (Math.imul(hash, BASE) + pattern.charCodeAt(i)) | 0;
    const same = byHash.get(hash);
    if (same) same.push(pattern);
    else byHash.set(hash, [pattern]);
    maybe[(hash ^ (hash >>> 16)) & 0xffff] = 1;
  }
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
    if (i >= WINDOW) hash = (hash - Math.imul(power, text.charCodeAt(i - WINDOW))) | 0;
    if (maybe[(hash ^ (hash >>> 16)) & 0xffff] === 0) continue;
    const candidates = byHash.get(hash);
    if (!candidates) continue;
    const at = i - WINDOW + 1;
    if (at < 0) continue;
    for (const pattern of candidates) {
      if (!text.startsWith(pattern, at)) continue;
      const places = found.get(pattern);
      if (!places) found.set(pattern, [at]);
      else if (places.length < most) places.push(at);
    }
  }
}
