// How deep YAML nests, before its parser goes there: the parser descends on the stack, and where that ends, Node may abort.

/** Far beyond what people write, and far from the end of the stack. */
export const MOST_LEVELS = 100;

/** What is needed of the syntax tree of the yaml package. */
interface Token {
  readonly offset?: number;
  readonly value?: unknown;
  readonly items?: readonly { readonly key?: unknown; readonly value?: unknown }[];
}

/** The yaml package's `Parser`, which keeps a stack of its own. */
interface TokenParser {
  parse(text: string): Iterable<object>;
}

/** @returns where it gets deeper than `MOST_LEVELS`; undefined where it never does */
export function tooDeepAt(text: string, parser: TokenParser): number | undefined {
  if (!mayBeDeep(text)) return undefined;
  const open: { readonly token: Token; readonly depth: number }[] = [];
  const push = (token: unknown, depth: number): void => {
    if (typeof token === 'object' && token !== null) open.push({ token, depth });
  };
  for (const token of parser.parse(text)) {
    push(token, 0);
    for (let next = open.pop(); next; next = open.pop()) {
      const { token, depth } = next;
      if (depth > MOST_LEVELS) return token.offset ?? 0;
      if (token.items) {
        for (const { key, value } of token.items) {
          push(key, depth + 1);
          push(value, depth + 1);
        }
      } else push(token.value, depth);
    }
  }
  return undefined;
}

/** Never false where it is deep: brackets within texts count as well, and a level in block style takes a column at least. */
function mayBeDeep(text: string): boolean {
  let brackets = 0;
  let column = 0;
  let isIndent = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) {
      isIndent = true;
      column = 0;
      continue;
    }
    if (code === 91 || code === 123) brackets++;
    else if ((code === 93 || code === 125) && brackets > 0) brackets--;
    // White space and what opens a list, a key or a value.
    if (isIndent && (code === 32 || code === 9 || code === 45 || code === 63 || code === 58)) column++;
    else isIndent = false;
    // A list may stand in the column of its key, and the two styles may be mixed.
    if (2 * column + brackets > MOST_LEVELS) return true;
  }
  return false;
}
