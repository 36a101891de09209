// Words divided at line ends, put together again only where the document itself shows how they are written.

const DIVIDED = /(\p{L}{2,})[-\u2010]$/u;
const GOES_ON = /^(\p{Ll}+)/u;
const WORD = /\p{L}+(?:[-\u2010]\p{L}+)*/gu;

/**
 * The rules, for a line that ends in letters and a hyphen before a line that begins in lower case:
 * - a soft hyphen goes, always: it says that the word is one;
 * - the hyphen goes where the whole word stands elsewhere in the document, and the hyphenated one does not;
 * - otherwise it stays, without a space after it: it may belong to the word, and nothing written is lost.
 * All other lines are joined by a space.
 */
export class Hyphens {
  private readonly words = new Set<string>();

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      // Halves of divided words are no words.
      const whole = line.replace(DIVIDED, '');
      for (const [word] of whole.matchAll(WORD)) this.words.add(word.toLowerCase().replaceAll('\u2010', '-'));
    }
  }

  join(lines: readonly string[]): string {
    const parts: string[] = [];
    lines.forEach((line, n) => {
      const next = lines[n + 1];
      if (next === undefined) parts.push(line);
      else if (line.endsWith('\u00ad')) parts.push(line.slice(0, -1));
      else parts.push(...this.ending(line, next));
    });
    return parts.join('').replaceAll('\u00ad', '');
  }

  private ending(line: string, next: string): readonly string[] {
    const first = DIVIDED.exec(line)?.[1];
    const second = GOES_ON.exec(next)?.[1];
    if (first === undefined || second === undefined) return [line, ' '];
    const whole = (first + second).toLowerCase();
    const hyphenated = `${first}-${second}`.toLowerCase();
    return this.words.has(whole) && !this.words.has(hyphenated) ? [line.slice(0, -1)] : [line];
  }
}
