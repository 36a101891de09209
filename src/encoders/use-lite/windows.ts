// Cuts texts to the model's limit of tokens, and says how far it reads a text that was not cut.
import type { Tokenizer } from './tokenizer.ts';
import { MAX_TOKENS } from './weights.ts';

export interface Windows {
  pieces(text: string): readonly string[];
  reach(text: string): number;
}

/** More windows than needed are tried this often before the parts that are still too long are cut by themselves. */
const EXTRA_WINDOWS = 2;

/** The tokenizer is asked for only where a text is long enough to need it. */
export function createWindows(tokenizer: () => Tokenizer): Windows {
  const fits = (text: string): boolean =>
    // A token stands for at least one character, the leading separator being one more.
    text.normalize('NFKC').length + 1 <= MAX_TOKENS || tokenizer().tokenize(text).ids.length <= MAX_TOKENS;

  const pieces = (text: string): readonly string[] => {
    if (text.trim() === '') return [];
    if (fits(text)) return [text];
    const { ends } = tokenizer().tokenize(text);
    const needed = Math.ceil(ends.length / MAX_TOKENS);
    for (let count = needed; count < needed + EXTRA_WINDOWS; count++) {
      const parts = cutBalanced(text, ends, count);
      if (parts.every(fits)) return parts;
    }
    return cutBalanced(text, ends, needed + EXTRA_WINDOWS).flatMap(pieces);
  };

  return {
    pieces,
    reach(text) {
      if (fits(text)) return text.length;
      return offsetOf(text, tokenizer().tokenize(text).ends[MAX_TOKENS - 1]!);
    },
  };
}

/**
 * About `count` parts of about as many tokens each, trimmed. A cut moves from its token's end to the nearest white space
 * within a quarter of a part; without any, it stays inside the word. Each part is shorter than the text.
 */
function cutBalanced(text: string, ends: Int32Array, count: number): string[] {
  const cuts: number[] = [];
  const slack = Math.floor(text.length / count / 4);
  for (let i = 1; i < count; i++) {
    const token = Math.round((i * ends.length) / count);
    const cut = nearestBlank(text, offsetOf(text, ends[token - 1]!), slack);
    if (cut > (cuts.at(-1) ?? 0) && cut < text.length) cuts.push(cut);
  }
  const bounds = cuts.length > 0 ? [0, ...cuts, text.length] : [0, characterStart(text, text.length >> 1), text.length];
  return bounds
    .slice(1)
    .map((end, i) => text.slice(bounds[i], end).trim())
    .filter((part) => part !== '');
}

function nearestBlank(text: string, offset: number, slack: number): number {
  for (let away = 0; away <= slack; away++) {
    if (isBlank(text, offset - away)) return offset - away;
    if (isBlank(text, offset + away)) return offset + away;
  }
  return offset;
}

function isBlank(text: string, at: number): boolean {
  return at > 0 && at < text.length && text[at]!.trim() === '';
}

/**
 * Where in the text as written a place of the normalised text lies: the longest beginning whose normalised form is no
 * longer.
 * @param symbols code points of the normalised text with its leading separator
 */
function offsetOf(text: string, symbols: number): number {
  const normalized = text.normalize('NFKC');
  let units = 0;
  for (let i = 1; i < symbols; i++) units += normalized.codePointAt(units)! > 0xffff ? 2 : 1;
  if (normalized === text) return units;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (text.slice(0, middle).normalize('NFKC').length <= units) low = middle;
    else high = middle - 1;
  }
  return characterStart(text, low);
}

/** Steps back from between the halves of a surrogate pair, but never to the start of the text. */
function characterStart(text: string, offset: number): number {
  const inside = offset > 1 && offset < text.length && text.codePointAt(offset - 1)! > 0xffff;
  return inside ? offset - 1 : offset;
}
