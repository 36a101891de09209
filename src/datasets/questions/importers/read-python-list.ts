// A list of texts as Python prints it, which is how pandas writes lists into CSV: `['one', "it's two"]`.

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

/** @returns undefined where the text is no such list */
export function readPythonList(text: string): string[] | undefined {
  const list = text.trim();
  if (!list.startsWith('[') || !list.endsWith(']')) return undefined;
  try {
    const value: unknown = JSON.parse(list);
    if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
  } catch {
    // Python's quotes are not JSON's.
  }
  const items: string[] = [];
  const end = list.length - 1;
  let at = skipSpace(list, 1);
  while (at < end) {
    const quote = list[at]!;
    if (quote !== "'" && quote !== '"') return undefined;
    let item = '';
    for (at++; at < end && list[at] !== quote; at++) {
      if (list[at] !== '\\') {
        item += list[at];
        continue;
      }
      at++;
      const escaped = list[at]!;
      const hex = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(list.slice(at, at + 9));
      if (hex) {
        const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16);
        if (code > 0x10ffff) return undefined;
        item += String.fromCodePoint(code);
        at += hex[0].length - 1;
      } else item += ESCAPES[escaped] ?? `\\${escaped}`;
    }
    if (list[at] !== quote || at >= end) return undefined;
    items.push(item);
    at = skipSpace(list, at + 1);
    // numpy leaves the comma out.
    if (list[at] === ',') at = skipSpace(list, at + 1);
    else if (at < end && list[at] !== "'" && list[at] !== '"') return undefined;
  }
  return items;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}
